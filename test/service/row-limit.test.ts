import { beforeAll, expect, it } from 'vitest';
import type { PageData } from '../../service/src/page/browser/live-tiles.ts';
import type { AxisContent } from '../../service/src/page/tile-data.ts';
import { testDashboard, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const columns = [{ column: 'n', label: 'N', format: 'integer' }];
const table = { kind: 'table', columns } as const;
const dashboard = testDashboard(
  1,
  {
    four: 'SELECT n FROM generate_series(11, 14) AS n',
    five: 'SELECT n FROM generate_series(21, 25) AS n',
    three: 'SELECT n FROM generate_series(31, 33) AS n',
  },
  [
    { id: 'four', dataset: 'four', kind: 'bar', category: 'n', series: columns, format: 'integer' },
    { id: 'five', dataset: 'five', ...table },
    { id: 'three', dataset: 'three', ...table },
  ],
);

const tested = useService({ maxRows: 3, dashboards: [dashboard] });
let page: string;

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
});

/** Returns the values that a tile shows, and its notice about missing rows. */
function shownIn(id: string): [string[], string | undefined] {
  const tile = tileOf(page, id);
  const values = [...tile.matchAll(/data-column="n" data-value="(\d+)"/g)];
  return [values.map(([, value]) => value!), /Only the [^<]*?shown\./.exec(tile)?.[0]];
}

it('cuts a table at the limit, and says so', () => {
  expect(shownIn('five')).toEqual([['21', '22', '23'], 'Only the first 3 rows are shown.']);
});

it('cuts a chart and its data in the page at the limit', () => {
  const [values, said] = shownIn('four');
  expect(new Set(values)).toEqual(new Set(['11', '12', '13']));
  expect(said).toBe('Only the first 3 rows are shown.');
  const data = /id="dashboard-data">(.*?)<\/script>/s.exec(page)![1]!;
  const { charts } = JSON.parse(data) as PageData;
  expect((charts.four as AxisContent).data.categories).toHaveLength(3);
});

it('says nothing if the number of rows equals the limit', () => {
  expect(shownIn('three')).toEqual([['31', '32', '33'], undefined]);
});
