import { readFileSync } from 'node:fs';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { hasHaproxy, startHaproxy } from '../../support/haproxy.ts';
import { serve } from '../../support/node-server.ts';
import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
} from '../../support/postgres-server.ts';
import { startSilentProxy } from '../../support/silent-proxy.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';

const { apiKey } = SETTINGS;
const orders = figuresDashboard(1, { orders: 'SELECT count(*) AS n FROM orders' });
/** More than a process has connections to its state. */
const CALLERS = 4;

let primary: PostgresServer;
let standby: PostgresStandby;
let database: string;
/** The tokens that the service has issued. */
let tokens: string[];

/** Starts a primary, and a standby that has each change before the primary acknowledges it. */
beforeEach(async () => {
  tokens = [];
  primary = await startPostgres();
  onTestFinished(() => primary.stop());
  database = primary.createDatabase();
  standby = await primary.startStandby();
  onTestFinished(() => standby.end());
  await runSql(database, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await runSql(database, 'SELECT pg_reload_conf()');
  vi.spyOn(console, 'error').mockReturnValue();
});

async function startService(hosts: readonly string[]): Promise<DashboardService> {
  const service = createDashboardService({
    ...SETTINGS,
    database: database.replace(/@[^/]+/, `@${hosts.join()}`),
    dashboards: [orders],
  });
  onTestFinished(() => service.close());
  await service.listen(0);
  return service;
}

const hostOf = (address: string): string => new URL(address).host;

const promote = (): Promise<unknown> => runSql(standby.addressOf(database), 'SELECT pg_promote()');

/** Requests a token. Notes it if the service issues one. */
async function getToken(service: DashboardService): Promise<Response> {
  const path = `/Api/GetToken/${apiKey}/anna/${orders.guid}`;
  const response = await service.fetch(new Request(`http://service.test${path}`));
  if (response.status === 200) tokens.push(await response.clone().text());
  return response;
}

/** Requests tokens with all connections at the same time. */
const getTokens = (service: DashboardService): Promise<Response[]> =>
  Promise.all(Array.from({ length: CALLERS }, () => getToken(service)));

/** Expects that a call fails at least. Those that wait for a connection may get one to the other host. */
async function expectOutage(answers: Promise<Response[]>): Promise<void> {
  const seen = (await answers).map(({ status, headers }) => [status, headers.get('Retry-After')]);
  expect(seen).toContainEqual([503, '2']);
  expect(seen.filter(([status]) => status !== 200 && status !== 503)).toEqual([]);
}

/** Expects that the next calls succeed, and that nothing acknowledged is lost. */
async function expectService(service: DashboardService): Promise<void> {
  expect((await getTokens(service)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(tokens.length).toBeGreaterThan(2 * CALLERS - 1);
  for (const token of tokens) {
    const page = await service.fetch(new Request(`http://service.test/Tdb/${token}?whole`));
    expect([page.status, stateOf(await page.text(), 'orders')]).toEqual([200, 'ready']);
  }
}

/** Starts HAProxy as documented, which asks an agent at each host whether it is the primary. Returns its host. */
async function startProxy(): Promise<string> {
  const addresses = [database, standby.addressOf(database)];
  const agents = await Promise.all(addresses.map(startAgent));
  const documented = readFileSync('docs/examples/haproxy-postgresql.cfg', 'utf8');
  const proxy = await startHaproxy((port) =>
    documented
      .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replace('10.0.0.21:5432 check port 8008', `${hostOf(addresses[0]!)} check port ${agents[0]}`)
      .replace(
        '10.0.0.22:5432 check port 8008',
        `${hostOf(addresses[1]!)} check port ${agents[1]}`,
      ),
  );
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return `127.0.0.1:${proxy.port}`;
}

/** Starts an agent as Patroni's: `GET /primary` is 200 at the primary only. Returns its port. */
async function startAgent(address: string): Promise<number> {
  const agent = await serve(async (request, response) => {
    const sql = 'SELECT pg_is_in_recovery() AS is_standby';
    const [row] = await runSql(address, sql).catch(() => []);
    const isPrimary = request.url === '/primary' && row?.is_standby === false;
    response.writeHead(isPrimary ? 200 : 503).end();
  });
  onTestFinished(() => agent[Symbol.asyncDispose]());
  return agent.port;
}

const WAYS = [
  {
    way: 'several hosts',
    isThere: true,
    toHosts: async () => [hostOf(standby.addressOf(database)), hostOf(database)],
  },
  {
    way: `HAProxy as documented${hasHaproxy ? '' : ', skipped: this machine lacks HAProxy'}`,
    isThere: hasHaproxy,
    toHosts: async () => [await startProxy()],
  },
];

it.for(WAYS)(
  'loses nothing that it acknowledged while the primary is killed under load, by $way',
  async ({ isThere, toHosts }, { skip }) => {
    skip(!isThere);
    const service = await startService(await toHosts());
    let isDown = false;
    const statuses: number[] = [];
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!isDown) statuses.push((await getToken(service)).status);
    });
    await expect.poll(() => tokens.length).toBeGreaterThan(50);
    await primary.kill();
    await expect.poll(() => statuses.slice(-CALLERS)).toEqual([503, 503, 503, 503]);
    await promote();
    await expect.poll(() => statuses.at(-1)).toBe(200);
    isDown = true;
    await Promise.all(callers);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await expectService(service);
  },
);

it('answers again when the standby of a silent primary is promoted', async () => {
  const proxy = await startSilentProxy(Number(new URL(database).port));
  onTestFinished(() => proxy.close());
  const service = await startService([
    `127.0.0.1:${proxy.port}`,
    hostOf(standby.addressOf(database)),
  ]);
  await getTokens(service);
  proxy.fallSilent('all');
  await promote();
  await expectOutage(getTokens(service));
  await expectService(service);
});

it('answers again when the standby of a primary is promoted that takes no more writes', async () => {
  const service = await startService([hostOf(database), hostOf(standby.addressOf(database))]);
  await getTokens(service);
  await runSql(database, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await runSql(database, 'SELECT pg_reload_conf()');
  const setting = 'SHOW default_transaction_read_only';
  await expect
    .poll(() => runSql(database, setting))
    .toEqual([{ default_transaction_read_only: 'on' }]);
  await promote();
  // All succeed if a write in the background has found the new primary before.
  const statuses = (await getTokens(service)).map(({ status }) => status);
  expect([200, 503]).toEqual(expect.arrayContaining(statuses));
  await expectService(service);
});
