import type { Hono } from 'hono';
import { AdminPassword } from './admin/admin-password.ts';
import type { DashboardService, DashboardServiceOptions } from './dashboard-service.ts';
import type { Database } from './database/database.ts';
import { DataSources } from './database/data-sources.ts';
import { openDatabases } from './database/open-databases.ts';
import type { PostgresServer } from './database/postgres-address.ts';
import type { DatabasePlace } from './database-url.ts';
import { COMPANY_NAME } from './demo/company.ts';
import type { ServiceSecrets } from './service-secrets.ts';
import { AdminSessionStore } from './state/admin-session-store.ts';
import { CompanyStore, DEMO_COMPANY_ID } from './state/company-store.ts';
import { ConnectionStore } from './state/connection-store.ts';
import { DashboardStore } from './state/dashboard-store.ts';
import { StatisticsStore } from './state/statistics-store.ts';
import { TokenStore } from './state/token-store.ts';

const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

/** A service whose databases are open. */
export interface OpenService {
  app: Hono;
  data: Database;
  /** The demo company's key as it is now. */
  apiKey: string | null;
  close(): Promise<void>;
}

/** What a service's options mean. */
export interface ServiceSetup {
  place: DatabasePlace;
  secrets: ServiceSecrets;
  connectionHosts: readonly PostgresServer[];
}

/** Opens the databases, fills them where they are empty, and sets up what answers. */
export async function openService(
  service: DashboardService,
  options: DashboardServiceOptions,
  { place, secrets, connectionHosts }: ServiceSetup,
  closing: AbortSignal,
): Promise<OpenService> {
  const { box, apiKey, adminPassword } = secrets;
  const limitMs = options.queryLimitMs ?? 10_000;
  const now = options.clock ?? Date.now;
  const loading = loadPages();
  // Where the databases do not open, nobody waits for it.
  loading.catch(() => {});
  const { state, data, close: closeDatabases } = await openDatabases(place, limitMs);
  const sources = new DataSources(data, connectionHosts, limitMs);
  const tokens = new TokenStore(state, box, () => service.tokenLifetimeSeconds, now);
  const sweep = (): void => void tokens.sweep().catch(() => {});
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS);
  sweep();
  const close = async (): Promise<void> => {
    clearInterval(sweeping);
    await Promise.all([sources.close(), closeDatabases()]);
  };
  try {
    const companies = new CompanyStore(state, box);
    await companies.keepDemoCompany(COMPANY_NAME, apiKey, service.dashboards);
    const { createServiceApp, assets } = await loading;
    const app = createServiceApp({
      companies,
      dashboards: new DashboardStore(state, now),
      connections: new ConnectionStore(state, box),
      tokens,
      statistics: new StatisticsStore(state),
      sessions: new AdminSessionStore(state, box.fingerprint(adminPassword), now),
      password: new AdminPassword(adminPassword),
      sources,
      maxRows: options.maxRows ?? 1000,
      assets,
      now,
      frameAncestors: options.frameAncestors ?? '*',
      faults: () => service.faults,
      closing,
    });
    return { app, data, apiKey: await companies.revealKey(DEMO_COMPANY_ID), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Drawing charts is much code: it is loaded while the databases open. */
async function loadPages() {
  const [{ createServiceApp }, assets] = await Promise.all([
    import('./api/service-app.ts'),
    import('./page/assets.ts').then(({ buildAssets }) => buildAssets()),
  ]);
  return { createServiceApp, assets };
}
