import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasHaproxy, startHaproxy } from '../../support/haproxy.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
} from '../../support/postgres-server.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';

// Prints the figures of a failover: TEST_TIER=nightly npx vitest run --project postgres failover

const { apiKey } = SETTINGS;
const orders = figuresDashboard(1, { orders: 'SELECT count(*) AS n FROM orders' });
const CALLERS = ['token', 'token', 'token', 'token', 'page', 'page'] as const;
/** The pause of a caller between two calls, in milliseconds. The servers need the processor as well. */
const PAUSE_MS = 50;
/** The calls of each caller before the primary is lost. */
const WARM_UP = 10;
/** So many successes in a row show that no connection to the lost primary is left. */
const SUCCESSES = 20;
/** The connections of PgBouncer to the server: more than the service has. */
const POOLED = 10;
/** The longest wait of a health check, in milliseconds: that of HAProxy. */
const CHECK_LIMIT_MS = 1000;

let primary: PostgresServer;
let standby: PostgresStandby;
/** The address of the database at the primary. */
let database: string;
/** The address of the database at the standby. */
let copy: string;

/** Starts a primary, and a standby that has each change before the primary acknowledges it. */
beforeEach(async () => {
  primary = await startPostgres();
  onTestFinished(() => primary.stop());
  database = primary.createDatabase();
  standby = await primary.startStandby();
  onTestFinished(() => standby.end());
  copy = standby.addressOf(database);
  await runSql(database, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await runSql(database, 'SELECT pg_reload_conf()');
  vi.spyOn(console, 'error').mockReturnValue();
});

/** A way from the service to the primary. */
interface Way {
  address: string;
  /** The operator's step after the promotion. */
  onPromoted?: () => void;
}

const withHosts = (...hosts: string[]): string => database.replace(/@[^/]+/, `@${hosts.join()}`);

async function isPrimary(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CHECK_LIMIT_MS,
    query_timeout: CHECK_LIMIT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_standby');
    return rows[0].is_standby === false;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

/** Starts what Patroni has at each host: `GET /primary` is 200 at the primary only. Returns its port. */
async function startAgent(address: string): Promise<number> {
  const agent = createServer(async (_, response) => {
    response.statusCode = (await isPrimary(address)) ? 200 : 503;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(agent, 'listening');
  onTestFinished(() => void agent.close());
  return (agent.address() as AddressInfo).port;
}

/** Starts HAProxy as documented. Returns the address of the database behind it. */
async function toHaproxy(): Promise<string> {
  const documented = readFileSync('docs/examples/haproxy-postgresql.cfg', 'utf8');
  const agents = [await startAgent(database), await startAgent(copy)];
  const proxy = await startHaproxy((port) =>
    documented
      .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replace('10.0.0.21:5432 check port 8008', `${hostOf(database)} check port ${agents[0]}`)
      .replace('10.0.0.22:5432 check port 8008', `${hostOf(copy)} check port ${agents[1]}`),
  );
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const address = withHosts(`127.0.0.1:${proxy.port}`);
  // Until the first checks, it uses both servers in turn.
  await expect
    .poll(async () => (await isPrimary(address)) && (await isPrimary(address)))
    .toBe(true);
  return address;
}

const hostOf = (address: string): string => new URL(address).host;

async function toPgBouncer(server: string): Promise<Pooler> {
  const pooler = await startPgBouncer(server, 'transaction', POOLED);
  onTestFinished(() => pooler.stop());
  return pooler;
}

const WAYS: { name: string; isThere: boolean; open: () => Promise<Way> }[] = [
  {
    name: 'several hosts',
    isThere: true,
    open: async () => ({ address: withHosts(hostOf(database), hostOf(copy)) }),
  },
  {
    name: 'HAProxy',
    isThere: hasHaproxy,
    open: async () => ({ address: await toHaproxy() }),
  },
  {
    name: 'PgBouncer',
    isThere: hasPgBouncer,
    async open() {
      const pooler = await toPgBouncer(database);
      return { address: pooler.addressOf(database), onPromoted: () => pooler.moveTo(copy) };
    },
  },
  {
    name: 'PgBouncer in front of HAProxy',
    isThere: hasHaproxy && hasPgBouncer,
    open: async () => ({ address: (await toPgBouncer(await toHaproxy())).addressOf(database) }),
  },
];

const LOSSES: { name: string; lose: () => void | Promise<void> }[] = [
  { name: 'closed', lose: () => primary.kill() },
  {
    name: 'silent',
    lose() {
      onTestFinished(() => primary.kill());
      primary.freeze();
    },
  },
];

interface Call {
  kind: (typeof CALLERS)[number];
  caller: number;
  from: number;
  to: number;
  status: number;
  /** Whether the caller has what it asked for. */
  isGood: boolean;
}

/** Callers that request tokens and open a dashboard all the time. */
class Callers {
  readonly calls: Call[] = [];
  /** The tokens that the service has issued. */
  readonly tokens: string[] = [];
  readonly #service: DashboardService;
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(service: DashboardService, opened: string) {
    this.#service = service;
    this.#running = Promise.all(
      CALLERS.map(async (kind, caller) => {
        while (!this.#isOver) {
          const from = performance.now();
          const answer = await (kind === 'token' ? this.#getToken() : this.#getPage(opened));
          this.calls.push({ kind, caller, from, to: performance.now(), ...answer });
          await wait(PAUSE_MS);
        }
      }),
    );
  }

  async #getToken(): Promise<Pick<Call, 'status' | 'isGood'>> {
    const { status, text } = await get(this.#service, TOKEN_PATH);
    if (status === 200) this.tokens.push(text);
    return { status, isGood: status === 200 };
  }

  async #getPage(token: string): Promise<Pick<Call, 'status' | 'isGood'>> {
    const { status, text } = await get(this.#service, `/Tdb/${token}?whole`);
    return { status, isGood: stateOf(text, 'orders') === 'ready' };
  }

  /** Waits until the last `count` calls of each caller, all begun after `since`, are good. */
  async untilGood(count: number, since: number): Promise<void> {
    const isGood = (caller: number): boolean => {
      const own = this.calls.filter((call) => call.caller === caller && call.from > since);
      return own.length >= count && own.slice(-count).every((call) => call.isGood);
    };
    await expect.poll(() => CALLERS.every((_, caller) => isGood(caller))).toBe(true);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

const TOKEN_PATH = `/Api/GetToken/${apiKey}/anna/${orders.guid}`;

async function get(
  service: DashboardService,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await service.fetch(new Request(`http://service.test${path}`));
  return { status: response.status, text: await response.text() };
}

async function startService(address: string): Promise<DashboardService> {
  const options = { ...SETTINGS, database: address, dashboards: [orders], cacheMs: 0 };
  const service = createDashboardService(options);
  onTestFinished(() => service.close());
  await service.listen(0);
  return service;
}

/** Returns the tokens that the database at the promoted standby lacks. */
async function findLost(tokens: readonly string[]): Promise<string[]> {
  const rows = await runSql(copy, 'SELECT token_hash AS hash FROM dashboard_service.tokens');
  const stored = new Set(rows.map(({ hash }) => hash));
  const toHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
  return tokens.filter((token) => !stored.has(toHash(token)));
}

/** Returns the figures of a failover, from the instants of the loss and of the promotion. */
function toFigures({ calls, tokens }: Callers, lostAt: number, promotedAt: number): string {
  const toSeconds = (ms: number): string => `${Math.max(0, ms / 1000).toFixed(1)} s`;
  const later = calls.filter(({ from, to }) => from > lostAt && to > promotedAt);
  const first = (kind: Call['kind']): string =>
    toSeconds(
      Math.min(...later.filter((call) => call.kind === kind && call.isGood).map(({ to }) => to)) -
        promotedAt,
    );
  const bad = later.filter(({ isGood }) => !isGood).map(({ to }) => to - promotedAt);
  const longest = toSeconds(Math.max(...calls.map(({ from, to }) => to - from)));
  return (
    `promoted ${toSeconds(promotedAt - lostAt)} after the loss; afterwards, first token ${first('token')}, ` +
    `first page ${first('page')}, last failure ${bad.length > 0 ? toSeconds(Math.max(...bad)) : 'none'}; ` +
    `longest call ${longest}; ${tokens.length} tokens`
  );
}

describe.each(WAYS)('by $name', ({ name: way, isThere, open }) => {
  const reason = isThere ? '' : ' (skipped: this machine lacks a program)';

  it.skipIf(!isThere).each(LOSSES)(
    `answers again without a restart, and loses no token: primary $name${reason}`,
    async ({ name: loss, lose }) => {
      const { address, onPromoted } = await open();
      const service = await startService(address);
      const callers = new Callers(service, (await get(service, TOKEN_PATH)).text);
      onTestFinished(() => callers.end());
      await callers.untilGood(WARM_UP, 0);

      const lostAt = performance.now();
      await lose();
      await runSql(copy, 'SELECT pg_promote()');
      const promotedAt = performance.now();
      onPromoted?.();
      await callers.untilGood(SUCCESSES, promotedAt);
      await callers.end();

      console.log(`By ${way}, ${loss}: ${toFigures(callers, lostAt, promotedAt)}`);
      expect(await findLost(callers.tokens)).toEqual([]);
      const statuses = new Set(callers.calls.map(({ status }) => status));
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    },
  );
});
