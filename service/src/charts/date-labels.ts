import type { CategoryFormat } from '../values/value-style.ts';
import { fitsLabel } from './category-labels.ts';
import { toMonth, toTime } from '../values/periods.ts';
import { toText } from '../values/value-formatter.ts';

/** Returns the number of the period that a date is in; the first date of each period gets a label. */
type ToPeriod = (text: string) => number;

/** A possible distance of labels. */
interface LabelStep {
  toPeriod: ToPeriod;
  /** The format of the labels. */
  format: CategoryFormat;
}

/** The labels of a date axis by the places of their dates. */
export interface DateLabels {
  places: ReadonlySet<number>;
  format: CategoryFormat;
}

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;
/** The first Monday after 1970-01-01, in days. */
const MONDAY = 4;

const toYear: ToPeriod = (text) => Number(text.slice(0, 4));
const toHour: ToPeriod = (text) => toTime(text) / HOUR_MS;
const toDay: ToPeriod = (text) => Math.floor(toHour(text) / HOURS_PER_DAY);
const every =
  (count: number, toPlace: ToPeriod, first = 0): ToPeriod =>
  (text) =>
    Math.floor((toPlace(text) - first) / count);

const YEARS = [1, 2, 5, 10, 20, 50, 100].map((count): LabelStep => ({
  toPeriod: every(count, toYear),
  format: 'year',
}));
const toMonths = (...counts: number[]): LabelStep[] =>
  counts.map((count) => ({ toPeriod: every(count, toMonth), format: 'month' }));
const toWeeks = (...counts: number[]): LabelStep[] =>
  counts.map((count) => ({ toPeriod: every(7 * count, toDay, MONDAY), format: 'date' }));
const toHours = (...counts: number[]): LabelStep[] =>
  counts.map((count) => ({ toPeriod: every(count, toHour), format: 'hour' }));

/** The distances of labels by the format of the axis, the smallest first. */
const STEPS: Partial<Record<CategoryFormat, readonly LabelStep[]>> = {
  hour: [...toHours(3, 6, 12, 24), ...toWeeks(1, 2), ...toMonths(1, 2, 3, 6), ...YEARS],
  date: [...toWeeks(1, 2), ...toMonths(1, 2, 3, 6), ...YEARS],
  month: [...toMonths(2, 3, 6), ...YEARS],
  quarter: [{ toPeriod: every(6, toMonth), format: 'quarter' }, ...YEARS],
  year: YEARS,
};

/**
 * Chooses dates whose labels have room: at the beginnings of weeks, months or years. Returns `null` if the axis has other
 * periods, or no room for two labels.
 */
export function chooseDateLabels(
  categories: readonly unknown[],
  format: CategoryFormat,
  width: number,
  write: (category: unknown, format: CategoryFormat) => string,
): DateLabels | null {
  const texts = categories.map((category) => toText(category ?? ''));
  for (const step of STEPS[format] ?? []) {
    const labels = { places: findPlaces(texts, step.toPeriod), format: step.format };
    const places = [...labels.places];
    const room = (index: number): number =>
      ((places[index + 1] ?? Infinity) - places[index]!) * (width / texts.length);
    const fits = places.every((place, index) =>
      fitsLabel(write(categories[place], labels.format), room(index)),
    );
    if (fits && places.length > 1) return labels;
  }
  return null;
}

/** Returns the places at which a period begins. The first date may be in the middle of one. */
function findPlaces(texts: readonly string[], toPeriod: ToPeriod): Set<number> {
  const periods = texts.map(toPeriod);
  const places = periods.flatMap((period, place) =>
    place > 0 && period !== periods[place - 1] ? [place] : [],
  );
  const isFirst = periods[0] !== toPeriod(toTimeBefore(texts[0] ?? ''));
  return new Set([...(isFirst ? [0] : []), ...places]);
}

/** Returns the last millisecond before a date, an hour or a year. */
function toTimeBefore(text: string): string {
  const time = text.length === 4 ? Date.parse(`${text}-01-01`) : toTime(text);
  return Number.isNaN(time) ? '' : new Date(time - 1).toISOString().replace('T', ' ');
}
