import { describe, expect, it } from 'vitest';
import type { CategoryFormat } from '../../service/src/dashboard/value-style.ts';
import { chooseDateLabels } from '../../service/src/page/date-labels.ts';
import { ValueFormatter } from '../../service/src/page/value-formatter.ts';

const formatter = new ValueFormatter('en', 'USD');
const DAY_MS = 86_400_000;

/** Returns the labels of an axis of this width. */
function labelsOf(dates: unknown[], format: CategoryFormat, width: number): string[] | null {
  const write = (date: unknown, shown: CategoryFormat): string =>
    formatter.formatCategory(date, shown);
  const labels = chooseDateLabels(dates, format, width, write);
  return labels && [...labels.places].map((place) => write(dates[place], labels.format));
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

describe('the labels of a date axis without room for all', () => {
  it('are at the beginnings of years for many months', () => {
    expect(labelsOf(months(123), 'month', 450)).toEqual(
      Array.from({ length: 11 }, (_, index) => `${2000 + index}`).slice(0, 11),
    );
    expect(labelsOf(months(123), 'month', 250)).toEqual([
      '2000',
      '2002',
      '2004',
      '2006',
      '2008',
      '2010',
    ]);
  });

  it('are at the beginnings of quarters for some months, and not at a first month within one', () => {
    const quarters = ['Apr 00', 'Jul 00', 'Oct 00', 'Jan 01', 'Apr 01'];
    expect(labelsOf(months(15, 1), 'month', 300)).toEqual(quarters);
    expect(labelsOf(months(13), 'month', 300)![0]).toBe('Jan 00');
  });

  it('are round years', () => {
    const years = Array.from({ length: 55 }, (_, index) => 1956 + index);
    expect(labelsOf(years, 'year', 500)).toEqual([
      '1960',
      '1965',
      '1970',
      '1975',
      '1980',
      '1985',
      '1990',
      '1995',
      '2000',
      '2005',
      '2010',
    ]);
  });

  it('are Mondays, or the first days of months', () => {
    expect(labelsOf(days(20), 'date', 500)).toEqual([
      'Jan 5, 2026',
      'Jan 12, 2026',
      'Jan 19, 2026',
    ]);
    expect(labelsOf(days(40), 'date', 300)).toEqual(['Jan 5, 2026', 'Jan 19, 2026', 'Feb 2, 2026']);
    expect(labelsOf(days(90), 'date', 300)).toEqual(['Jan 26', 'Feb 26', 'Mar 26']);
  });

  it('are hours of the day', () => {
    const hours = Array.from(
      { length: 24 },
      (_, hour) => `2026-01-01 ${String(hour).padStart(2, '0')}:00:00+00`,
    );
    expect(labelsOf(hours, 'hour', 600)).toEqual([
      'Jan 1, 12 AM',
      'Jan 1, 6 AM',
      'Jan 1, 12 PM',
      'Jan 1, 6 PM',
    ]);
  });

  it('do not exist for weeks, and on an axis without room for two', () => {
    expect(labelsOf(days(20), 'week', 500)).toBeNull();
    expect(labelsOf(days(20), 'date', 50)).toBeNull();
  });
});
