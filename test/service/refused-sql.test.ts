import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../support/figures-dashboard.ts';
import { testService } from '../support/test-database.ts';

const apiKey = 'demo-key';
const ORDERS = 'SELECT count(*) AS n FROM orders';
const refused = figuresDashboard(1, {
  write: 'DELETE FROM orders RETURNING 1 AS n',
  hiddenWrite: 'WITH gone AS (DELETE FROM orders RETURNING 1) SELECT count(*) AS n FROM gone',
  two: 'SELECT 1 AS n; DROP TABLE orders',
  ended: 'SELECT 1 AS n; COMMIT; DROP TABLE orders',
  file: "SELECT length(pg_read_file('PG_VERSION')) AS n",
  state: 'SELECT count(*) AS n FROM dashboard_service.tokens',
  broken: 'SELECT secret_column AS n FROM orders',
  typed: 'SELECT :Year::int AS n',
});

const objects = figuresDashboard(2, { object: 'SELECT lo_create(0) AS n' });

let service: DashboardService;
let url: string;

beforeAll(async () => {
  const dashboards = [refused, objects];
  service = createDashboardService({ ...(await testService()), apiKey, dashboards });
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

async function open({ guid }: Dashboard): Promise<string> {
  const address = `${url}/Api/GetToken/${apiKey}/anna/${guid}?SQLparameters=Year=twenty`;
  const token = await (await fetch(address)).text();
  return (await fetch(`${url}/Tdb/${token}`)).text();
}

it('refuses everything except plain reads, tile by tile, and reveals nothing of the SQL', async () => {
  const [before] = await service.query(ORDERS);
  const page = await open(refused);
  const states = Object.keys(refused.definition.datasets).map((id) => [id, stateOf(page, id)]);
  expect(states.filter(([, state]) => state !== 'error')).toEqual([]);
  expect(page).toContain('This can’t be shown for these values');
  expect(page).not.toMatch(/secret_column|pg_read_file|DELETE|twenty|syntax|dashboard_service/);
  expect(await service.query(ORDERS)).toEqual([before]);
});

it('keeps no large object, which some servers let a read create', async () => {
  await open(objects);
  expect(await service.query('SELECT count(*)::int AS n FROM pg_largeobject_metadata')).toEqual([
    { n: 0 },
  ]);
});
