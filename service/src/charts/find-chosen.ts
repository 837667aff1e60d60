import type { ChosenTest, MarkValue } from '../tiles/mark-choice.ts';
import { toMarkValues } from './mark-values.ts';
import type { TileContent } from '../tiles/tile-data.ts';

/** Returns the content with its chosen marks. Without any, all marks have their usual style. */
export function withChosen<Content extends TileContent>(
  content: Content,
  test: ChosenTest,
): Content;
export function withChosen(content: TileContent, test: ChosenTest): TileContent {
  if (content.kind === 'number' || content.kind === 'table' || content.kind === 'histogram') {
    return content;
  }
  const { chosen: _, ...plain } = content;
  const values = toMarkValues(plain);
  const [places, series] = [values.places, values.series].map((all) => findChosen(all, test));
  const isNone = [places, series].some((indexes) => indexes?.length === 0);
  if (isNone || (!places && !series)) return plain;
  return { ...plain, chosen: { ...(places && { places }), ...(series && { series }) } };
}

/** Returns the indexes of the chosen values; `undefined` if their column has no filter that is set. */
function findChosen(values: readonly (MarkValue | null)[], test: ChosenTest): number[] | undefined {
  const results = values.map((value) => value && test(value));
  if (!results.some((result) => typeof result === 'boolean')) return undefined;
  return [...results.keys()].filter((index) => results[index]);
}
