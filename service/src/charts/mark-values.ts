import { toSeriesValue } from '../tiles/axis-data.ts';
import { isDrawn } from './axis-series.ts';
import type { MarkValue } from '../tiles/mark-choice.ts';
import type { NamedCategory } from '../tiles/share-parts.ts';
import type {
  AxisContent,
  ChartContent,
  HeatContent,
  ScatterContent,
  ShareContent,
} from '../tiles/tile-data.ts';
import { toText } from '../values/value-formatter.ts';

/** A mark of a chart, as the chart counts what it draws. */
export interface Mark {
  series: number;
  place: number;
}

/** The values of a chart's marks: one for each place, and one for each series. `null`: a sum of several values. */
export interface MarkValues {
  places: (MarkValue | null)[];
  /** Empty for series that are columns. */
  series: (MarkValue | null)[];
}

/** Returns the values of all marks. The bars of a histogram have none. */
export function toMarkValues(content: ChartContent | HeatContent): MarkValues {
  switch (content.kind) {
    case 'shares':
      return { places: content.parts.map((part) => toNamedValue(content, part)), series: [] };
    case 'scatter':
      return { places: content.points.map((point) => toNamedValue(content, point)), series: [] };
    case 'histogram':
      return { places: [], series: [] };
    default:
      return toGridValues(content);
  }
}

function toNamedValue(
  { tile, categoryFormat: format }: ShareContent | ScatterContent,
  { isOther, ...part }: NamedCategory & { isOther?: true },
): MarkValue | null {
  const value = 'category' in part ? part.category : part.name;
  return isOther ? null : { column: tile.category, value, format };
}

function toGridValues({ tile, data }: AxisContent | HeatContent) {
  const { category: column, splitBy } = tile;
  const { categoryFormat: format } = data;
  return {
    places: data.categories.map((value) => ({ column, value, format })),
    series: splitBy === undefined ? [] : data.series.map((each) => toSeriesValue(splitBy, each)),
  };
}

/** Returns the values of one mark. */
export function findMarkValues(content: ChartContent, mark: Mark): MarkValue[] {
  const { places, series } = toMarkValues(content);
  const [place, line] = [toPlaces(content, places)[mark.place], toSeries(content)[mark.series]];
  return [places[place ?? -1], series[line ?? -1]].filter(
    (value) => value !== null && value !== undefined,
  );
}

/** Returns the mark of other content of the same tile that has the values of a mark; `undefined` if it has none. */
export function findSameMark(
  content: ChartContent,
  mark: Mark,
  other: ChartContent,
): Mark | undefined {
  const isMark = ({ series, place }: Mark): boolean =>
    series === mark.series && place === mark.place;
  const key = toKeyedMarks(content).find(isMark)?.key;
  const same = toKeyedMarks(other).filter((each) => each.key === key);
  // Several points may have the same values.
  return same.find(isMark) ?? same[0];
}

/** Returns all marks that have a value at their place. Marks with the same values have the same key. */
function toKeyedMarks(content: ChartContent): (Mark & { key: string })[] {
  const { places, series: lines } = toMarkValues(content);
  const drawn = toPlaces(content, places);
  return toSeries(content).flatMap((index, series) => {
    const line = lines.length > 0 ? lines[index]?.value : index;
    return drawn.flatMap((at, place) => {
      const value = places[at];
      return value ? [{ series, place, key: JSON.stringify([value.value, line]) }] : [];
    });
  });
}

/**
 * Returns the mark with a value at its place, in a series by its index; a negative index means the first series. Returns
 * `undefined` if it is not drawn.
 */
export function findMark(content: ChartContent, value: string, index: number): Mark | undefined {
  const { places } = toMarkValues(content);
  const found = places.findIndex((each) => each && toText(each.value) === value);
  const place = toPlaces(content, places).indexOf(found);
  const series = index < 0 ? 0 : toSeries(content).indexOf(index);
  return place < 0 || series < 0 ? undefined : { series, place };
}

/** Returns the indexes of the places that are drawn. */
function toPlaces(content: ChartContent, places: readonly unknown[]): number[] {
  const indexes = [...places.keys()];
  return content.kind === 'shares'
    ? indexes.filter((index) => !content.hidden?.includes(index))
    : indexes;
}

/** Returns the indexes of the series that are drawn. */
function toSeries(content: ChartContent): number[] {
  if (content.kind !== 'axis') return [0];
  return [...content.data.series.keys()].filter((index) => isDrawn(content, index));
}
