import { expect, it } from 'vitest';
import type { CategoryFormat } from '../../service/src/values/value-style.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { compareDates, toIsoWeek } from '../../service/src/values/calendar.ts';
import { findGrain } from '../../service/src/values/find-grain.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { DATES } from './dates.ts';
import { toPlotData } from './draw-plot.ts';

it.each([
  ['year', ['2020-01-01', '2021-01-01', '2023-01-01']],
  ['year', ['2020-06-30', '2021-06-30', '2023-06-30']],
  ['quarter', ['2026-01-01', '2026-04-01', '2027-07-01']],
  ['quarter', ['2026-03-31', '2026-06-30', '2026-12-31']],
  ['month', ['2026-01-01', '2026-02-01']],
  ['month', ['2026-01-31', '2026-02-28']],
  ['month', ['2026-01-15', '2026-02-15', '2026-05-15']],
  ['month', ['2026-01-30', '2026-02-27', '2026-03-31']],
  ['month', ['2026-01-29', '2026-02-26', '2026-03-26']],
  ['month', ['2026-01-13', '2026-02-10', '2026-03-10']],
  ['week', ['2026-01-05', '2026-01-12', '2026-01-26']],
  ['week', ['2026-01-06', '2026-01-13', '2026-01-20']],
  ['date', ['2026-01-15', '2026-02-15']],
  ['date', ['2026-01-05', '2026-01-12']],
  ['date', ['2026-01-05', '2026-02-09', '2026-03-12']],
  ['date', ['2026-01-01']],
  ['month', ['0044-03-15 BC', '2026-01-01', '2026-02-01', 'infinity']],
  ['month', ['2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00']],
  ['hour', ['2026-01-01 08:00:00+00', '2026-01-01 09:00:00']],
  ['instant', ['2026-01-01 08:30:00+00', '2026-01-01 09:00:00+00']],
  ['instant', ['2026-01-01 08:00:00.5+00', '2026-01-01 09:00:00+00']],
])('the grain is %s for the dates %j', (grain, dates) => {
  expect(findGrain(dates)).toBe(grain);
});

it('dates before Christ, above 9999 and at infinity are in order', () => {
  const ordered = [
    '-infinity',
    '0044-03-15 BC',
    '0001-01-01 BC',
    '0001-01-01',
    '2026-01-01',
    '2026-01-01 08:00:00',
    '10000-01-01',
    'infinity',
  ];
  expect(ordered.toReversed().toSorted(compareDates)).toEqual(ordered);
});

it.each([
  ['2026-01-01', '2026-W01'],
  ['2025-12-29', '2026-W01'],
  ['2027-01-03', '2026-W53'],
  ['2024-12-30', '2025-W01'],
])('the week of %s is that of ISO 8601', (date, week) => {
  expect(toIsoWeek(date)).toBe(week);
});

it.each<[CategoryFormat, string, string, string | RegExp]>([
  ['quarter', 'en', '2026-05-01', 'Q2 2026'],
  ['quarter', 'ja', '2026-12-01', '2026年第4四半期'],
  ['quarter', 'fr', '2026-01-31', 'T1 2026'],
  ['year', 'ja', '2026-05-01', '2026年'],
  ['instant', 'en', '2026-05-01 08:00:00+00', /2026.*8:00\sAM UTC$/],
])('a %s in the language %s is named for %s', (format, tag, value, text) => {
  const { formats, words } = toPageLocale(tag);
  const written = new ValueFormatter(formats, 'EUR', words).format(value, { format });
  expect(written).toMatch(text);
});

it('keeps dates that no calendar has, without gaps', () => {
  const rows = { at: ['2026-01-01', '2026-01-02', 'infinity'], n: [1, 2, 3] };
  const columns = [
    { name: 'at', type: 'date' as const },
    { name: 'n', type: 'integer' as const },
  ];
  const plot = { ...DATES['missing day']!, rows, result: { columns } };
  expect(toPlotData(plot)).toMatchObject({
    content: { data: { categories: rows.at, isIrregular: true, isFilled: false } },
  });
});
