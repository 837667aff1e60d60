import { describe, expect, it } from 'vitest';
import type { AxisTile } from '../../service/src/dashboard/definition.ts';
import type { CategoryFormat } from '../../service/src/dashboard/value-style.ts';
import type { ColumnType } from '../../service/src/database/column-type.ts';
import { type AxisData, toAxisData } from '../../service/src/page/axis-data.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import { toChartNotes } from '../../service/src/page/chart-notes.ts';
import { toChartStyle } from '../../service/src/page/chart-style.ts';
import { toPageLocale } from '../../service/src/page/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/page/palette.ts';
import { findDateFormat, toIsoWeek } from '../../service/src/page/periods.ts';
import { ValueFormatter } from '../../service/src/page/value-formatter.ts';

const SIZE = { width: 1000, height: 260 };
const style = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);

/** Returns a chart whose rows have the numbers 1, 2, 3… */
function chartOf(type: ColumnType, categories: unknown[], settings: Partial<AxisTile> = {}) {
  const tile = {
    kind: 'line',
    category: 'at',
    series: [{ column: 'n', label: 'N' }],
    format: 'integer',
    ...settings,
  } as AxisTile;
  const rows = categories.map((at, index) => ({ at, n: index + 1 }));
  const columns = [
    { name: 'at', type },
    { name: 'n', type: 'integer' as const },
  ];
  const data = toAxisData(tile, { columns, rows }, 'Other') as AxisData;
  return { kind: 'axis', tile, data } as const;
}

/** Returns the numbers of a chart, with a dash for each gap. */
const drawn = (...chart: Parameters<typeof chartOf>): string =>
  chartOf(...chart)
    .data.series[0]!.values.map((value) => value ?? '-')
    .join(' ');

const write = (value: unknown, format: CategoryFormat, tag = 'en'): string => {
  const { formats, words } = toPageLocale(tag);
  return new ValueFormatter(formats, 'EUR', words).format(value, { format });
};

describe('the format of dates', () => {
  it.each([
    ['year', ['2020-01-01', '2021-01-01', '2023-01-01']],
    ['quarter', ['2026-01-01', '2026-04-01', '2027-07-01']],
    ['month', ['2026-01-01', '2026-02-01']],
    ['week', ['2026-01-05', '2026-01-12', '2026-01-26']],
    ['date', ['2026-01-05', '2026-01-12']],
    ['date', ['2026-01-06', '2026-01-13', '2026-01-20']],
    ['date', ['2026-01-01']],
    ['month', ['2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00']],
    ['hour', ['2026-01-01 08:00:00+00', '2026-01-01 09:00:00']],
    ['instant', ['2026-01-01 08:30:00+00', '2026-01-01 09:00:00+00']],
    ['instant', ['2026-01-01 08:00:00.5+00', '2026-01-01 09:00:00+00']],
  ])('is %s for %j', (format, dates) => {
    expect(findDateFormat(dates)).toBe(format);
  });

  it('has weeks of ISO 8601', () => {
    expect(['2026-01-01', '2025-12-29', '2027-01-03', '2024-12-30'].map(toIsoWeek)).toEqual([
      '2026-W01',
      '2026-W01',
      '2026-W53',
      '2025-W01',
    ]);
  });

  it('names quarters in the language of the page, and the time zone of times', () => {
    expect(write('2026-05-01', 'quarter')).toBe('Q2 2026');
    expect(write('2026-12-01', 'quarter', 'ja')).toBe('2026年第4四半期');
    expect(write('2026-01-31', 'quarter', 'fr')).toBe('T1 2026');
    expect(write('2026-05-01 08:00:00+00', 'instant')).toMatch(/2026.*8:00\sAM UTC$/);
    expect(write('2026-05-01', 'year', 'ja')).toBe('2026年');
  });
});

describe('missing periods', () => {
  it.each<[string, ColumnType, unknown[]]>([
    [
      'hours',
      'instant',
      ['2026-01-01 23:00:00+00', '2026-01-02 01:00:00+00', '2026-01-02 02:00:00+00'],
    ],
    ['days', 'date', ['2026-02-27', '2026-03-01', '2026-03-02']],
    ['weeks', 'date', ['2026-01-05', '2026-01-19', '2026-01-26']],
    ['months', 'date', ['2025-11-01', '2026-01-01', '2026-02-01']],
    ['quarters', 'date', ['2025-07-01', '2026-01-01', '2026-04-01']],
    ['years', 'date', ['2020-01-01', '2022-01-01', '2023-01-01']],
    ['years as numbers', 'integer', [2020, 2022, 2023]],
    ['years as texts of numbers', 'integer', ['2020', '2022', '2023']],
  ])('are gaps: %s', (_, type, categories) => {
    expect(drawn(type, categories)).toBe('1 - 2 3');
    expect(drawn(type, categories, { missing: 'zero' })).toBe('1 0 2 3');
    const { series } = toChartOption(chartOf(type, categories), style, SIZE);
    expect((series as { connectNulls: boolean }[])[0]!.connectNulls).toBe(false);
  });

  it('are not the weekends of weekdays', () => {
    const days = ['2026-01-08', '2026-01-09', '2026-01-12', '2026-01-14'];
    expect(drawn('date', days)).toBe('1 2 3 - 4');
  });

  it('do not exist between irregular dates, whose line has no gap', () => {
    const chart = chartOf('date', ['2026-01-01', '2026-01-05', '2026-01-06', '2026-01-20']);
    expect(chart.data.isIrregular).toBe(true);
    const { series } = toChartOption(chart, style, SIZE);
    expect((series as { connectNulls: boolean }[])[0]!.connectNulls).toBe(true);
  });

  it('keep the values of dates within a month', () => {
    const days = ['2026-01-15', '2026-03-20', '2026-04-02'];
    expect(drawn('date', days, { categoryFormat: 'month' })).toBe('1 - 2 3');
  });

  it('do not matter for dates that no calendar has', () => {
    expect(drawn('date', ['2026-01-01', '2026-01-02', 'infinity'])).toBe('1 2 3');
  });
});

describe('years as whole numbers', () => {
  it('have no separators, and are in order', () => {
    const { categories, categoryFormat } = chartOf('integer', [2002, 2001, 1999]).data;
    expect(categories).toEqual([1999, 2000, 2001, 2002]);
    expect(write(categories[0], categoryFormat)).toBe('1999');
  });

  it('keep the order of bars that are sorted by value', () => {
    expect(chartOf('integer', [2001, 1999], { kind: 'bar' }).data.categories).toEqual([2001, 1999]);
  });

  it('are not those of other whole numbers', () => {
    expect(chartOf('integer', [1, 2, 4]).data).toMatchObject({
      categoryFormat: 'text',
      categories: [1, 2, 4],
    });
  });
});

it('names the time zone below a chart with times', () => {
  const hours = chartOf('instant', ['2026-01-01 08:00:00+00', '2026-01-01 09:00:00+00']);
  expect(toChartNotes(hours, style, SIZE)).toContain('Times are in UTC.');
  expect(toChartNotes(chartOf('date', ['2026-01-01']), style, SIZE)).toEqual([]);
});
