import { expect, it } from 'vitest';
import type { CategoryFormat } from '../../service/src/values/value-style.ts';
import { chooseDateLabels } from '../../service/src/charts/date-labels.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';

const formatter = new ValueFormatter('en', 'USD');
const DAY_MS = 86_400_000;

/** Returns the labels of an axis of this width. */
function labelsOf(dates: unknown[], format: CategoryFormat, width: number): string[] | null {
  const names = dates.map((date) => formatter.formatCategory(date, format));
  const places = chooseDateLabels(dates, names, format, width);
  return places && [...places].map((place) => names[place]!);
}

const months = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => {
    const month = first + index;
    return `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  });
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1) + index * DAY_MS).toISOString().slice(0, 10),
  );

const years = Array.from({ length: 55 }, (_, index) => 1956 + index);
const hours = Array.from(
  { length: 24 },
  (_, hour) => `2026-01-01 ${String(hour).padStart(2, '0')}:00:00+00`,
);

it.for<[what: string, unknown[], CategoryFormat, width: number, labels: string | null]>([
  [
    'the beginnings of years for many months',
    months(123),
    'month',
    450,
    'Jan 2000 | Jan 2002 | Jan 2004 | Jan 2006 | Jan 2008 | Jan 2010',
  ],
  ['some years', months(123), 'month', 250, 'Jan 2000 | Jan 2005 | Jan 2010'],
  ['quarters', months(15, 1), 'month', 400, 'Apr 2000 | Jul 2000 | Oct 2000 | Jan 2001 | Apr 2001'],
  [
    'quarters from the first month',
    months(13),
    'month',
    400,
    'Jan 2000 | Apr 2000 | Jul 2000 | Oct 2000 | Jan 2001',
  ],
  [
    'round years',
    years,
    'year',
    500,
    '1960 | 1965 | 1970 | 1975 | 1980 | 1985 | 1990 | 1995 | 2000 | 2005 | 2010',
  ],
  ['Mondays', days(20), 'date', 500, 'Jan 5, 2026 | Jan 12, 2026 | Jan 19, 2026'],
  ['every second Monday', days(40), 'date', 300, 'Jan 5, 2026 | Jan 19, 2026 | Feb 2, 2026'],
  ['a day of each month', days(90), 'date', 300, 'Jan 1, 2026 | Feb 1, 2026 | Mar 1, 2026'],
  [
    'hours',
    hours,
    'hour',
    600,
    'Jan 1, 2026, 12 AM | Jan 1, 2026, 6 AM | Jan 1, 2026, 12 PM | Jan 1, 2026, 6 PM',
  ],
  ['no label for weeks', days(20), 'week', 500, null],
  ['no label without room for two', days(20), 'date', 50, null],
])('a date axis without room for all labels has %s', ([, dates, format, width, labels]) => {
  // The spaces of times differ between versions of ICU.
  const texts = labelsOf(dates, format, width)?.join(' | ').replaceAll(/\s/g, ' ');
  expect(texts ?? null).toBe(labels);
});
