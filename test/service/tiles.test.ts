import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard } from '../support/figures-dashboard.ts';
import { testService } from '../support/test-database.ts';

const figures = figuresDashboard(1, {
  better: 'SELECT 100 AS n, -100 AS previous',
  worse: 'SELECT -300 AS n, -200 AS previous',
});
for (const tile of figures.definition.tiles) Object.assign(tile, { previous: 'previous' });

const shares = figuresDashboard(2, {
  drinks: "SELECT * FROM (VALUES ('Tea', 1), ('Coffee', 1), ('Tea', 2)) AS sold (drink, n)",
});
shares.definition.tiles = [
  Object.assign(shares.definition.tiles[0]!, { kind: 'pie', category: 'drink' }),
];

let service: DashboardService;

beforeAll(async () => {
  const own = await testService();
  service = createDashboardService({ ...own, dashboards: [figures, shares] });
});

afterAll(() => service.close());

async function open({ guid }: Dashboard): Promise<string> {
  const call = (path: string): Promise<Response> =>
    service.fetch(new Request(`http://service.test/${path}`));
  const token = await (await call(`Api/GetToken/${service.apiKey}/anna/${guid}`)).text();
  return (await call(`Tdb/${token}`)).text();
}

it('tells whether a number went up, from below zero, too', async () => {
  const page = await open(figures);
  const changes = [
    ...page.matchAll(/class="(good|bad)"[\s\S]*?hidden">(up|down)<[\s\S]*?> *\s*([\d.]+%)/g),
  ];
  expect(changes.map(([, ...change]) => change.join(' '))).toEqual([
    'good up 200.0%',
    'bad down 50.0%',
  ]);
});

it('takes rows of one name for one part of the whole', async () => {
  const texts = [...(await open(shares)).matchAll(/<text[^>]*>([^<]*)<\/text>/g)];
  const legend = texts.map(([, text]) => text);
  expect(legend).toEqual(expect.arrayContaining(['Tea', '75%', 'Coffee', '25%']));
  expect(legend.filter((text) => text === 'Tea')).toHaveLength(1);
});
