import { toWords } from '../../../../values/plain-numbers.ts';
import type { ColumnFacts, DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { DataTile } from '../../../../dashboard/definition.ts';
import type { Dialect } from '../../../../database/dialect.ts';
import { OWN_DIALECT } from '../../../../database/dialects.ts';
import { findMainColumns, isDate } from './main-columns.ts';
import { findFacts, toValueStyle } from './suggest-style.ts';
import { suggestTiles } from './suggest-tiles.ts';

/** The fewest dates of a line. */
const MIN_PERIODS = 3;
/** The most groups of a chart, and the most series in it. */
const MAX_GROUPS = 30;
const MAX_SERIES = 5;
/** The words of columns whose sum says nothing. */
const NOT_ADDED = /\b(age|price|salary|income|fee|temperature|temp|score|rating|yield|speed)\b/;

/** A SELECT of sums or averages, and the tile that shows them. The tile still needs an id and a dataset. */
export interface Summary {
  sql: string;
  tile: DataTile;
}

interface Aggregate {
  call: 'sum' | 'avg';
  /** The name of the result. */
  name: string;
  value: string;
}

/** The functions and the words before the name of their column. */
const FUNCTIONS = [
  { call: 'sum', title: 'Sum of' },
  { call: 'avg', title: 'Average' },
] as const;

/**
 * Returns sums and averages of rows that no chart shows, because more than two columns identify them; the better one
 * first. Empty if the rows have a chart, or if no column suits groups.
 */
export function suggestSummaries(
  columns: DatasetColumns,
  sql: string,
  dialect: Dialect = OWN_DIALECT,
): Summary[] {
  const [best] = suggestTiles(columns);
  const { value, measures } = findMainColumns(columns);
  const groups = findGroups(columns);
  if (best?.kind !== 'table' || !measures.includes(value) || groups.length === 0) return [];
  const ranked = canBeAdded(value, columns) ? FUNCTIONS : FUNCTIONS.toReversed();
  return ranked
    .map(({ call, title }) => ({ call, name: `${title} ${value}`, value }))
    .filter(({ name }) => new TextEncoder().encode(name).length <= dialect.maxNameBytes)
    .map((aggregate) => ({
      sql: toSelect(groups, aggregate, sql, dialect),
      tile: suggestTiles(toGrouped(groups, aggregate, columns))[0]!,
    }));
}

/** Returns the columns of the groups: the dates or the most names, then the fewest names as series. */
function findGroups(columns: DatasetColumns): string[] {
  const key = columns.facts?.key ?? [];
  if (key.length < 3) return [];
  const countOf = (name: string): number => findFacts(name, columns)?.count ?? 0;
  const isPeriod = (name: string): boolean => isDate(name, columns) && countOf(name) >= MIN_PERIODS;
  const names = key
    .filter((name) => countOf(name) <= MAX_GROUPS)
    .toSorted((left, right) => countOf(right) - countOf(left));
  const category = key.find(isPeriod) ?? names[0];
  if (category === undefined) return [];
  const series = names.findLast((name) => name !== category && countOf(name) <= MAX_SERIES);
  return series === undefined ? [category] : [category, series];
}

/** Returns whether the sum of a column is probably of more use than its average. */
function canBeAdded(value: string, columns: DatasetColumns): boolean {
  const { format, numbers } = toValueStyle(value, columns);
  const isAmount = format === 'integer' || format === 'currency';
  return isAmount && numbers?.after === undefined && !NOT_ADDED.test(toWords(value));
}

function toSelect(
  groups: readonly string[],
  { call, name, value }: Aggregate,
  sql: string,
  { toIdentifier, toSource }: Dialect,
): string {
  const keys = groups.map(toIdentifier).join(', ');
  const aggregate = `${call}(${toIdentifier(value)}) AS ${toIdentifier(name)}`;
  return `SELECT ${keys}, ${aggregate}\nFROM ${toSource(sql)}\nGROUP BY ${keys}\nORDER BY ${keys}`;
}

/** Returns the columns of the summary. The facts that only its rows have are missing. */
function toGrouped(
  groups: readonly string[],
  { call, name, value }: Aggregate,
  columns: DatasetColumns,
): DatasetColumns {
  const { types, numbers, plain } = columns;
  const known = groups.map((group) => [group, toGroupFacts(group, columns)] as const);
  const rowCount = known.reduce((product, [, { count }]) => product * count, 1);
  const range = findFacts(value, columns)?.range;
  const facts = {
    count: rowCount,
    filled: rowCount,
    longest: 0,
    // Averages are between the ends of the values.
    ...(call === 'avg' && range && { range }),
  };
  return {
    names: [...groups, name],
    types: { ...types, [name]: call === 'avg' ? 'decimal' : (types[value] ?? 'decimal') },
    numbers: [...groups.filter((group) => numbers.includes(group)), name],
    plain: groups.filter((group) => plain.includes(group)),
    sums: call === 'sum' ? [name] : [],
    facts: { rowCount, key: groups, columns: { ...Object.fromEntries(known), [name]: facts } },
  };
}

/** Returns the facts about a group. Few years are names, not periods. */
function toGroupFacts(group: string, columns: DatasetColumns): ColumnFacts {
  const { dateFormat, ...facts } = findFacts(group, columns)!;
  return facts.count < MIN_PERIODS || !dateFormat ? facts : { ...facts, dateFormat };
}
