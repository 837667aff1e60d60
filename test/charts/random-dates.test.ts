import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toChartOption } from '../../service/src/charts/chart-option.ts';
import { toChartStyle } from '../../service/src/charts/chart-style.ts';
import { LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import { type Period, PERIODS } from '../../service/src/values/calendar.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { inputs } from '../support/inputs.ts';
import { toPlotData } from './draw-plot.ts';

const CHARTS = 500;
const STYLE = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);
const DAY_MS = 86_400_000;
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The periods: their least number of days, and the date that an English label names. */
const GRAINS: [Period, days: number, read: (label: string) => string][] = [
  ['date', 1, readDay],
  ['week', 7, readWeek],
  ['month', 28, readDay],
  ['quarter', 90, readQuarter],
  ['year', 365, (label) => `${label}-01-01`],
];

function readDay(label: string): string {
  return toDate(Date.parse(`${label} UTC`));
}

function readWeek(label: string): string {
  const [year, week] = label.split('-W').map(Number);
  // January 4 is always in the first week.
  return toDate(Date.UTC(year!, 0, 4) + (week! - 1) * 7 * DAY_MS);
}

function readQuarter(label: string): string {
  const [, quarter, year] = /^Q(\d) (\d{4})$/.exec(label)!;
  return toDate(Date.UTC(Number(year), Number(quarter) * 3 - 3, 1));
}

/** Periods that follow each other: the day that represents each one, and whether a filter or a hole has taken it. */
const RANDOM_PERIODS = fc.array(fc.record({ day: fc.nat(400), isGone: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
});

it('each label is the period of its value, whatever day represents it and whichever rows are left', () => {
  const property = fc.property(
    fc.constantFrom(...GRAINS),
    fc.integer({ min: 1970, max: 2090 }),
    RANDOM_PERIODS,
    ([grain, days, read], year, periods) => {
      const { toPlace, fromPlace } = PERIODS[grain];
      const first = toPlace(`${year}-02-01`);
      const dates = periods.flatMap(({ day, isGone }, index) => {
        const start = Date.parse(fromPlace(first + index));
        return isGone ? [] : [toDate(start + (day % days) * DAY_MS)];
      });
      if (dates.length === 0) return;
      const rows = { at: dates.toReversed(), n: dates.map((_, index) => index) };
      const drawn = draw({ rows, tile: { categoryFormat: grain } });
      const shown = drawn.flatMap(([label, value]) =>
        value === null ? [] : [[toPlace(read(label)), value]],
      );
      expect(shown).toEqual(dates.map((date, index) => [toPlace(date), dates.length - 1 - index]));
    },
  );
  fc.assert(property, inputs(CHARTS) as object);
});

/** Returns the label and the value of each place of a line. */
function draw(plot: Pick<Parameters<typeof toPlotData>[0], 'rows' | 'tile'>) {
  const data = toPlotData({ kind: 'line', ...plot });
  if (data.state !== 'ready' || data.content.kind !== 'axis') throw new Error(data.state);
  const option = toChartOption(data.content, STYLE, { width: 600, height: 300 });
  const { xAxis, series } = option as unknown as {
    xAxis: { data: string[]; axisLabel: { formatter: (name: string, place: number) => string } };
    series: { data: (number | null)[] }[];
  };
  return series[0]!.data.map((value, place): [string, number | null] => [
    xAxis.axisLabel.formatter('', place),
    value,
  ]);
}
