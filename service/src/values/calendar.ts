import type { CategoryFormat } from './value-style.ts';

/** The formats of a date axis whose categories follow each other at equal distances. */
export type Period = Exclude<CategoryFormat, 'text' | 'instant'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The largest number of categories. Missing periods are not added beyond it, or beyond as many as there are. */
const MAX_CATEGORIES = 1000;
/** With fewer dates, an equal day of the week is a coincidence. */
const LEAST_WEEKS = 3;
const MONTHS_OF_QUARTERS = /^(01|04|07|10)$/;

/** The dates and years that a date field of HTML has. */
const DAY_OR_YEAR = /^\d{4}(-\d\d-\d\d(?!.*BC)|$)/;

/** Dates in order, with the missing periods between them. */
export interface FilledDates {
  dates: string[];
  /** Whether the distances of most dates differ from the smallest period, so that no period is missing. */
  isIrregular: boolean;
}

/** Chooses the format of dates or instants (PostgreSQL's texts, in UTC, in order) from their distances. */
export function findDateFormat(texts: readonly string[]): CategoryFormat {
  if (texts.some((text) => !isMidnight(text))) {
    return texts.length > 1 && texts.every(isFullHour) ? 'hour' : 'instant';
  }
  const every = (test: (text: string) => boolean): boolean => texts.length > 1 && texts.every(test);
  if (every((text) => text.slice(8, 10) === '01')) {
    const months = texts.map((text) => text.slice(5, 7));
    if (months.every((month) => month === '01')) return 'year';
    return months.every((month) => MONTHS_OF_QUARTERS.test(month)) ? 'quarter' : 'month';
  }
  const isWeekly =
    texts.length >= LEAST_WEEKS && every((text) => toWeekday(toDay(text)) === MONDAY);
  return isWeekly ? 'week' : 'date';
}

/**
 * Adds the missing periods between dates, so that equal distances mean equal times. The step is the largest that hits
 * all dates. Days without any Saturday or Sunday are weekdays, and weekends are not missing.
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
  const step = places.map((place) => place - first).reduce(toCommonDivisor, 0);
  const count = step > 0 ? (last - first) / step + 1 : 1;
  // Several dates of one period are not comparable to the next period.
  if (byPlace.size < texts.length || count <= texts.length) return asked;
  if (count > Math.max(MAX_CATEGORIES, 2 * texts.length)) return { ...asked, isIrregular: true };
  const areWeekdays = period === 'date' && step === 1 && !places.some(isWeekend);
  const all = Array.from({ length: count }, (_, index) => first + index * step).filter(
    (place) => !areWeekdays || !isWeekend(place),
  );
  const next = new Map(all.map((place, index) => [place, all[index + 1]]));
  const gaps = places.slice(1).filter((place, index) => next.get(places[index]!) !== place).length;
  return {
    dates: all.map((place) => byPlace.get(place) ?? fromPlace(place)),
    isIrregular: 2 * gaps >= places.length,
  };
}

/** The calendar of a period: numbers that follow each other. */
interface Calendar {
  /** Returns the number of a date's period. */
  toPlace: (text: string) => number;
  /** Returns the first date of a period. */
  fromPlace: (place: number) => string;
}

/** Monday is the first day of a week in ISO 8601. 1970-01-01, day 0, was a Thursday. */
const MONDAY = 0;
const THURSDAY = 3;
/** The first Monday after 1970-01-01, in days. */
const FIRST_MONDAY = 4;
const toWeekday = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => toWeekday(day) >= 5;

/** Returns the time of a date or an instant in PostgreSQL's format: `2026-10-31`, `2026-10-31 12:00:00+00`. All are in UTC. */
export const toTime = (text: string): number =>
  Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}Z`);
const toDay = (text: string): number => Math.floor(Date.parse(text.slice(0, 10)) / DAY_MS);
const fromDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const toMonth = (text: string): number =>
  Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
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
    toPlace: (text) => Number(text.slice(0, 4)),
    fromPlace: (year) => `${String(year).padStart(4, '0')}-01-01`,
  },
};

/** Returns the first and the last day of a mark on a date axis; `null` for values without a day, such as infinity. */
export function toDays(text: string, format: CategoryFormat): [string, string] | null {
  const period = format === 'text' || format === 'instant' || format === 'hour' ? 'date' : format;
  const { toPlace, fromPlace } = PERIODS[period];
  if (!DAY_OR_YEAR.test(text)) return null;
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

function isMidnight(text: string): boolean {
  return /^(00:00:00(\.0+)?)?$/.test(text.slice(11).replace(/[+-]\d+(:\d+)?$/, ''));
}

function isFullHour(text: string): boolean {
  return /^:00:00(\.0+)?([+-]|$)/.test(text.slice(13));
}
