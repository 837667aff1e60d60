import type { Hono } from 'hono';
import { AdminPassword } from '../secrets/admin-password.ts';
import { KnownDevices } from '../secrets/known-devices.ts';
import { SignOnSecrets } from '../secrets/sign-on-secrets.ts';
import type { Faults } from '../state/simulated-faults.ts';
import type { Dashboard } from '../dashboard/definition.ts';
import { type Database, type DataSource, toClosed, untilLimit } from '../database/database.ts';
import { SearchLimit } from '../state/search-limit.ts';
import { WaitingReaders } from '../state/waiting-readers.ts';
import { DataSources } from '../database/data-sources.ts';
import { QueryCache } from '../database/query-cache.ts';
import { startMaintenance } from './maintenance.ts';
import { findUndecided } from './given-dashboards.ts';
import { type Databases, type DatabaseEvents, openDatabases } from './open-databases.ts';
import type { FindFile } from '../database/allowed-files.ts';
import { COMPANY_NAME } from '../demo/company.ts';
import type { ServiceSecrets } from './service-secrets.ts';
import { ApiKeys } from '../state/api-keys.ts';
import { AuditStore } from '../state/audit-store.ts';
import { AdminSessionStore } from '../state/admin-session-store.ts';
import { CompanyStore, DEMO_COMPANY_ID } from '../state/company-store.ts';
import { ConnectionStore } from '../state/connection-store.ts';
import { checkSecret } from './secret-check.ts';
import type { SettingValues } from './settings.ts';
import { DatabaseClock } from '../state/database-clock.ts';
import { DashboardList } from '../state/dashboard-list.ts';
import { DashboardStore, type SavedDashboard } from '../state/dashboard-store.ts';
import { DraftStore } from '../state/draft-store.ts';
import { PeopleStore } from '../state/people-store.ts';
import { ProviderPeople } from '../state/provider-people.ts';
import { toProvider } from '../state/provider-settings.ts';
import { StatisticsStore } from '../state/statistics-store.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { TokenStore } from '../state/token-store.ts';
import { UnusedParameters } from '../state/unused-parameters.ts';
import { ExportText } from '../transfer/write-export.ts';
import type { Report } from '../telemetry/events.ts';
import type { Readings } from '../telemetry/metrics.ts';
import { WatchedState } from './watched-state.ts';

const OTHER_KEY =
  'SERVICE_API_KEY (apiKey) is not the key of the demo company, which the back office shows. It has no effect: remove it, or set it to that key.';
const NO_COMPANY =
  'SERVICE_API_KEY (apiKey) has no effect, because the demo company was deleted: remove it.';

/** The time limit of the count of tokens, in milliseconds. Prometheus waits for 10 seconds. */
const COUNT_LIMIT_MS = 2000;

/** A service whose databases are open. */
export interface OpenService {
  app: Hono;
  data: DataSource;
  /** The demo company's key at the time of opening. */
  apiKey: string | null;
  /** Lists the published dashboards of the demo company. */
  listDashboards(): Promise<SavedDashboard[]>;
  /** Rejects if the databases cannot serve. */
  probe(): Promise<void>;
  /** Measures what no event tells. */
  read(): Promise<Readings>;
  close(): Promise<void>;
}

/** The settings and options of a service, with their defaults. */
export interface ServiceSetup
  extends Omit<SettingValues, 'url' | 'tokenLifetimeSeconds'>, Pick<DatabaseEvents, 'onLost'> {
  /** Gets the events of the service. */
  report: Report;
  secrets: ServiceSecrets;
  /** Finds the files that connection strings may name. */
  findFile: FindFile;
  /** The dashboards of the demo company in a new database. */
  dashboards: readonly Dashboard[];
  /** The largest number of rows of a dataset. */
  maxRows: number;
  /** `{base_url}`: the address that browsers use. */
  url: () => string;
  /** The clock of this process, or simulated time, in milliseconds. */
  now: () => number;
  /** Returns the lifetime of new tokens. Called for each token. */
  tokenLifetimeSeconds: () => number;
  /** Returns the faults to simulate. Called for each request. */
  faults: () => Faults;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

/** Opens the databases, fills empty ones, and creates the application. */
export async function openService(setup: ServiceSetup): Promise<OpenService> {
  const { database, connectionHosts, findFile, queryLimitMs, report } = setup;
  const loading = loadPages();
  // If the databases do not open, nobody awaits the pages.
  loading.catch(() => {});
  const databases = await openDatabases(database, queryLimitMs, {
    ...setup,
    onPreparing: (text) => report({ kind: 'notice', level: 'info', text }),
  });
  const { data, addIndex } = databases;
  const state = new WatchedState(databases.state, report);
  const sources = new DataSources(data, {
    ...{ servers: connectionHosts, limitMs: queryLimitMs, findFile },
    report,
  });
  const clock = new DatabaseClock(state, setup.now, report);
  const timed = { ...setup, now: clock.now };
  const stores = createStores(state, timed);
  const close = async (): Promise<void> => {
    clock.stop();
    await Promise.all([sources.close(), databases.close()]);
  };
  try {
    const { companies, keys } = stores;
    await clock.start();
    await checkSecret(state, setup.secrets);
    await companies.keepDemoCompany(COMPANY_NAME, setup.secrets.apiKey, setup.dashboards);
    const queries = createQueries(sources, timed);
    const app = createApp({ ...stores, sources, queries }, timed, await loading);
    const apiKey = await keys.reveal(DEMO_COMPANY_ID);
    const ofKey = setup.apiKey === apiKey ? [] : await checkKey(setup, companies);
    // A start that fails has one line.
    warn([...databases.warnings, ...ofKey, ...findUndecided(setup.dashboards)], report);
    startMaintenance({ ...stores, state, addIndex, clock }, { ...setup, ...toKept(setup) });
    const read = () => measure({ ...stores, sources, queries }, databases);
    const listDashboards = () => stores.dashboards.findAll(DEMO_COMPANY_ID);
    return { app, data, apiKey, listDashboards, probe: () => probe(state, data), read, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createApp(
  parts: ReturnType<typeof createStores> & Pick<ServiceParts, 'sources' | 'queries'>,
  setup: ServiceSetup,
  { createServiceApp, Drawings, assets }: Awaited<ReturnType<typeof loadPages>>,
): Hono {
  return createServiceApp({
    ...{ ...parts, ...toSettings(setup), assets, longestAnswerMs },
    password: new AdminPassword(setup.secrets.adminPassword),
    drawings: new Drawings(setup.cacheMs),
    readers: new WaitingReaders(),
    unusedParameters: new UnusedParameters(setup.report),
  });
}

function createQueries(sources: DataSources, setup: ServiceSetup): QueryCache {
  const { secrets, now, closing, report, cacheMs: keptMs } = setup;
  const fingerprint = (text: string): string => secrets.box.fingerprint(text);
  return new QueryCache({ sources, keptMs, fingerprint, now, report, closing });
}

/** Measures for the metrics. A database that is busy does not delay them. */
async function measure(
  { sources, queries, tokens }: Pick<ServiceParts, 'sources' | 'queries' | 'tokens'>,
  { listConnections }: Databases,
): Promise<Readings> {
  const counting = tokens.countLive().catch(() => null);
  return {
    queries: sources.queries.count,
    keptResults: queries.kept,
    liveTokens: await untilLimit(counting, COUNT_LIMIT_MS, () => null),
    connections: listConnections(),
  };
}

function warn(texts: readonly string[], report: Report): void {
  for (const text of texts) report({ kind: 'notice', level: 'warn', text });
}

/** Returns a warning if the key of the settings has no effect. */
async function checkKey({ apiKey }: ServiceSetup, companies: CompanyStore): Promise<string[]> {
  if (!apiKey) return [];
  return [(await companies.find(DEMO_COMPANY_ID)) ? OTHER_KEY : NO_COMPANY];
}

async function probe(state: WatchedState, data: Database): Promise<void> {
  await state.probe();
  if (!data.isOpen) throw toClosed();
}

/** Proxies wait longer, and the page's script loads what is missing. */
const longestAnswerMs = 8000;

/** Returns the settings that pages and routes use. */
function toSettings({
  maxRows,
  frameAncestors,
  locale,
  trustedProxies: findCaller,
  ...setup
}: ServiceSetup) {
  const { url, now, faults, report, closing } = setup;
  const limits = { ...toKept(setup), maxRows, frameAncestors, locale };
  return { ...limits, findCaller, url, now, faults, report, closing, provider: toProvider(setup) };
}

/** Returns the days for which records are kept: by default, those of the audit as long as the statistics. */
function toKept({
  keepStatisticsDays,
  keepAuditDays = keepStatisticsDays,
}: Pick<ServiceSetup, 'keepStatisticsDays' | 'keepAuditDays'>) {
  return { keepStatisticsDays, keepAuditDays };
}

function createStores(
  state: Database,
  { secrets, tokenLifetimeSeconds, now, report }: ServiceSetup,
) {
  const { box, adminPassword } = secrets;
  return {
    companies: new CompanyStore(state, box),
    keys: new ApiKeys(state, box, now),
    dashboards: new DashboardStore(state, now),
    dashboardList: new DashboardList(state),
    drafts: new DraftStore(state, now),
    searches: new SearchLimit(now),
    connections: new ConnectionStore(state, box),
    tokens: new TokenStore(state, box, tokenLifetimeSeconds, now),
    statistics: new StatisticsStore(state),
    audit: new AuditStore(state, now, report),
    startExport: async (passphrase: string | null) =>
      (await ExportText.create(state, box, passphrase)).lines(new Date(now())),
    people: new PeopleStore(state, now),
    providerPeople: new ProviderPeople(state),
    signOnSecrets: new SignOnSecrets(box),
    sessions: new AdminSessionStore(state, box.fingerprints(adminPassword), now),
    devices: new KnownDevices(box),
  };
}

/** Loads the large code of the charts while the databases open. */
async function loadPages() {
  const [{ createServiceApp }, { Drawings }, assets] = await Promise.all([
    import('./service-app.ts'),
    import('../charts/drawings.ts'),
    import('./page-assets.ts').then(({ findAssets }) => findAssets()),
  ]);
  return { createServiceApp, Drawings, assets };
}
