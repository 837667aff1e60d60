import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { DataTile } from '../../../dashboard/definition.ts';
import { findMainColumns, isDate } from './main-columns.ts';
import { createTile, toSeries } from './new-tile.ts';
import {
  isSkewed,
  toAxisSettings,
  toScatterSettings,
  toTableSettings,
} from './suggest-settings.ts';
import { findFacts, toLabel, toWords } from './suggest-style.ts';

/** The largest number of parts of a pie. */
const MAX_PARTS = 6;
/** The largest number of bars, of dates as bars, and of series that readers can compare. */
const MAX_BARS = 30;
const MAX_DATE_BARS = 40;
const MAX_SERIES = 12;
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
    const suggestion = toSuggestion(tile, columns);
    return Object.assign(suggestion, { title: toTitle(suggestion, columns) });
  });
}

function toSuggestion(tile: DataTile, columns: DatasetColumns): DataTile {
  switch (tile.kind) {
    case 'bar':
    case 'line':
    case 'area': {
      const splitBy = findSplit(columns);
      return { ...tile, ...(splitBy ? { splitBy } : toAxisSettings(tile, columns)) };
    }
    case 'scatter':
      return { ...tile, ...toScatterSettings(tile, columns) };
    case 'heatmap':
      return isTall(columns) ? { ...tile, category: tile.splitBy, splitBy: tile.category } : tile;
    case 'table':
      return { ...tile, ...toTableSettings(tile, columns) };
    default:
      return tile;
  }
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
  const points: DataTile['kind'][] = measures.length > 1 ? ['scatter', 'table'] : ['table'];
  // The rows of three and more columns, and rows without a key, need sums or averages in the SQL.
  const kinds = { 1: suggestForNames, 2: suggestForPairs }[facts.key.length];
  const isKnown = measures.length > 0 && facts.key.includes(category);
  const suggested = (isKnown && kinds?.(columns)) || [];
  return [...new Set([...suggested, ...points])];
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
      const groups = [tile.category, 'splitBy' in tile && tile.splitBy].filter((name) => !!name);
      return `${toValues(tile)} by ${groups.map((name) => toName(name as string)).join(' and ')}`;
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
