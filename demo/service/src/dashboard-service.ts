import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { toErrorAnswer } from './api/error-answer.ts';
import type { Faults } from './api/faults.ts';
import { HealthCheck } from './api/health-check.ts';
import type { Dashboard } from './dashboard/definition.ts';
import { DatabaseError, type Row, type SqlValue } from './database/database.ts';
import { parseConnectionHosts, parseDatabaseUrl } from './database-url.ts';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { type HttpServer, listenOn } from './http-server.ts';
import { parsePublicUrl } from './public-url.ts';
import { DEFAULT_LANGUAGE, parseLocale } from './language-tag.ts';
import { type OpenService, openService, type ServiceSetup } from './open-service.ts';
import { findSecrets, requireSecrets } from './service-secrets.ts';
import { SettingError } from './setting-error.ts';
import { DEFAULT_PORT, TOKEN_LIFETIME_SECONDS } from './settings.ts';

/** The time in which the calls under way can finish. */
const CLOSING_MS = 8000;

/** The options of a dashboard service. All have defaults, except the secrets on PostgreSQL. */
export interface DashboardServiceOptions {
  /** A folder, `postgres://…`, or `memory:` (default) for nothing kept. */
  database?: string;
  /**
   * The address that browsers use, `http://…` or `https://…`, with the path of a proxy if there is one.
   * Default: where the service listens.
   */
  url?: string | undefined;
  /** The folder of the secrets that are not given. They are made on first start. Default: the database's folder. */
  secretsFolder?: string;
  /** Encrypts API keys and connection strings: the same for all processes of one database. */
  secret?: string;
  /** The demo company's key. */
  apiKey?: string;
  /** The back office's password. Default: kept in the folder of the secrets, and made on first start. */
  adminPassword?: string;
  /** Servers, `host` or `host:port`, that a connection string given with a token may name. Default: none. */
  connectionHosts?: readonly string[];
  /** Seconds from 1 to 7200. Default: 7200. */
  tokenLifetimeSeconds?: number;
  /** Who may embed, as in the CSP directive `frame-ancestors`. Default: `*`. */
  frameAncestors?: string;
  /** BCP 47 tag of the language of pages whose dashboard has none of its own. Default: `en`. */
  locale?: string;
  /** What the demo company starts with. Default: {@link demoDashboards}. */
  dashboards?: readonly Dashboard[];
  /** Milliseconds that one dataset may take. Default: 10,000. */
  queryLimitMs?: number;
  /** Rows that one dataset may bring. Default: 1,000. */
  maxRows?: number;
  /** The clock by which tokens expire. Default: `Date.now`. */
  clock?: () => number;
  /** What goes wrong on purpose, from the start. Default: nothing. */
  faults?: Faults;
  /** Called with one line for each step of a first start that takes longer than a second. */
  onPreparing?: (message: string) => void;
  /** Called if `memory:` is lost: from then on, calls are answered 503. Nothing can bring it back. */
  onLost?: () => void;
}

/**
 * The dashboard service of `service-interface.md`. Nothing is opened before it is needed: the first
 * {@link fetch}, {@link listen} or {@link query} opens the databases and fills them.
 */
export class DashboardService {
  /** What the demo company starts with. */
  readonly dashboards: readonly Dashboard[];
  /** What goes wrong on purpose, from the next call on: set a field, or `{}` for nothing. */
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
    const place = parseDatabaseUrl(options.database ?? 'memory:');
    if (place.kind === 'postgres') requireSecrets(options);
    this.#publicUrl = options.url === undefined ? null : parsePublicUrl(options.url);
    const folder = options.secretsFolder ?? (place.kind === 'folder' ? place.folder : null);
    this.dashboards = options.dashboards ?? demoDashboards;
    this.#setup = {
      place,
      secrets: findSecrets({ ...options, folder }),
      connectionHosts: parseConnectionHosts(options.connectionHosts ?? []),
      dashboards: this.dashboards,
      queryLimitMs: options.queryLimitMs ?? 10_000,
      maxRows: options.maxRows ?? 1000,
      frameAncestors: options.frameAncestors ?? '*',
      locale: parseLocale(options.locale ?? DEFAULT_LANGUAGE),
      now: options.clock ?? Date.now,
      url: () => this.url,
      tokenLifetimeSeconds: () => this.#tokenLifetimeSeconds,
      faults: () => this.faults,
      closing: this.#closing.signal,
      onPreparing: options.onPreparing,
      onLost: options.onLost,
    };
    this.faults = { ...options.faults };
    this.tokenLifetimeSeconds = options.tokenLifetimeSeconds ?? TOKEN_LIFETIME_SECONDS;
  }

  /** The demo company's API key as it is configured, and once the service has opened, as it was then. */
  get apiKey(): string {
    return this.#apiKey ?? this.#setup.secrets.apiKey;
  }

  /** `{base_url}`: the address that browsers use. */
  get url(): string {
    return this.#publicUrl ?? this.#url;
  }

  /** The life of the next tokens, in seconds. */
  get tokenLifetimeSeconds(): number {
    return this.#tokenLifetimeSeconds;
  }

  /** Throws {@link SettingError} for what is no number from 1 to 7200. */
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

  /** Answers a request without a network; `connection` tells whose it is, where there is one. */
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
   * Listens on loopback, or on the address `host`, and resolves when the service can serve.
   * @throws {SettingError} for a busy port, before any database is opened.
   */
  async listen(port: number, host: string | null = null): Promise<HttpServer> {
    // The program around this service keeps its own Request and Response.
    const listener = getRequestListener(
      (request, connection) => this.fetch(request, connection as HttpBindings),
      { overrideGlobalObjects: false },
    );
    const server = await listenOn(listener, { port, host, setting: 'SERVICE_PORT' });
    try {
      await this.#open();
    } catch (error) {
      await server.close();
      throw error;
    }
    this.#servers.push(server);
    this.#url = server.url;
    return server;
  }

  /** Reads the demo data as a dashboard does, without a limit on rows: to compare the result with a page. */
  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await (await this.#open()).data.read(sql, values, {})).rows;
  }

  /** Stops listening, finishes the calls under way within 8 seconds, and closes the databases. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#servers.splice(0).map((server) => server.close(CLOSING_MS)));
    await (await this.#opened?.catch(() => null))?.close();
  }

  #open(): Promise<OpenService> {
    this.#opened ??= openService(this.#setup).then(
      (opened) => {
        this.#apiKey = opened.apiKey;
        return opened;
      },
      (error) => {
        // The next call tries again: a server may be back.
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

/** Sets up a dashboard service; see {@link DashboardService}. */
export function createDashboardService(options: DashboardServiceOptions = {}): DashboardService {
  return new DashboardService(options);
}
