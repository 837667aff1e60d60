import { TILE_KINDS, type TileKind } from '../service/src/dashboard/tile-kinds.ts';
import { table } from './markdown-table.ts';

/** Returns a Markdown table of the kinds of tiles. Kinds with the same texts share a row. */
export function toTileTable(head: string[], toTexts: (kind: TileKind) => string[]): string {
  const names = new Map<string, string[]>();
  for (const kind of Object.values(TILE_KINDS)) {
    const texts = toTexts(kind).join('\n');
    names.set(texts, [...(names.get(texts) ?? []), kind.name]);
  }
  return table(
    head,
    [...names].map(([texts, kinds]) => [kinds.join(', ')].concat(texts.split('\n'))),
  );
}
