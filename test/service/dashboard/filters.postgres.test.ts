import type { Filter } from 'embedded-dashboard-service';
import { expect, it, vi } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { useBackOffice } from '../tested-service.ts';

const connection = 'Warehouse';
const cities: Filter = {
  kind: 'choice',
  parameter: 'Cities',
  label: 'Cities',
  multiple: true,
  select: { sql: 'SELECT name FROM cities ORDER BY name', connection },
};
const own = figuresDashboard(1, { own: 'SELECT coalesce(cardinality(:Cities), 0) AS n' });
const named = figuresDashboard(2, {
  named: 'SELECT count(*) AS n FROM cities WHERE :Cities IS NULL OR name = ANY(:Cities)',
});
named.definition.datasets.named!.connection = connection;
for (const { definition } of [own, named]) definition.filters = [cities];

const warehouse = new URL(await testDatabase());
await runSql(
  warehouse.href,
  "CREATE TABLE cities AS SELECT unnest(ARRAY['Oslo', 'Rome', 'Wien']) AS name",
);
const tested = useBackOffice({
  connectionHosts: [warehouse.host],
  dashboards: [own, named],
});

async function open({ guid }: typeof own, query: string): Promise<[number, string | undefined]> {
  const response = await fetch(`${await tested.addressOf(guid)}?${query}`);
  return [response.status, /class="figure" data-value="(\d)"/.exec(await response.text())?.[1]];
}

const query = 'filter.Cities=Oslo&filter.Cities=Wien';

it('cannot check a choice while the connection of its list is missing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await open(own, '')).toEqual([200, '0']);
  expect(await open(own, query)).toEqual([503, undefined]);
  // A dashboard that is unavailable is logged once, and without any value.
  expect(log.mock.calls.flat().join(' ')).not.toMatch(/Oslo|Cities|Warehouse/);
  log.mockRestore();
});

it('reads its list and its dataset on the connections that they name', async () => {
  warehouse.password ||= 'any';
  const connectionString = warehouse.href;
  const body = new URLSearchParams({ name: connection, connectionString });
  expect((await tested.office.post('companies/1/connections', body)).status).toBe(303);
  expect(await open(own, query)).toEqual([200, '2']);
  expect(await open(named, query)).toEqual([200, '2']);
  expect(await open(named, '')).toEqual([200, '3']);
  // A choice that is not in the list is left out.
  expect(await open(named, 'filter.Cities=Paris')).toEqual([200, '3']);
});
