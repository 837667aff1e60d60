import { isCalendarDate, toDay, toMonth, toWeekday } from './calendar.ts';
import { isDate, toTexts } from './category-format.ts';
import type { ColumnType } from './column-type.ts';
import { areYears } from './plain-numbers.ts';
import type { CategoryFormat } from './value-style.ts';

/** With fewer dates, an equal day of the week or of the month is a coincidence. */
const LEAST_DATES = 3;
const FRIDAY = 4;

/** The days that may represent their months, and the fewest dates that show it. */
const ANCHORS: readonly [least: number, areAt: (dates: readonly string[]) => boolean][] = [
  [2, (dates) => dates.every((text) => toDayOfMonth(text) === 1)],
  [2, (dates) => dates.every((text) => countDaysAfter(text) === 0)],
  [LEAST_DATES, (dates) => dates.every(isLastWorkday)],
  [LEAST_DATES, (dates) => areEqual(dates.map(toDayOfMonth))],
  [LEAST_DATES, (dates) => areEqual(dates.map(toWeekdayFromStart))],
  [LEAST_DATES, (dates) => areEqual(dates.map(toWeekdayFromEnd))],
];

/** Suggests the format of a column to its author, from its values. `name`: the name of the column. */
export function suggestFormat(
  type: ColumnType,
  values: readonly unknown[],
  name: string,
): CategoryFormat {
  if (type === 'integer') return areYears(values, name) ? 'year' : 'text';
  return isDate(type) ? findGrain(toTexts(values)) : 'text';
}

/**
 * Suggests the period that each value of a column represents, from the texts (PostgreSQL's, in UTC). Any day may represent
 * its period: the last one, the 15th, the last Friday. The author decides: no page of readers imports this
 * file.
 */
export function findGrain(texts: readonly string[]): CategoryFormat {
  const dates = texts.filter(isCalendarDate);
  if (dates.some((text) => !isMidnight(text))) {
    return dates.length > 1 && dates.every(isFullHour) ? 'hour' : 'instant';
  }
  if (ANCHORS.some(([least, areAt]) => dates.length >= least && areAt(dates))) {
    return findGrainOfMonths(dates.map(toMonth));
  }
  const isWeekly = dates.length >= LEAST_DATES && areEqual(dates.map(weekdayOf));
  return isWeekly ? 'week' : 'date';
}

/** A year has one month, and a quarter every third one, whatever month the year of a company begins with. */
function findGrainOfMonths(months: readonly number[]): CategoryFormat {
  if (areEqual(months.map((month) => month % 12))) return 'year';
  return areEqual(months.map((month) => month % 3)) ? 'quarter' : 'month';
}

function areEqual(values: readonly unknown[]): boolean {
  return new Set(values).size === 1;
}

function weekdayOf(text: string): number {
  return toWeekday(toDay(text));
}

function toDayOfMonth(text: string): number {
  return Number(text.slice(8, 10));
}

/** Returns the days of the month after a date. */
function countDaysAfter(text: string): number {
  const next = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0));
  return next.getUTCDate() - toDayOfMonth(text);
}

/** Returns whether the rest of the month has only a Saturday and a Sunday, or nothing. */
function isLastWorkday(text: string): boolean {
  const weekday = weekdayOf(text);
  return weekday < FRIDAY
    ? countDaysAfter(text) === 0
    : weekday === FRIDAY && countDaysAfter(text) < 3;
}

/** Such as the second Tuesday of a month. */
function toWeekdayFromStart(text: string): string {
  return `${weekdayOf(text)} ${Math.ceil(toDayOfMonth(text) / 7)}`;
}

/** Such as the last Friday of a month. */
function toWeekdayFromEnd(text: string): string {
  return `${weekdayOf(text)} ${Math.floor(countDaysAfter(text) / 7)}`;
}

function isMidnight(text: string): boolean {
  return /^(00:00:00(\.0+)?)?$/.test(text.slice(11).replace(/[+-]\d+(:\d+)?$/, ''));
}

function isFullHour(text: string): boolean {
  return /^:00:00(\.0+)?([+-]|$)/.test(text.slice(13));
}
