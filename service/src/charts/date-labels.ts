import type { CategoryFormat } from '../values/value-style.ts';
import { fitsLabel } from './category-labels.ts';
import { type Period, PERIODS, toTime } from '../values/calendar.ts';
import { toText } from '../values/value-formatter.ts';

/** Returns the number of the period that a date is in. The first date of each period gets a label. */
type LabelStep = (text: string) => number;

/** Returns labels at every `counts` periods. */
const toSteps = (period: Period, ...counts: number[]): LabelStep[] =>
  counts.map((count) => (text) => Math.floor(PERIODS[period].toPlace(text) / count));

const YEARS = toSteps('year', 1, 2, 5, 10, 20, 50, 100);
const WEEKS_AND_MONTHS = [...toSteps('week', 1, 2), ...toSteps('month', 1, 2, 3, 6), ...YEARS];

/** The distances of labels by the format of the axis, the smallest first. */
const STEPS: Partial<Record<CategoryFormat, readonly LabelStep[]>> = {
  hour: [...toSteps('hour', 3, 6, 12, 24), ...WEEKS_AND_MONTHS],
  date: WEEKS_AND_MONTHS,
  month: [...toSteps('month', 2, 3, 6), ...YEARS],
  quarter: [...toSteps('quarter', 2), ...YEARS],
  year: YEARS,
};

/**
 * Chooses the places of dates whose labels have room: at the beginnings of weeks, months or years. `names` has the label
 * of each category, which says its whole period. Returns `null` if the axis has other periods, or no room for two labels.
 */
export function chooseDateLabels(
  categories: readonly unknown[],
  names: readonly string[],
  format: CategoryFormat,
  width: number,
): ReadonlySet<number> | null {
  const texts = categories.map((category) => toText(category ?? ''));
  for (const toPeriod of STEPS[format] ?? []) {
    const places = findPlaces(texts, toPeriod);
    const list = [...places];
    const room = (index: number): number =>
      ((list[index + 1] ?? Infinity) - list[index]!) * (width / texts.length);
    const fits = list.every((place, index) => fitsLabel(names[place]!, room(index)));
    if (fits && list.length > 1) return places;
  }
  return null;
}

/** Returns the places at which a period begins. The first date may be in the middle of one. */
function findPlaces(texts: readonly string[], toPeriod: LabelStep): Set<number> {
  const periods = texts.map(toPeriod);
  const places = periods.flatMap((period, place) =>
    place > 0 && period !== periods[place - 1] ? [place] : [],
  );
  const isFirst = periods[0] !== toPeriod(toTimeBefore(texts[0] ?? ''));
  return new Set([...(isFirst ? [0] : []), ...places]);
}

/** Returns the last millisecond before a date, an hour or a year. */
function toTimeBefore(text: string): string {
  const time = toTime(text);
  return Number.isNaN(time) ? '' : new Date(time - 1).toISOString().replace('T', ' ');
}
