import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import { findFacts, isPlace } from './suggest-style.ts';

/** Whole numbers with so few different values are most likely codes, such as a number of cylinders. */
const MAX_CODES = 12;
/** The rows per value of codes. */
const ROWS_PER_CODE = 10;

/** The columns that a chart most likely shows. */
export interface MainColumns {
  /** A date if there is one. */
  category: string;
  /** The other column that identifies a row, or the next one that has no quantity. */
  splitBy: string | undefined;
  /** The first quantity; any number if there is no quantity. */
  value: string;
  /** The columns of numbers that are quantities, not names. */
  measures: string[];
}

/** Returns the columns that a chart most likely shows, by their types, their values and the key of the rows. */
export function findMainColumns(columns: DatasetColumns): MainColumns {
  const { names, numbers, facts } = columns;
  const measures = findMeasures(columns);
  const groups = names.filter((name) => !numbers.includes(name) || !measures.includes(name));
  const key = facts?.key ?? [];
  const ranked = [...key, ...groups.filter((name) => !key.includes(name))];
  const category = ranked.find((name) => isDate(name, columns)) ?? ranked[0] ?? names[0] ?? '';
  const value =
    measures.find((name) => name !== category) ??
    numbers.find((name) => name !== category) ??
    numbers[0] ??
    '';
  return { category, splitBy: ranked.find((name) => name !== category), value, measures };
}

/** Returns the columns of quantities; those that may be codes are last. */
function findMeasures(columns: DatasetColumns): string[] {
  const { numbers, plain, types, facts } = columns;
  const isCode = (name: string): boolean => {
    const count = findFacts(name, columns)?.count ?? 0;
    const rows = facts?.rowCount ?? 0;
    return types[name] === 'integer' && count <= MAX_CODES && count * ROWS_PER_CODE <= rows;
  };
  const found = numbers.filter(
    (name) => !plain.includes(name) && !isPlace(name) && !facts?.key.includes(name),
  );
  return [...found.filter((name) => !isCode(name)), ...found.filter(isCode)];
}

/** Returns whether a column has dates, with or without a time, or years. */
export function isDate(name: string, columns: DatasetColumns): boolean {
  const type = columns.types[name];
  return type === 'date' || type === 'instant' || !!findFacts(name, columns)?.dateFormat;
}
