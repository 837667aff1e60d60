import type { CategoryFormat } from '../dashboard/definition.ts';

const DAY_MS = 86_400_000;
/** The largest number of dates. Missing dates are not added beyond it. */
const MAX_CATEGORIES = 1000;

/** Chooses the format of dates: months if each date is the first day of its month. */
export function findDateFormat(dates: readonly string[]): CategoryFormat {
  const areMonths = dates.length > 1 && dates.every((date) => date.slice(8, 10) === '01');
  return areMonths ? 'month' : 'date';
}

/**
 * Adds the missing dates between others, so that equal distances mean equal times. The step is the largest
 * that hits all dates, such as a month, a week or a day. `dates` are `YYYY-MM-DD`, in order.
 */
export function fillDates(dates: readonly string[], format: CategoryFormat): string[] {
  const places = dates.map(format === 'month' ? toMonth : toDay);
  const [first = 0] = places;
  const last = places.at(-1) ?? 0;
  const step = places.map((place) => place - first).reduce(toCommonDivisor, 0);
  const count = step > 0 ? (last - first) / step + 1 : dates.length;
  if (!(count > dates.length && count <= MAX_CATEGORIES)) return [...dates];
  const toDate = format === 'month' ? fromMonth : fromDay;
  return Array.from({ length: count }, (_, index) => toDate(first + index * step));
}

function toCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : toCommonDivisor(right, left % right);
}

function toDay(date: string): number {
  return Date.parse(date.slice(0, 10)) / DAY_MS;
}

function fromDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function toMonth(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function fromMonth(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
