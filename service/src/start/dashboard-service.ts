import type { HttpBindings } from '@hono/node-server';
import { toErrorAnswer } from '../api/error-answer.ts';
import type { Faults } from '../state/simulated-faults.ts';
import { HealthCheck } from './health-check.ts';
import type { Dashboard } from '../dashboard/definition.ts';
import { allowFiles, parseConnectionFiles } from '../database/allowed-files.ts';
import type { SqlValue } from '../database/bound-values.ts';
import { DatabaseError, type Row } from '../database/database.ts';
import {
  CACHE_SECONDS,
  CONNECTIONS,
  DEFAULT_PORT,
  KEEP_STATISTICS_DAYS,
  QUERY_LIMIT_SECONDS,
  TOKEN_LIFETIME_SECONDS,
} from '../process/defaults.ts';
import { parseConnectionHosts, parseDatabaseUrl, withDataUrl } from './database-url.ts';
import { demoDashboards } from '../demo/demo-dashboards.ts';
import { type HttpServer, serve } from '../process/http-server.ts';
import { parsePublicUrl } from '../process/public-url.ts';
import { DEFAULT_LANGUAGE, parseLocale } from '../values/language-tag.ts';
import { type OpenService, openService, type ServiceSetup } from './open-service.ts';
import { forgetAddress, keepAddress } from '../process/running-address.ts';
import { findSecrets, requireSecrets } from './service-secrets.ts';
import { SettingError } from '../process/setting-error.ts';

/** The time in which pending calls can finish. */
const CLOSING_MS = 8000;

/** The options of a dashboard service. All have defaults, except the secrets on PostgreSQL. */
export interface DashboardServiceOptions {
  /** A folder, `postgres://…`, or `memory:` (default), which keeps nothing. */
  database?: string;
  /**
   * The login under which dashboards read the service's own data: `postgres://…` of the same database. Its rights are
   * the border for authors of SQL. Default: the login of `database`, with a warning.
   */
  dataUrl?: string | undefined;
  /** The largest number of connections to a PostgreSQL `database`, at least 2. Default: 8. */
  connections?: number;
  /**
   * The address that browsers use, `http://…` or `https://…`, with the path of a proxy if there is one.
   * Default: the address that the service listens on.
   */
  url?: string | undefined;
  /**
   * The folder for the secrets that you do not set. The service generates them on its first start. Default: the
   * folder of the database.
   */
  secretsFolder?: string;
  /** Encrypts API keys and connection strings. All processes of one database need the same one. */
  secret?: string;
  /** The demo company's key. */
  apiKey?: string;
  /** The back office's password. Default: generated on first start, and kept in the folder of the secrets. */
  adminPassword?: string;
  /** The servers, `host` or `host:port`, that a token's connection string may name. Default: none. */
  connectionHosts?: readonly string[];
  /**
   * The folders whose files a `duckdb:` connection string may name, each `*=folder` or, for one company, `1=folder` with
   * the company's number. The service's own folder is always refused. Default: none.
   */
  connectionFiles?: readonly string[];
  /** The lifetime of tokens, from 1 to 7200 seconds. Default: 7200. */
  tokenLifetimeSeconds?: number;
  /** The sites that may embed dashboards, as in the CSP directive `frame-ancestors`. Default: `*`. */
  frameAncestors?: string;
  /** BCP 47 tag of the language of pages whose dashboard names none. Default: `en`. */
  locale?: string;
  /** The first dashboards of the demo company. Default: {@link demoDashboards}. */
  dashboards?: readonly Dashboard[];
  /** The time limit of the SELECT of one dataset, in milliseconds. Default: 10,000. */
  queryLimitMs?: number;
  /**
   * The time in milliseconds for which the result of an equal query of another reader is used again. 0: never.
   * Default: 15,000.
   */
  cacheMs?: number;
  /** The number of days, before today, whose statistics are kept. Default: 400. */
  keepStatisticsDays?: number;
  /** The largest number of rows of one dataset. Default: 1,000. */
  maxRows?: number;
  /** The clock that decides when tokens expire. Default: `Date.now`. */
  clock?: () => number;
  /** The faults to simulate from the start. Default: none. */
  faults?: Faults;
  /** Called with one line for each step of a first start that takes longer than a second. */
  onPreparing?: (message: string) => void;
  /** Called at each start with one line for each right that authors of SQL should not have. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called if the `memory:` database is lost. It cannot be restored, and all later calls are answered with 503. */
  onLost?: () => void;
}

/**
 * The dashboard service of `service-interface.md`. The first {@link fetch}, {@link listen} or {@link query} opens the
 * databases and fills them.
 */
export class DashboardService {
  /** The first dashboards of the demo company. */
  readonly dashboards: readonly Dashboard[];
  /** The faults to simulate from the next call on. Set a field, or `{}` for none. */
  faults: Faults;

  readonly #setup: ServiceSetup;
  readonly #servers: HttpServer[] = [];
  readonly #publicUrl: string | null;
  #url = `http://127.0.0.1:${DEFAULT_PORT}`;
  readonly #closing = new AbortController();
  readonly #health = new HealthCheck(async () => (await this.#open()).probe());
  #opened: Promise<OpenService> | null = null;
  #apiKey: string | null = null;
  #tokenLifetimeSeconds = TOKEN_LIFETIME_SECONDS;

  constructor(options: DashboardServiceOptions = {}) {
    const place = withDataUrl(parseDatabaseUrl(options.database ?? 'memory:'), options.dataUrl);
    if (place.kind === 'postgres') requireSecrets(options);
    this.#publicUrl = options.url === undefined ? null : parsePublicUrl(options.url);
    const folder = options.secretsFolder ?? (place.kind === 'folder' ? place.folder : null);
    this.dashboards = options.dashboards ?? demoDashboards;
    this.#setup = {
      place,
      secrets: findSecrets({ ...options, folder }),
      connectionHosts: parseConnectionHosts(options.connectionHosts ?? []),
      findFile: allowFiles(
        parseConnectionFiles(options.connectionFiles ?? []),
        [folder, place.kind === 'folder' ? place.folder : null].filter((each) => each !== null),
      ),
      dashboards: this.dashboards,
      connections: options.connections ?? CONNECTIONS,
      queryLimitMs: options.queryLimitMs ?? 1000 * QUERY_LIMIT_SECONDS,
      cacheMs: options.cacheMs ?? 1000 * CACHE_SECONDS,
      keepStatisticsDays: options.keepStatisticsDays ?? KEEP_STATISTICS_DAYS,
      maxRows: options.maxRows ?? 1000,
      frameAncestors: options.frameAncestors ?? '*',
      locale: parseLocale(options.locale ?? DEFAULT_LANGUAGE),
      now: options.clock ?? Date.now,
      url: () => this.url,
      tokenLifetimeSeconds: () => this.#tokenLifetimeSeconds,
      faults: () => this.faults,
      closing: this.#closing.signal,
      onPreparing: options.onPreparing,
      onWarning: options.onWarning,
      onLost: options.onLost,
    };
    this.faults = { ...options.faults };
    this.tokenLifetimeSeconds = options.tokenLifetimeSeconds ?? TOKEN_LIFETIME_SECONDS;
  }

  /** The demo company's API key. Once the service has opened, it is the key at the time of opening. */
  get apiKey(): string {
    return this.#apiKey ?? this.#setup.secrets.apiKey;
  }

  /** `{base_url}`: the address that browsers use. */
  get url(): string {
    return this.#publicUrl ?? this.#url;
  }

  /** The lifetime of new tokens, in seconds. */
  get tokenLifetimeSeconds(): number {
    return this.#tokenLifetimeSeconds;
  }

  /** Throws {@link SettingError} for anything but a number from 1 to 7200. */
  set tokenLifetimeSeconds(seconds: number) {
    if (!(seconds >= 1 && seconds <= TOKEN_LIFETIME_SECONDS)) {
      throw new SettingError(`tokenLifetimeSeconds must be from 1 to ${TOKEN_LIFETIME_SECONDS}.`);
    }
    this.#tokenLifetimeSeconds = seconds;
  }

  /** The back office's password. */
  get adminPassword(): string {
    return this.#setup.secrets.adminPassword;
  }

  /** Answers a request without a network. `connection` identifies the client, if the request came over a network. */
  readonly fetch = async (request: Request, connection?: HttpBindings): Promise<Response> => {
    try {
      // Answers even while the databases cannot be opened.
      if (isHealthCheck(request)) return await this.#health.answer();
      return await (await this.#open()).app.fetch(request, connection);
    } catch (error) {
      if (error instanceof DatabaseError) return toErrorAnswer(error);
      throw error;
    }
  };

  /**
   * Listens on loopback, or on the address `host`. Resolves when the service is ready.
   * @throws {SettingError} for a busy port, before any database is opened.
   */
  async listen(port: number, host: string | null = null): Promise<HttpServer> {
    const server = await serve(this.fetch, { port, host, setting: 'SERVICE_PORT' });
    try {
      await this.#open();
    } catch (error) {
      await server.close();
      throw error;
    }
    this.#servers.push(server);
    this.#url = server.url;
    if (this.#folder) keepAddress(this.#folder, this.url);
    return server;
  }

  /** Reads the demo data as a dashboard does, without a limit on rows. Tests compare the result with a page. */
  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await (await this.#open()).data.read(sql, values, {})).rows;
  }

  /** Stops listening, gives pending calls 8 seconds to finish, and closes the databases. */
  async close(): Promise<void> {
    this.#closing.abort();
    const servers = this.#servers.splice(0);
    // Before the databases close: they hold the lock of the folder.
    if (this.#folder && servers.length > 0) forgetAddress(this.#folder);
    await Promise.all(servers.map((server) => server.close(CLOSING_MS)));
    await (await this.#opened?.catch(() => null))?.close();
  }

  /** The folder of the databases; `null` without one. */
  get #folder(): string | null {
    const { place } = this.#setup;
    return place.kind === 'folder' ? place.folder : null;
  }

  #open(): Promise<OpenService> {
    this.#opened ??= openService(this.#setup).then(
      (opened) => {
        this.#apiKey = opened.apiKey;
        return opened;
      },
      (error) => {
        // The next call tries again: the server may be available by then.
        this.#opened = null;
        throw error;
      },
    );
    return this.#opened;
  }
}

function isHealthCheck({ method, url }: Request): boolean {
  return /^(GET|HEAD)$/.test(method) && new URL(url).pathname.toLowerCase() === '/health';
}

/** Creates a {@link DashboardService}. */
export function createDashboardService(options: DashboardServiceOptions = {}): DashboardService {
  return new DashboardService(options);
}
