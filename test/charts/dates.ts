import type { Plot, Plots } from './plot.ts';

/** Returns a line of the numbers 1, 2, 3… at these times. */
function lineAt(at: (string | number)[], tile: Plot['tile'] = {}): Plot {
  return { kind: 'line', rows: { at, n: at.map((_, index) => index + 1) }, tile };
}

/** Returns consecutive dates. */
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
  );
const months = (count: number): string[] =>
  Array.from({ length: count }, (_, month) =>
    new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10),
  );
const hours = ['2026-01-01 23:00:00+00', '2026-01-02 01:00:00+00', '2026-01-02 02:00:00+00'];

/** The axes of dates: their labels, and the gaps of missing periods. */
export const DATES: Plots = {
  'missing hour': lineAt(hours),
  'missing day': lineAt(['2026-02-27', '2026-03-01', '2026-03-02']),
  'missing week': lineAt(['2026-01-05', '2026-01-19', '2026-01-26']),
  'missing month': lineAt(['2025-11-01', '2026-01-01', '2026-02-01']),
  'missing quarter': lineAt(['2025-07-01', '2026-01-01', '2026-04-01']),
  'missing year': lineAt(['2020-01-01', '2022-01-01', '2023-01-01']),
  'missing number of a year': lineAt([2020, 2022, 2023]),
  'zero for a missing day': lineAt(['2026-02-27', '2026-03-01', '2026-03-02'], { missing: 'zero' }),
  'unsorted days': lineAt(['2026-01-03', '2026-01-01', '2026-01-04']),
  // Saturdays and Sundays are not missing.
  weekdays: lineAt(['2026-01-08', '2026-01-09', '2026-01-12', '2026-01-14']),
  // Half of the distances differ from the smallest one: nothing is missing.
  'irregular days': lineAt(['2026-01-01', '2026-01-02', '2026-01-04', '2026-01-06']),
  'days shown as months': lineAt(['2026-01-15', '2026-03-20', '2026-04-02'], {
    categoryFormat: 'month',
  }),
  'one month that a filter has left': lineAt(['2013-02-01'], { categoryFormat: 'month' }),
  'Januaries of three years': {
    ...lineAt(['2012-01-01', '2013-01-01', '2014-01-01'], { categoryFormat: 'month' }),
    kind: 'bar',
  },
  'January and April': lineAt(['2014-01-01', '2014-04-01'], { categoryFormat: 'month' }),
  'every second month': lineAt(['2026-01-01', '2026-03-01', '2026-05-01', '2026-07-01']),
  'ends of months': lineAt(['2026-01-31', '2026-02-28', '2026-04-30']),
  'last Fridays': lineAt(['2026-01-30', '2026-02-27', '2026-03-27']),
  'ends of quarters': lineAt(['2025-09-30', '2025-12-31', '2026-03-31']),
  'fiscal years': { ...lineAt(['2023-03-31', '2024-03-31', '2026-03-31']), kind: 'bar' },
  'several days of one month': lineAt(['2026-01-01', '2026-01-15'], { categoryFormat: 'month' }),
  // No author has said that these are months.
  'months without a grain': lineAt(months(4), { categoryFormat: undefined }),
  'midnights without a grain': lineAt(
    ['2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00', '2026-02-01 08:00:00+00'],
    { categoryFormat: undefined },
  ),
  'seconds of a wall clock': lineAt(['2026-10-25 02:30:00.5', '2026-10-25 02:30:15']),
  'hours of two years': lineAt([
    '2025-01-01 08:00:00+00',
    '2025-01-02 08:00:00+00',
    '2026-01-01 08:00:00+00',
  ]),
  'a hole of months': lineAt([
    '2026-01-01',
    '2026-01-03',
    '2026-01-06',
    '2026-01-08',
    '2026-09-02',
  ]),
  'years that no calendar has': {
    ...lineAt(['infinity', '10000-01-01', '0044-03-15 BC', '1854-04-01', '0753-04-21 BC']),
    result: {
      columns: [
        { name: 'at', type: 'date' },
        { name: 'n', type: 'integer' },
      ],
    },
  },
  'unsorted years of bars': { ...lineAt([2001, 1999, 2002]), kind: 'bar' },
  'small whole numbers': lineAt([1, 2, 4]),
  'times of day': lineAt(['2026-01-01 08:30:00+00', '2026-01-01 09:00:00+00']),
  'ninety days': lineAt(days(90)),
  'two years of months': lineAt(months(24)),
  'ten years of months': lineAt(months(120)),
  'weeks in German': { ...lineAt(['2026-01-05', '2026-01-12', '2026-01-19']), locale: 'de' },
  'quarters in French': { ...lineAt(['2025-10-01', '2026-01-01', '2026-04-01']), locale: 'fr' },
};
