import type { CategoryFormat } from './value-style.ts';

/** The formats of a date axis whose categories follow each other at equal distances. */
export type Period = Exclude<CategoryFormat, 'text' | 'instant'>;

/** Returns whether the values of a format follow each other at equal distances. */
export function isPeriod(format: CategoryFormat): format is Period {
  return format !== 'text' && format !== 'instant';
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The largest number of categories. Missing periods are not added beyond it, or beyond as many as there are. */
const MAX_CATEGORIES = 1000;

/** The least quotient of a hole and the median distance of dates, and the largest number of holes that are named. */
const HOLE_RATIO = 4;
const MAX_HOLES = 3;

/** The texts of dates and years that a calendar shows: no infinity, no year before Christ, none above 9999. */
const CALENDAR_DATE = /^\d{4}(-\d\d-\d\d(?!.*BC)|$)/;

/** After all years: infinity. */
const MOST = 1e9;

/** Dates in order, with the missing periods between them. */
export interface FilledDates {
  dates: string[];
  /** Whether most dates do not follow the one before at the smallest distance, so that none is missing. */
  isIrregular: boolean;
}

/**
 * Adds the missing periods between dates in different periods, so that equal distances mean equal times. Months and
 * quarters follow each other. The step of others is the largest that hits all dates; two dates alone have none. Days
 * without any Saturday or Sunday are weekdays, and weekends are not missing.
 */
export function fillDates(texts: readonly string[], period: Period): FilledDates {
  const { toPlace, fromPlace } = PERIODS[period];
  const byPlace = new Map(texts.map((text) => [toPlace(text), text]));
  const places = [...byPlace.keys()];
  const [first = 0] = places;
  const last = places.at(-1) ?? 0;
  const asked = { dates: [...texts], isIrregular: false };
  // PostgreSQL has dates that no calendar shows, such as infinity.
  if (places.some(Number.isNaN)) return { ...asked, isIrregular: true };
  const common = places.map((place) => place - first).reduce(toCommonDivisor, 0);
  const isDense = period === 'month' || period === 'quarter' || places.length === 2;
  const step = isDense ? 1 : common;
  const count = step > 0 ? (last - first) / step + 1 : 1;
  if (count <= texts.length) return asked;
  if (count > Math.max(MAX_CATEGORIES, 2 * texts.length)) return { ...asked, isIrregular: true };
  const areWeekdays = period === 'date' && step === 1 && !places.some(isWeekend);
  const all = Array.from({ length: count }, (_, index) => first + index * step).filter(
    (place) => !areWeekdays || !isWeekend(place),
  );
  const next = new Map(all.map((place, index) => [place, all[index + 1]]));
  const gaps = places.slice(1).filter((place, index) => next.get(places[index]!) !== place).length;
  return {
    dates: all.map((place) => byPlace.get(place) ?? fromPlace(place)),
    isIrregular: places.length > 2 && 2 * gaps >= places.length,
  };
}

/** Returns the ends of the times without a date that are much longer than most: the longest ones, in order. */
export function findHoles(texts: readonly string[]): [from: string, to: string][] {
  const pairs = texts.slice(1).map((to, index): [string, string] => [texts[index]!, to]);
  const lengthOf = ([from, to]: [string, string]): number => toTime(to) - toTime(from);
  const lengths = pairs.map(lengthOf).filter(Number.isFinite);
  const limit = HOLE_RATIO * lengths.toSorted((a, b) => a - b)[lengths.length >> 1]!;
  const holes = pairs.filter((pair) => lengthOf(pair) > limit);
  const longest = holes.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_HOLES);
  return longest.toSorted((a, b) => compareDates(a[0], b[0]));
}

/** The calendar of a period: numbers that follow each other. */
interface Calendar {
  /** Returns the number of a date's period. */
  toPlace: (text: string) => number;
  /** Returns the first date of a period. */
  fromPlace: (place: number) => string;
}

/** Monday is the first day of a week in ISO 8601. 1970-01-01, day 0, was a Thursday. */
const THURSDAY = 3;
/** The first Monday after 1970-01-01, in days. */
const FIRST_MONDAY = 4;
/** Returns the day of the week, from 0 for Monday. */
export const toWeekday = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => toWeekday(day) >= 5;

/**
 * Returns the time of a year, a date or an instant in PostgreSQL's format: `2026`, `2026-10-31`,
 * `2026-10-31 12:00:00.5+00`. All are in UTC. Returns NaN for a date that no calendar shows.
 */
export function toTime(text: string): number {
  if (!isCalendarDate(text)) return NaN;
  const [time = '00:00'] = /\d\d:\d\d(:\d\d(\.\d{1,3})?)?/.exec(text.slice(11)) ?? [];
  return Date.parse(`${`${text}-01-01`.slice(0, 10)}T${time}Z`);
}

/** Returns whether a calendar shows a date or a year. */
export const isCalendarDate = (text: string): boolean => CALENDAR_DATE.test(text);
/** Returns the number of a date's day since 1970-01-01. */
export const toDay = (text: string): number => Math.floor(toTime(text) / DAY_MS);
const fromDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const toYear = (text: string): number => (isCalendarDate(text) ? Number(text.slice(0, 4)) : NaN);
/** Returns the number of a date's month, counted from the year 0. */
export const toMonth = (text: string): number => toYear(text) * 12 + Number(text.slice(5, 7)) - 1;
const fromMonth = (month: number): string => {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
};

/** The calendars of all periods. */
export const PERIODS: Record<Period, Calendar> = {
  hour: {
    toPlace: (text) => Math.floor(toTime(text) / HOUR_MS),
    fromPlace: (hour) => new Date(hour * HOUR_MS).toISOString().slice(0, 16).replace('T', ' '),
  },
  date: { toPlace: toDay, fromPlace: fromDay },
  week: {
    toPlace: (text) => Math.floor((toDay(text) - FIRST_MONDAY) / 7),
    fromPlace: (week) => fromDay(week * 7 + FIRST_MONDAY),
  },
  month: { toPlace: toMonth, fromPlace: fromMonth },
  quarter: {
    toPlace: (text) => Math.floor(toMonth(text) / 3),
    fromPlace: (quarter) => fromMonth(quarter * 3),
  },
  year: {
    toPlace: toYear,
    fromPlace: (year) => `${String(year).padStart(4, '0')}-01-01`,
  },
};

/** Returns the first and the last day of a mark on a date axis; `null` for values without a day, such as infinity. */
export function toDays(text: string, format: CategoryFormat): [string, string] | null {
  const period = isPeriod(format) && format !== 'hour' ? format : 'date';
  const { toPlace, fromPlace } = PERIODS[period];
  if (!isCalendarDate(text)) return null;
  const place = toPlace(text);
  return [fromPlace(place), fromDay(toDay(fromPlace(place + 1)) - 1)];
}

/** Returns the week of ISO 8601 that a date is in, such as `2026-W05`. */
export function toIsoWeek(text: string): string {
  const day = toDay(text);
  // The year of a week is the year of its Thursday.
  const thursday = day - toWeekday(day) + THURSDAY;
  const year = fromDay(thursday).slice(0, 4);
  const week = Math.floor((thursday - toDay(`${year}-01-01`)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Returns the quarter of the year that a date is in, from 1. */
export function toQuarter(text: string): number {
  return Math.ceil(Number(text.slice(5, 7)) / 3);
}

function toCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : toCommonDivisor(right, left % right);
}

/** Returns the order of two dates. The texts of years before Christ and above 9999 do not sort in their order. */
export function compareDates(left: string, right: string): number {
  const [a, b] = [toOrder(left), toOrder(right)];
  return a.year - b.year || (a.rest < b.rest ? -1 : Number(a.rest > b.rest));
}

function toOrder(text: string): { year: number; rest: string } {
  const [, year, rest = ''] = /^(\d+)(.*)$/.exec(text) ?? [];
  if (year === undefined) return { year: text.startsWith('-') ? -MOST : MOST, rest: text };
  return { year: rest.includes('BC') ? -Number(year) : Number(year), rest };
}
