import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageCharts } from '../../service/src/page/browser/dashboard.ts';
import type { AxisContent } from '../../service/src/page/tile-data.ts';
import { figuresDashboard } from '../support/figures-dashboard.ts';
import { testService } from '../support/test-database.ts';

const apiKey = 'demo-key';
const dashboard = figuresDashboard(1, {
  four: 'SELECT n FROM generate_series(11, 14) AS n',
  five: 'SELECT n FROM generate_series(21, 25) AS n',
  three: 'SELECT n FROM generate_series(31, 33) AS n',
});
const { tiles } = dashboard.definition;
const columns = [{ column: 'n', label: 'N', format: 'integer' as const }];
dashboard.definition.tiles = [
  { ...tiles[0]!, kind: 'bar', category: 'n', series: columns, format: 'integer' },
  { ...tiles[1]!, kind: 'table', columns },
  { ...tiles[2]!, kind: 'table', columns },
];

let service: DashboardService;
let page: string;

beforeAll(async () => {
  const options = { apiKey, maxRows: 3, dashboards: [dashboard] };
  service = createDashboardService({ ...(await testService()), ...options });
  const answerOf = (path: string): Promise<Response> =>
    service.fetch(new Request(`http://service.test${path}`));
  const token = await (await answerOf(`/Api/GetToken/${apiKey}/anna/${dashboard.guid}`)).text();
  page = await (await answerOf(`/Tdb/${token}`)).text();
});

afterAll(() => service.close());

/** Returns the values that a tile shows, and its notice about missing rows. */
function shownIn(id: string): [string[], string | undefined] {
  const tile = page.split(`data-tile="${id}"`)[1]!.split('</section>')[0]!;
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
  const { charts } = JSON.parse(data) as PageCharts;
  expect((charts.four as AxisContent).data.categories).toHaveLength(3);
});

it('says nothing if the number of rows equals the limit', () => {
  expect(shownIn('three')).toEqual([['31', '32', '33'], undefined]);
});
