import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApiKey, keepApiKey } from './api-key.ts';
import type { Dashboard } from './dashboard/definition.ts';
import { holdDataFolder, toDataFolder } from './data-folder.ts';
import type { Row, SqlValue } from './database/database.ts';
import { PgliteThread } from './database/pglite-thread.ts';
import { COMPANY_NAME } from './demo/company.ts';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { ensureDemoData, READ_ROLE } from './demo/demo-data.ts';
import { listenOnLoopback, type LoopbackServer } from './loopback-server.ts';
import { TOKEN_LIFETIME_SECONDS } from './settings.ts';
import { CompanyStore } from './state/company-store.ts';
import { migrateState } from './state/state-schema.ts';
import { TokenStore } from './state/token-store.ts';

/** How a dashboard service is set up; everything has a default. */
export interface DashboardServiceOptions {
  /** A folder, or `memory:` (default) for nothing kept. */
  databaseUrl?: string;
  /** The demo company's key. Default: the folder's own, made on first start. */
  apiKey?: string;
  /** Seconds from 1 to 7200. Default: 7200. */
  tokenLifetimeSeconds?: number;
  /** Who may embed, as in the CSP directive `frame-ancestors`. Default: `*`. */
  frameAncestors?: string;
  /** What the demo company has saved. Default: {@link demoDashboards}. */
  dashboards?: readonly Dashboard[];
  /** Milliseconds that one dataset may take. Default: 10,000. */
  queryLimitMs?: number;
  /** Rows that one dataset may bring. Default: 1,000. */
  maxRows?: number;
  /** The clock by which tokens expire. Default: `Date.now`. */
  now?: () => number;
}

/** The connection string of the demo data; the only one that GetToken accepts. */
export const DEMO_CONNECTION_STRING = 'pglite:demo';

const DEMO_COMPANY_ID = 1;

/**
 * The dashboard service of `service-interface.md`. Nothing is opened before it is needed: the first
 * {@link fetch}, {@link listen} or {@link query} opens the databases and fills them.
 */
export class DashboardService {
  /** The demo company's API key. */
  readonly apiKey: string;
  /** What the demo company has saved. */
  readonly dashboards: readonly Dashboard[];
  /** How long the tokens live that are handed out from now on, in seconds. */
  tokenLifetimeSeconds: number;

  readonly #options: DashboardServiceOptions;
  readonly #folder: string | null;
  readonly #servers: LoopbackServer[] = [];
  #opened: Promise<OpenService> | null = null;

  constructor(options: DashboardServiceOptions = {}) {
    this.#options = options;
    this.#folder = toDataFolder(options.databaseUrl ?? 'memory:');
    this.apiKey = options.apiKey ?? (this.#folder ? keepApiKey(this.#folder) : createApiKey());
    this.dashboards = options.dashboards ?? demoDashboards;
    this.tokenLifetimeSeconds = options.tokenLifetimeSeconds ?? TOKEN_LIFETIME_SECONDS;
  }

  /** Answers a request without a network. */
  readonly fetch = async (request: Request): Promise<Response> => {
    return (await this.#open()).app.fetch(request);
  };

  /**
   * Listens on this machine and answers `{base_url}` once the service can serve.
   * Throws {@link SettingError} for a busy port, before any database is opened.
   */
  async listen(port: number): Promise<LoopbackServer> {
    // Whoever has this service in its own process keeps its own Request and Response.
    const listener = getRequestListener(this.fetch, { overrideGlobalObjects: false });
    const server = await listenOnLoopback(listener, port, 'SERVICE_PORT');
    try {
      await this.#open();
    } catch (error) {
      await server.close();
      throw error;
    }
    this.#servers.push(server);
    return server;
  }

  /** Asks the demo data directly, past dashboards and their limits: to compare what a page shows. */
  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#open()).data.query(sql, values);
  }

  /** Stops listening and closes the databases. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map((server) => server.close()));
    await (await this.#opened?.catch(() => null))?.close();
  }

  #open(): Promise<OpenService> {
    this.#opened ??= openService(this, this.#options, this.#folder);
    return this.#opened;
  }
}

/** Sets up a dashboard service; see {@link DashboardService}. */
export function createDashboardService(options: DashboardServiceOptions = {}): DashboardService {
  return new DashboardService(options);
}

interface OpenService {
  app: Hono;
  data: PgliteThread;
  close(): Promise<void>;
}

async function openService(
  service: DashboardService,
  options: DashboardServiceOptions,
  folder: string | null,
): Promise<OpenService> {
  const release = folder ? holdDataFolder(folder) : () => {};
  const state = new PgliteThread({ folder: folder && join(folder, 'state') });
  const data = new PgliteThread({
    folder: folder && join(folder, 'data'),
    readLimitMs: options.queryLimitMs ?? 10_000,
    readRole: READ_ROLE,
  });
  const close = async (): Promise<void> => {
    await Promise.all([state.close(), data.close()]);
    release();
  };
  try {
    const companies = new CompanyStore(state);
    // Drawing charts is much code to load: it is loaded while the threads open their databases.
    const [{ createServiceApp }, assets] = await Promise.all([
      import('./api/service-app.ts'),
      import('./page/assets.ts').then(({ buildAssets }) => buildAssets()),
      saveCompany(state, companies, service),
      ensureDemoData(data).then(() => data.keepSnapshot()),
    ]);
    const lifetimeSeconds = (): number => service.tokenLifetimeSeconds;
    const app = createServiceApp({
      companies,
      tokens: new TokenStore(state, lifetimeSeconds, options.now ?? Date.now),
      connectionStrings: [DEMO_CONNECTION_STRING],
      data,
      maxRows: options.maxRows ?? 1000,
      assets,
      frameAncestors: options.frameAncestors ?? '*',
    });
    return { app, data, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function saveCompany(
  state: PgliteThread,
  companies: CompanyStore,
  { apiKey, dashboards }: DashboardService,
): Promise<void> {
  await migrateState(state);
  await companies.save(DEMO_COMPANY_ID, COMPANY_NAME, apiKey);
  for (const dashboard of dashboards) {
    await companies.saveDashboard(DEMO_COMPANY_ID, dashboard);
  }
}
