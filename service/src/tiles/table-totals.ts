import type { TableTile } from '../dashboard/definition.ts';
import type { DatasetRows } from '../dashboard/run-dashboard.ts';
import { toInfinity, toNumber } from '../values/value-formatter.ts';

/** The significant digits of a floating-point number, without the errors of a sum. */
const EXACT_DIGITS = 15;

/** The total or the average of each column of a table that has one; `null` without any number. */
export type TableTotals = ReadonlyMap<number, unknown>;

/**
 * Returns the totals of a table over all rows of its dataset: of the rows, or of the database if there are more rows.
 * Returns `null` if the database could not compute them.
 */
export function toTotals({ columns }: TableTile, result: DatasetRows): TableTotals | null {
  const { rows, truncated, totals } = result;
  const found = new Map<number, unknown>();
  for (const [index, { column, total }] of columns.entries()) {
    if (!total) continue;
    const values = rows.map((row) => row[column]);
    const all = truncated ? totals?.get(column) : { [total]: addUp(total, values) };
    if (!all) return null;
    found.set(index, all[total]);
  }
  return found;
}

function addUp(total: 'sum' | 'average', values: readonly unknown[]): string | number | null {
  const infinite = values.map(toInfinity).filter((value) => value !== null);
  // As in the database. Infinities of both signs have no sum.
  if (infinite.length > 0) return String(infinite.reduce((sum, value) => sum + value));
  const found = values.filter((value) => toNumber(value) !== null);
  if (found.length === 0) return null;
  const exact = total === 'sum' ? addExactly(found) : null;
  if (exact !== null) return exact;
  const sum = found.reduce<number>((before, value) => before + toNumber(value)!, 0);
  const result = total === 'sum' ? sum : sum / found.length;
  return Number(result.toPrecision(EXACT_DIGITS));
}

/** Returns the sum of integers and decimals with all digits; `null` if there is a floating-point number. */
function addExactly(values: readonly unknown[]): string | null {
  const texts = values.map((value) => (Number.isSafeInteger(value) ? String(value) : value));
  if (!texts.every(isDecimal)) return null;
  const parts = texts.map((text) => text.trim().split('.') as [string, string?]);
  const places = Math.max(...parts.map(([, fraction = '']) => fraction.length));
  const toUnits = ([whole, fraction = '']: [string, string?]): bigint =>
    BigInt(whole + fraction.padEnd(places, '0'));
  const units = parts.reduce((sum, part) => sum + toUnits(part), 0n);
  const digits = String(units)
    .replace('-', '')
    .padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
}
