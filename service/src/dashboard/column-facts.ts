import type { Column } from '../values/column-type.ts';
import type { Row, RowSet } from '../database/database.ts';
import { suggestFormat } from '../values/find-grain.ts';
import type { ColumnFacts, DatasetFacts } from './dashboard-draft.ts';
import { isOrdinal } from '../values/plain-numbers.ts';

/** The first columns that may identify a row. More would take too long to try. */
const MAX_KEY_COLUMNS = 8;
/** The rows per value from which whole numbers may be groups, such as floors, and the most groups. */
const ROWS_PER_GROUP = 5;
const MAX_GROUPS = 100;

/** Describes the values of a result, so that the editor can suggest tiles for them. */
export function toDatasetFacts({ columns, rows }: RowSet, plain: readonly string[]): DatasetFacts {
  const facts = new Map(columns.map((column) => [column.name, toFacts(column, rows)]));
  const isName = ({ name, type }: Column): boolean => {
    if (type !== 'integer') return type !== 'decimal';
    const { count, range } = facts.get(name)!;
    const areGroups = count <= MAX_GROUPS && count * ROWS_PER_GROUP <= rows.length;
    return plain.includes(name) || isOrdinal(name) || (areGroups && range!.least >= 0);
  };
  const found = columns.filter((column) => facts.get(column.name)!.count > 1 && isName(column));
  // A name says more than its number.
  const names = [
    ...found.filter(({ type }) => type !== 'integer'),
    ...found.filter(({ type }) => type === 'integer'),
  ];
  return {
    rowCount: rows.length,
    columns: Object.fromEntries(facts),
    key: findKey(
      names.map(({ name }) => name),
      rows,
    ),
  };
}

function toFacts({ name, type }: Column, rows: readonly Row[]): ColumnFacts {
  const values = rows.flatMap((row) => row[name] ?? []);
  const texts = values.map(String);
  const distinct = [...new Set(texts)].toSorted();
  const numbers = texts.map(Number).toSorted((left, right) => left - right);
  const areNumbers = texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const format = suggestFormat(type, distinct, name);
  return {
    count: distinct.length,
    filled: values.length,
    longest,
    ...(areNumbers && numbers.length > 0 && { range: toRange(numbers) }),
    ...(format !== 'text' && { dateFormat: format }),
  };
}

function toRange(sorted: readonly number[]): ColumnFacts['range'] {
  return { least: sorted[0]!, middle: sorted[sorted.length >> 1]!, most: sorted.at(-1)! };
}

/** Returns the fewest columns, at most three, whose values are different in all rows; none if there are none. */
function findKey(names: readonly string[], rows: readonly Row[]): string[] {
  const tried = names.slice(0, MAX_KEY_COLUMNS);
  let sets: string[][] = [[]];
  for (let size = 1; size <= 3; size += 1) {
    sets = sets.flatMap((set) =>
      tried.slice(tried.indexOf(set.at(-1) ?? '') + 1).map((name) => set.concat(name)),
    );
    const found = sets.find((set) => areDifferent(set, rows));
    if (found) return found;
  }
  return [];
}

function areDifferent(names: readonly string[], rows: readonly Row[]): boolean {
  const seen = new Set(rows.map((row) => JSON.stringify(names.map((name) => row[name]))));
  return seen.size === rows.length;
}
