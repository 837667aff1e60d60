import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCompany, logIn } from '../../support/back-office.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { publishIn, withSql } from '../admin/draft-calls.ts';

/** The services of 20 processes. Here they share one process, because only their connections count. */
const PROCESSES = 20;
/** PostgreSQL's default. */
const SERVER_CONNECTIONS = 100;
/** Waits while the test holds the lock. Each query differs, because equal ones run once. */
const HELD = `SELECT 1 AS n FROM pg_advisory_xact_lock_shared(1) WHERE :Reader::text <> ''`;
const held = figuresDashboard(1, { counted: HELD });

/** A company and its dashboard. A company alone never has all connections for data. */
interface Tenant {
  apiKey: string;
  guid: string;
  tile: string;
}

let server: PostgresServer;
/** Connects first, because the services may take all connections. */
let holder: pg.Client;
let services: DashboardService[];
let tenants: [Tenant, Tenant];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server = await startPostgres();
});

afterEach(async () => {
  await holder.end();
  await Promise.all(services.map((service) => service.close()));
  await server.stop();
});

async function startAll(connections?: number): Promise<void> {
  const database = server.createDatabase();
  holder = new pg.Client(database);
  await holder.connect();
  services = [];
  for (let process = 0; process < PROCESSES; process += 1) {
    const options = {
      ...SETTINGS,
      database,
      dashboards: [held],
      ...(connections && { connections }),
    };
    const service = createDashboardService(options);
    services.push(service);
    await service.query('SELECT 1');
  }
  const { url } = await services[0]!.listen(0);
  const office = await logIn(url, SETTINGS.adminPassword);
  const { id, apiKey } = await createCompany(office, 'Another');
  const guid = crypto.randomUUID();
  const published = await publishIn(office, guid, withSql(HELD), { version: 0, companyId: id });
  expect(published.status).toBe(200);
  await office.post(`dashboards/${guid}/share`, { accessible: true });
  tenants = [
    { apiKey: SETTINGS.apiKey, guid: held.guid, tile: 'counted' },
    { apiKey, guid, tile: 'figure' },
  ];
}

let readers = 0;

function getToken(service: DashboardService, { apiKey, guid } = tenants[0]): Promise<Response> {
  readers += 1;
  const path = `/Api/GetToken/${apiKey}/reader-${readers}/${guid}?SQLparameters=Reader=${readers}`;
  return service.fetch(new Request(`http://service.test${path}`));
}

/** Gets a token, and opens its dashboard. Returns the state of its tile. */
async function open(service: DashboardService, tenant: Tenant): Promise<unknown> {
  const token = await (await getToken(service, tenant)).text();
  const page = await service.fetch(new Request(`http://service.test/Tdb/${token}`));
  return stateOf(await page.text(), tenant.tile);
}

const countBy = async (condition: string): Promise<number> => {
  const { rows } = await holder.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND ${condition}`,
  );
  return rows[0]!.n;
};
const isFull = async (): Promise<boolean> => (await countBy('true')) === SERVER_CONNECTIONS;
const OF_SERVICES = `application_name = 'dashboard-service'`;
const WAITS_FOR_DATA = `wait_event = 'advisory'`;
const WAITS_FOR_TOKENS = `wait_event = 'relation'`;

/** Returns the different statuses of the answers. */
const statusesOf = async (calls: Promise<Response>[]): Promise<Set<number>> =>
  new Set((await Promise.all(calls)).map(({ status }) => status));

it('answers all calls while 20 processes use all of their 4 connections', async () => {
  await startAll(4);
  await holder.query('SELECT pg_advisory_lock(1)');
  const pages = services.flatMap((service) => tenants.map((tenant) => open(service, tenant)));
  await expect.poll(() => countBy(WAITS_FOR_DATA)).toBe(2 * PROCESSES);
  await holder.query('BEGIN; LOCK TABLE dashboard_service.tokens IN EXCLUSIVE MODE');
  const calls = services.flatMap((service) => [getToken(service), getToken(service)]);
  await expect.poll(() => countBy(WAITS_FOR_TOKENS)).toBe(2 * PROCESSES);
  expect(await countBy(OF_SERVICES)).toBe(4 * PROCESSES);
  await holder.query('COMMIT; SELECT pg_advisory_unlock(1)');
  expect(await statusesOf(calls)).toEqual(new Set([200]));
  expect(new Set(await Promise.all(pages))).toEqual(new Set(['ready']));
});

it('answers 503 to calls that get none of too few connections, and then all calls again', async () => {
  await startAll();
  // As after a minute without calls.
  await holder.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OF_SERVICES}`);
  await expect.poll(() => countBy(OF_SERVICES)).toBe(0);
  await holder.query('SELECT pg_advisory_lock(1)');
  const pages: Promise<unknown>[] = [];
  while (!(await isFull())) {
    const [index, service] = [pages.length, services[pages.length % PROCESSES]!];
    pages.push(open(service, tenants[index < PROCESSES ? 1 : 0]));
    await expect
      .poll(async () => (await countBy(WAITS_FOR_DATA)) > index || (await isFull()))
      .toBe(true);
  }
  await holder.query('BEGIN; LOCK TABLE dashboard_service.tokens IN EXCLUSIVE MODE');
  const calls = services.flatMap((service) => Array.from({ length: 3 }, () => getToken(service)));
  const first = await Promise.race(calls);
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '2']);
  // The calls that have a connection still wait for the lock.
  expect(await countBy(WAITS_FOR_TOKENS)).toBe(PROCESSES);
  await holder.query('COMMIT; SELECT pg_advisory_unlock(1)');
  expect(await statusesOf(calls)).toEqual(new Set([200, 503]));
  expect(new Set(await Promise.all(pages))).toEqual(new Set(['ready']));
  await expect
    .poll(() => statusesOf(services.map((service) => getToken(service))))
    .toEqual(new Set([200]));
});
