import type { CategoryFormat } from '../values/value-style.ts';
import { fitsLabel } from './category-labels.ts';
import { type Period, PERIODS, toTime } from '../values/calendar.ts';
import { toText } from '../values/value-formatter.ts';

/** A possible distance of labels. */
interface LabelStep {
  /** Returns the number of the period that a date is in. The first date of each period gets a label. */
  toPeriod: (text: string) => number;
  /** The format of the labels. */
  format: CategoryFormat;
}

/** The labels of a date axis by the places of their dates. */
export interface DateLabels {
  places: ReadonlySet<number>;
  format: CategoryFormat;
}

/** Returns labels at every `counts` periods. Those of weeks name days. */
const toSteps = (period: Period, ...counts: number[]): LabelStep[] =>
  counts.map((count) => ({
    toPeriod: (text) => Math.floor(PERIODS[period].toPlace(text) / count),
    format: period === 'week' ? 'date' : period,
  }));

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
function findPlaces(texts: readonly string[], toPeriod: LabelStep['toPeriod']): Set<number> {
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
