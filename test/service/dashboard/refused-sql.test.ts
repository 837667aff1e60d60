import { type Dashboard } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

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

const tested = useService({ dashboards: [refused, objects] });

async function open({ guid }: Dashboard): Promise<string> {
  const address = `${tested.url}/Api/GetToken/${apiKey}/anna/${guid}?SQLparameters=Year=twenty`;
  const token = await (await fetch(address)).text();
  return (await fetch(`${tested.url}/Tdb/${token}`)).text();
}

it('refuses everything except plain reads, tile by tile, and reveals nothing of the SQL', async () => {
  const [before] = await tested.service.query(ORDERS);
  const page = await open(refused);
  const states = Object.keys(refused.definition.datasets).map((id) => [id, stateOf(page, id)]);
  expect(states.filter(([, state]) => state !== 'error')).toEqual([]);
  expect(page).toContain('This can’t be shown for these values');
  expect(page).not.toMatch(/secret_column|pg_read_file|DELETE|twenty|syntax|dashboard_service/);
  expect(await tested.service.query(ORDERS)).toEqual([before]);
});

it('keeps no large object, which some servers let a read create', async () => {
  await open(objects);
  expect(
    await tested.service.query('SELECT count(*)::int AS n FROM pg_largeobject_metadata'),
  ).toEqual([{ n: 0 }]);
});
