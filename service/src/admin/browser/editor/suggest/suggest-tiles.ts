import { toWords } from '../../../../values/plain-numbers.ts';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { AxisTile, DataTile, HistogramTile } from '../../../../dashboard/definition.ts';
import { withAddsUp } from './adding-up.ts';
import { findMainColumns, isDate } from './main-columns.ts';
import { createTile, toCategory, toSeries } from './new-tile.ts';
import {
  isSkewed,
  toAxisSettings,
  toScatterSettings,
  toTableSettings,
} from './suggest-settings.ts';
import { findFacts, toLabel, toValueStyle } from './suggest-style.ts';

/** The largest number of parts of a pie. */
const MAX_PARTS = 6;
/** The largest number of bars, of dates as bars, and of series that readers can compare. */
const MAX_BARS = 30;
const MAX_DATE_BARS = 40;
const MAX_SERIES = 12;
/** The most lines of one chart. More of them get a small chart each. */
const MAX_LINES = 5;
/** The fewest rows, and the fewest different values, whose distribution is of interest. */
const MIN_ROWS = 100;
const MIN_VALUES = 20;
/** The largest distance of a median from the middle, as a part of the range, if the bars of a histogram are not all at one end. */
const MAX_SKEW = 3 / 10;
/** The largest quotient of two bars. */
const MAX_BAR_RATIO = 1000;
/** The most groups of split bars, and the most bars in a group. */
const MAX_BAR_GROUPS = 12;
const MAX_SPLIT_BARS = 6;
/** The largest size of a heat map that fits a page. */
const MAX_HEAT_COLUMNS = 40;
const MAX_HEAT_ROWS = 60;

/** Returns the tiles that suit a result, the best one first. They still need an id and a dataset. */
export function suggestTiles(columns: DatasetColumns): DataTile[] {
  return suggestKinds(columns).map((kind) => {
    const tile = createTile(kind, { id: '', title: '', dataset: '' }, columns);
    const suggestion = withAddsUp(toSuggestion(tile, columns), columns);
    return Object.assign(suggestion, { title: toTitle(suggestion, columns) });
  });
}

function toSuggestion(tile: DataTile, columns: DatasetColumns): DataTile {
  switch (tile.kind) {
    case 'bar':
    case 'line':
    case 'area': {
      const splitBy = findSplit(columns);
      return splitBy
        ? toSplit(tile, splitBy, columns)
        : { ...tile, ...toAxisSettings(tile, columns) };
    }
    case 'histogram':
      return toDistribution(tile, columns);
    case 'scatter':
      return { ...tile, ...toScatterSettings(tile, columns) };
    case 'heatmap':
      return isTall(columns)
        ? { ...tile, ...toCategory(tile.splitBy, columns), splitBy: tile.category }
        : tile;
    case 'table':
      return { ...tile, ...toTableSettings(tile, columns) };
    default:
      return tile;
  }
}

/** Shows the values of a column as series, or as small charts if their lines would cover each other. */
function toSplit(tile: AxisTile, splitBy: string, columns: DatasetColumns): AxisTile {
  const count = findFacts(splitBy, columns)?.count ?? 0;
  const areSmall = tile.kind === 'line' && count > MAX_LINES;
  return { ...tile, splitBy, ...(areSmall && { multiples: true, span: 12 }) };
}

/** Returns a histogram of the first quantity whose values are not all at one end; of the first one if there is none. */
function toDistribution(tile: HistogramTile, columns: DatasetColumns): HistogramTile {
  const names = findSpread(columns);
  const value = names.find((name) => isEven(name, columns)) ?? names[0] ?? tile.value;
  return { ...tile, value, ...toValueStyle(value, columns) };
}

/** Returns the column that distinguishes the rows of one category, if there is one. */
function findSplit(columns: DatasetColumns): string | undefined {
  return columns.facts?.key.length === 2 ? findMainColumns(columns).splitBy : undefined;
}

function suggestKinds(columns: DatasetColumns): DataTile['kind'][] {
  const { facts, numbers } = columns;
  const { category, measures } = findMainColumns(columns);
  if (!facts || facts.rowCount === 0) return [];
  if (facts.rowCount === 1 && numbers.length > 0) return ['number', 'table'];
  const distribution: DataTile['kind'][] = areIndividuals(columns) ? ['histogram'] : [];
  const points: DataTile['kind'][] = measures.length > 1 ? ['scatter'] : [];
  // The rows of three and more columns, and rows without a key, need sums or averages in the SQL.
  const kinds = { 1: suggestForNames, 2: suggestForPairs }[facts.key.length];
  const isKnown = measures.length > 0 && facts.key.includes(category);
  const suggested = (isKnown && kinds?.(columns)) || [];
  const hasGroups = suggested.some((kind) => kind !== 'scatter');
  const others = hasGroups ? points : [...points, ...distribution];
  return [...new Set([...suggested, ...others, 'table' as const])];
}

/** Returns whether the rows are many things with a quantity each, not the values of a few groups or periods. */
function areIndividuals(columns: DatasetColumns): boolean {
  const { rowCount, key } = columns.facts!;
  const isName = (name: string): boolean => 2 * findFacts(name, columns)!.count >= rowCount;
  const haveNames = key.length === 0 || key.some(isName);
  return rowCount >= MIN_ROWS && haveNames && findSpread(columns).length > 0;
}

/** Returns the quantities that most rows have, with many different values. */
function findSpread(columns: DatasetColumns): string[] {
  const { rowCount } = columns.facts!;
  return findMainColumns(columns).measures.filter((name) => {
    const { count, filled } = findFacts(name, columns)!;
    return count >= MIN_VALUES && 2 * filled >= rowCount;
  });
}

function isEven(name: string, columns: DatasetColumns): boolean {
  const { least, middle, most } = findFacts(name, columns)!.range!;
  return Math.abs((middle - least) / (most - least) - 1 / 2) <= MAX_SKEW;
}

/** Returns the charts of rows that one column identifies. */
function suggestForNames(columns: DatasetColumns): DataTile['kind'][] {
  const { category, value } = findMainColumns(columns);
  const { rowCount } = columns.facts!;
  if (isDate(category, columns)) return rowCount <= MAX_DATE_BARS ? ['line', 'bar'] : ['line'];
  // The short bars of very different sizes would be invisible.
  if (rowCount > MAX_BARS || isSkewed(value, columns, MAX_BAR_RATIO)) return [];
  const isShare = rowCount <= MAX_PARTS && (findFacts(value, columns)?.range?.least ?? -1) >= 0;
  return isShare ? ['bar', 'donut'] : ['bar'];
}

/** Returns the charts of rows that two columns identify. */
function suggestForPairs(columns: DatasetColumns): DataTile['kind'][] {
  const { category, splitBy = '', measures } = findMainColumns(columns);
  const groups = findFacts(category, columns)!.count;
  const series = findFacts(splitBy, columns)!.count;
  const [width, height] = isTall(columns) ? [series, groups] : [groups, series];
  const heat: DataTile['kind'][] =
    width <= MAX_HEAT_COLUMNS && height <= MAX_HEAT_ROWS ? ['heatmap'] : [];
  if (isDate(category, columns)) {
    if (series <= MAX_SERIES) return ['line', ...heat];
    return measures.length > 1 ? ['scatter', ...heat] : heat;
  }
  return groups <= MAX_BAR_GROUPS && series <= MAX_SPLIT_BARS ? ['bar', ...heat] : heat;
}

/** Returns whether a heat map with the categories as rows has a better shape. Dates are always columns. */
function isTall(columns: DatasetColumns): boolean {
  const { category, splitBy = '' } = findMainColumns(columns);
  const countOf = (name: string): number => findFacts(name, columns)?.count ?? 0;
  return (
    !isDate(category, columns) &&
    countOf(category) > MAX_HEAT_COLUMNS / 2 &&
    countOf(splitBy) < countOf(category)
  );
}

/** Returns a title from the columns of a tile, such as “Revenue by month”. */
function toTitle(tile: DataTile, columns: DatasetColumns): string {
  switch (tile.kind) {
    case 'number':
      return toSeries(tile.value).label;
    case 'histogram':
      return `Distribution of ${toName(tile.value)}`;
    case 'scatter':
      return `${tile.y.label} and ${toName(tile.x.column)}`;
    case 'table':
      return toLabel(columns.names.slice(0, 3).map(toName).join(', '));
    default: {
      const splitBy = 'splitBy' in tile && tile.splitBy;
      const groups = [tile.category, ...(splitBy ? [splitBy] : [])];
      return `${toValues(tile)} by ${groups.map(toName).join(' and ')}`;
    }
  }
}

function toValues(
  tile: Exclude<DataTile, { kind: 'number' | 'histogram' | 'scatter' | 'table' }>,
): string {
  if (!('series' in tile)) return toSeries(tile.value).label;
  const [first, ...others] = tile.series;
  const names = others.slice(0, 2).map(({ column }) => toName(column));
  if (others.length > 2) return `${first!.label}, ${names[0]} and ${others.length - 1} more`;
  return [first!.label, ...names].join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** Returns a column's name inside of a sentence. Abbreviations stay in capital letters. */
function toName(column: string): string {
  const { label } = toSeries(column);
  const words = label.split(' ');
  return words.map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? toWords(word) : word)).join(' ');
}
