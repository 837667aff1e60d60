import type { AdminPassword } from '../secrets/admin-password.ts';
import type { KnownDevices } from '../secrets/known-devices.ts';
import type { SignOnSecrets } from '../secrets/sign-on-secrets.ts';
import type { Faults } from './simulated-faults.ts';
import type { WaitingReaders } from './waiting-readers.ts';
import type { DataSources } from '../database/data-sources.ts';
import type { QueryCache } from '../database/query-cache.ts';
import type { FindCaller } from '../process/trusted-proxies.ts';
import type { PageAssets } from '../page/asset.ts';
import type { Drawings } from '../charts/drawings.ts';
import type { AdminSessionStore } from './admin-session-store.ts';
import type { ApiKeys } from './api-keys.ts';
import type { AuditStore } from './audit-store.ts';
import type { CompanyStore } from './company-store.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { DashboardList } from './dashboard-list.ts';
import type { DashboardStore } from './dashboard-store.ts';
import type { DraftStore } from './draft-store.ts';
import type { PeopleStore } from './people-store.ts';
import type { ProviderPeople } from './provider-people.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { SearchLimit } from './search-limit.ts';
import type { StatisticsStore } from './statistics-store.ts';
import type { TokenStore } from './token-store.ts';
import type { UnusedParameters } from './unused-parameters.ts';
import type { Report } from '../telemetry/events.ts';

/** The stores and settings of an open service. Each page and each route takes a `Pick` of them. */
export interface ServiceParts {
  companies: CompanyStore;
  keys: ApiKeys;
  dashboards: DashboardStore;
  /** The dashboards and drafts of the back office. */
  dashboardList: DashboardList;
  drafts: DraftStore;
  connections: ConnectionStore;
  tokens: TokenStore;
  statistics: StatisticsStore;
  /** The noted changes of the back office. */
  audit: AuditStore;
  /** The people of the back office. */
  people: PeopleStore;
  /** Those of them who sign in at the identity provider. */
  providerPeople: ProviderPeople;
  /** The identity provider of the settings; `null` without one. */
  provider: ProviderSettings | null;
  /** Seals the attempts to sign in at the identity provider, and its tokens. */
  signOnSecrets: SignOnSecrets;
  /** The sessions of the back office. */
  sessions: AdminSessionStore;
  /** The browsers that have signed in to the back office before. */
  devices: KnownDevices;
  /** The password of the back office. */
  password: AdminPassword;
  /** The databases that datasets read. */
  sources: DataSources;
  /** The shared queries of readers. The back office uses `sources`, and no results of readers. */
  queries: QueryCache;
  /** The shared drawings of readers. */
  drawings: Drawings;
  /** The readers whose pages are not complete yet. */
  readers: WaitingReaders;
  /** The parameters of tokens, compared with the SQL of their dashboards. */
  unusedParameters: UnusedParameters;
  /**
   * Starts an export of everything but statistics, and returns its lines. `passphrase` encrypts the API keys and the
   * connection strings; `null` leaves them out.
   */
  startExport: (passphrase: string | null) => Promise<AsyncGenerator<string>>;
  /** The searches of readers in the lists of filters. */
  searches: SearchLimit;
  /** The number of days, before today, whose statistics are kept. */
  keepStatisticsDays: number;
  /** The number of days, before today, whose entries of the audit are kept. */
  keepAuditDays: number;
  /** The time after which the answer of a page ends without the tiles that are missing, in milliseconds. */
  longestAnswerMs: number;
  /** The largest number of rows of a dataset. */
  maxRows: number;
  /** The style sheets and scripts of all pages. */
  assets: PageAssets;
  /** `{base_url}`: the address that browsers use. */
  url: () => string;
  /** The service's clock, in milliseconds. */
  now: () => number;
  /** Finds the caller of a request behind proxies. */
  findCaller: FindCaller;
  /** The value of the CSP directive `frame-ancestors`. */
  frameAncestors: string;
  /** The default language of pages as a BCP 47 tag. A dashboard may have its own. */
  locale: string;
  /** Returns the faults to simulate. The service reads them again on each call. */
  faults: () => Faults;
  /** Gets the events of the service, for the log and the metrics. */
  report: Report;
  /** The signal that is aborted when the service closes. */
  closing: AbortSignal;
}
