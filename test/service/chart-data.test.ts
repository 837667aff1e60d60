import { beforeAll, describe, expect, it } from 'vitest';
import type { AxisContent } from '../../service/src/page/tile-data.ts';
import type { PageData } from '../../service/src/page/browser/live-tiles.ts';
import { stateOf, testDashboard, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const LONG = `SELECT * FROM (VALUES
  (date '2026-03-01', 'Tea', 3, 0.5), (date '2026-01-01', 'Tea', 1, 0.5),
  (date '2026-01-01', 'Cocoa', 2, 0.25), (date '2026-04-01', 'Cocoa', 2, 0.25)) AS sold (month, drink, n, share)`;
const MANY = `SELECT date '2026-01-01' AS month, 'Drink ' || drink AS drink, drink AS n, drink / 100.0 AS share
  FROM generate_series(1, 20) AS drink`;

const base = { title: 'Sold', category: 'month' } as const;
const series = [{ column: 'n', label: 'Sold' }];
const TILES = [
  { ...base, id: 'long', dataset: 'long', kind: 'line', series, format: 'integer' },
  {
    ...base,
    id: 'split',
    dataset: 'long',
    kind: 'line',
    series,
    format: 'integer',
    splitBy: 'drink',
  },
  {
    ...base,
    id: 'many',
    dataset: 'many',
    kind: 'bar',
    series,
    format: 'integer',
    splitBy: 'drink',
  },
  {
    ...base,
    id: 'shares',
    dataset: 'many',
    kind: 'bar',
    series: [{ column: 'share', label: 'Share' }],
    format: 'percent',
    splitBy: 'drink',
  },
  {
    ...base,
    id: 'twice',
    dataset: 'twice',
    kind: 'area',
    series,
    format: 'integer',
    splitBy: 'drink',
  },
  { ...base, id: 'names', dataset: 'names', kind: 'bar', series, format: 'integer' },
  { ...base, id: 'days', dataset: 'days', kind: 'line', series, format: 'integer' },
  {
    ...base,
    id: 'heat',
    title: '*/',
    dataset: 'long',
    kind: 'heatmap',
    splitBy: 'drink',
    value: 'n',
    format: 'integer',
  },
  {
    ...base,
    id: 'points',
    title: "Amélie’s ('new')*/2",
    dataset: 'names',
    kind: 'scatter',
    x: { column: 'n', label: 'Sold', format: 'integer' },
    y: { column: 'n', label: 'Sold, too', format: 'integer' },
  },
  {
    ...base,
    id: 'figure',
    dataset: 'names',
    kind: 'number',
    value: 'n',
    format: 'integer',
    note: '',
    trend: { dataset: 'days', column: 'n' },
  },
] as const;
const DATASETS = {
  long: LONG,
  many: MANY,
  twice: `${LONG} UNION ALL ${LONG}`,
  names: `SELECT * FROM (VALUES ('=1+1', -5), ('=1+1', 7), ('a;@b', NULL)) AS sold (month, n)`,
  days: `SELECT * FROM (VALUES (date '2026-01-05', 1), (date '2026-01-26', 3), (date '2026-01-12', 2)) AS sold (month, n)`,
};

const dashboard = testDashboard(1, DATASETS, TILES);
const tested = useService({ dashboards: [dashboard] });
let url: string;
let page: string;

beforeAll(async () => {
  const opened = await tested.open(dashboard.guid);
  ({ url } = opened);
  page = await opened.text();
});

function dataOf(id: string): AxisContent['data'] {
  const block = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page)![1]!;
  const { charts } = JSON.parse(block) as PageData;
  return (charts[id] as AxisContent).data;
}

describe('rows with several values for each date', () => {
  it('are replaced by a sentence without a column to split by', () => {
    expect(stateOf(page, 'long')).toBe('unfit');
    expect(tileOf(page, 'long')).toContain('can’t show several values for one date or name');
  });

  it('are a series for each value of that column, over sorted dates without gaps', () => {
    expect(dataOf('split')).toMatchObject({
      categoryFormat: 'month',
      categories: ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'],
      series: [
        { label: 'Tea', values: [1, null, 3, null] },
        { label: 'Cocoa', values: [2, null, null, 2] },
      ],
    });
  });

  it('are replaced by a sentence if several values remain after the split', () => {
    expect(stateOf(page, 'twice')).toBe('unfit');
  });

  it('have a sum of the smallest series if there are many', () => {
    const labels = dataOf('many').series.map(({ label }) => label);
    expect(labels).toHaveLength(12);
    expect(labels).toContain('Drink 20');
    expect(dataOf('many').series.at(-1)).toMatchObject({ label: 'Other', values: [45] });
  });

  it('omit the smallest of many series of percentages, and say so', () => {
    expect(dataOf('shares').series.map(({ label }) => label)).not.toContain('Other');
    expect(tileOf(page, 'shares')).toContain('The largest 12 of 20 are shown.');
  });
});

it('shows rows of the same name as separate bars', () => {
  expect(dataOf('names').series[0]!.values).toEqual([-5, 7, null]);
});

it('fills in weeks without a row', () => {
  expect(dataOf('days').categories).toEqual([
    '2026-01-05',
    '2026-01-12',
    '2026-01-19',
    '2026-01-26',
  ]);
  expect(dataOf('days').series[0]!.values).toEqual([1, 2, null, 3]);
});

it('shows pairs as a table of colors', () => {
  const cells = [...tileOf(page, 'heat').matchAll(/style="--heat:(\d+)%"[^>]*>(\d)</g)];
  expect(cells.map(([, heat, value]) => [heat, value])).toEqual([
    ['33', '1'],
    ['100', '3'],
    ['67', '2'],
    ['67', '2'],
  ]);
});

it('draws a trend below a number, in the order of its rows', () => {
  expect(tileOf(page, 'figure')).toContain('points="0.00,32.00 50.00,0.00 100.00,16.00"');
});

describe('the rows of a tile as CSV', () => {
  const csvOf = async (id: string): Promise<string> => {
    const [, href] = new RegExp(`href="(\\?csv=${id})"`).exec(page)!;
    const response = await fetch(`${url}${href}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Sold.csv"/);
    return response.text();
  };

  it('have headings, plain values, and only dates that have rows', async () => {
    expect(await csvOf('split')).toBe(
      'Category,Tea,Cocoa\r\n2026-01-01,1,2\r\n2026-03-01,3,\r\n2026-04-01,,2\r\n',
    );
  });

  it('are a file that has the title as its name', async () => {
    const nameOf = async (id: string): Promise<string | null> =>
      (await fetch(`${url}?csv=${id}`)).headers.get('content-disposition');
    expect(await nameOf('points')).toBe(
      `attachment; filename="Am_lie_s ('new') 2.csv"; filename*=UTF-8''Am%C3%A9lie%E2%80%99s%20%28%27new%27%29%202.csv`,
    );
    expect(await nameOf('heat')).toBe(`attachment; filename="data.csv"; filename*=UTF-8''data.csv`);
  });

  it('have no formulas', async () => {
    expect(await csvOf('names')).toBe("Category,Sold\r\n'=1+1,-5\r\n'=1+1,7\r\n\"a;'@b\",\r\n");
  });

  it('are unavailable after the token ends', async () => {
    expect((await fetch(`${url}?csv=gone`)).status).toBe(404);
    await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
    expect((await fetch(`${url}?csv=names`)).status).toBe(401);
  });
});
