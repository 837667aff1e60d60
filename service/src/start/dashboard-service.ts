import type { HttpBindings } from '@hono/node-server';
import { toErrorAnswer } from '../api/error-answer.ts';
import { toCallEvent } from '../api/reported-calls.ts';
import type { Faults } from '../state/simulated-faults.ts';
import { HealthCheck } from './health-check.ts';
import type { Dashboard } from '../dashboard/definition.ts';
import { MAX_ROWS } from '../dashboard/run-dashboard.ts';
import { allowFiles } from '../database/allowed-files.ts';
import type { SqlValue } from '../database/bound-values.ts';
import { DatabaseError, isUnavailable, type Row, toClosed } from '../database/database.ts';
import { demoDashboards } from '../demo/demo-dashboards.ts';
import { type HttpServer, serve } from '../process/http-server.ts';
import { checkDashboards } from './given-dashboards.ts';
import { serveMetrics, type ServedMetrics } from './metrics-server.ts';
import { type OpenService, openService, type ServiceSetup } from './open-service.ts';
import { forgetAddress, keepAddress } from '../process/running-address.ts';
import { findSecrets, requireSecrets } from './service-secrets.ts';
import { parseOptions, type SettingOptions, type SettingValues } from './settings.ts';
import { parseTokenLifetime } from '../state/token-store.ts';
import type { Report, ServiceEvent } from '../telemetry/events.ts';
import type { Readings } from '../telemetry/metrics.ts';
import { openLog } from '../telemetry/open-log.ts';

/** The time that an answer needs besides its query, in milliseconds. */
const ANSWER_MS = 5000;
const LONGEST_CLOSING_MS = 60_000;
/** The pause between two attempts to open a database that is away, in milliseconds. */
const RETRY_MS = 1000;

const AWAY = 'The database server cannot be used now: it is away, starts, is full or read only';

/** The options of a service that only a program has. */
export interface ProgramOptions {
  /** The first dashboards of the demo company. Default: {@link demoDashboards}. */
  dashboards?: readonly Dashboard[];
  /** The largest number of rows of one dataset. Default: 1,000. */
  maxRows?: number;
  /** The clock that decides when tokens expire. Default: `Date.now`. */
  clock?: () => number;
  /** The faults to simulate from the start. Default: none. */
  faults?: Faults;
  /** Gets the events of the service. Default: its log, in the form of `log`, on the standard error. */
  onEvent?: Report;
  /** Called if the `memory:` database is lost. It cannot be restored, and all later calls are answered with 503. */
  onLost?: () => void;
}

/** The options of a dashboard service. All have defaults, except the secrets on PostgreSQL. */
export interface DashboardServiceOptions
  extends Partial<Omit<SettingOptions, 'port' | 'host'>>, ProgramOptions {
  /**
   * The folder for the secrets that you do not set. The service generates them on its first start. Default: the
   * folder of the database.
   */
  secretsFolder?: string;
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
  readonly #log: Report;
  #metrics: ServedMetrics | null = null;
  readonly #servers: HttpServer[] = [];
  readonly #publicUrl: string | undefined;
  #url: string;
  readonly #closing = new AbortController();
  readonly #health = new HealthCheck(async () => (await this.#open()).probe());
  #opening: Promise<OpenService> | null = null;
  #opened: OpenService | null = null;
  #closed: Promise<void> | null = null;
  #tokenLifetimeSeconds: number;

  /** `secretsFolder`: the folder for the secrets that are not set; `undefined` for that of the database. */
  constructor(
    settings: SettingValues & { secretsFolder?: string | undefined },
    options: ProgramOptions = {},
  ) {
    const { database, connectionFiles, port, url, tokenLifetimeSeconds } = settings;
    if (database.kind === 'postgres') requireSecrets(settings);
    const own = database.kind === 'folder' ? database.folder : null;
    const folder = settings.secretsFolder ?? own;
    this.#publicUrl = url;
    this.#url = `http://127.0.0.1:${port}`;
    this.#tokenLifetimeSeconds = tokenLifetimeSeconds;
    this.#log = options.onEvent ?? openLog(settings);
    if (options.dashboards) checkDashboards(options.dashboards);
    this.dashboards = options.dashboards ?? demoDashboards;
    this.faults = { ...options.faults };
    this.#setup = {
      ...settings,
      secrets: findSecrets({ ...settings, folder }),
      findFile: allowFiles(
        connectionFiles,
        [folder, own].filter((each) => each !== null),
      ),
      dashboards: this.dashboards,
      maxRows: options.maxRows ?? MAX_ROWS,
      now: options.clock ?? Date.now,
      url: () => this.url,
      tokenLifetimeSeconds: () => this.#tokenLifetimeSeconds,
      faults: () => this.faults,
      closing: this.#closing.signal,
      report: this.#report,
      onLost: options.onLost,
    };
  }

  /** The demo company's API key. Once the service has opened, it is the key at the time of opening. */
  get apiKey(): string {
    return this.#opened?.apiKey ?? this.#setup.secrets.apiKey;
  }

  /** `{base_url}`: the address that browsers use. */
  get url(): string {
    return this.#publicUrl ?? this.#url;
  }

  /** The lifetime of new tokens, in seconds. */
  get tokenLifetimeSeconds(): number {
    return this.#tokenLifetimeSeconds;
  }

  /** Throws `SettingError` for anything but a number from 1 to 7200. */
  set tokenLifetimeSeconds(seconds: number) {
    this.#tokenLifetimeSeconds = parseTokenLifetime(seconds);
  }

  /** The back office's password. */
  get adminPassword(): string {
    return this.#setup.secrets.adminPassword;
  }

  /** Answers a request without a network. `connection` identifies the client, if the request came over a network. */
  readonly fetch = async (request: Request, connection?: HttpBindings): Promise<Response> => {
    try {
      // Also while the databases cannot be opened.
      const check = this.#health.find(request);
      if (check) return await check;
      return await (await this.#open()).app.fetch(request, connection);
    } catch (error) {
      if (error instanceof DatabaseError) return this.#refuse(request, error);
      throw error;
    }
  };

  /** Answers a call for which the databases cannot be opened. */
  #refuse(request: Request, error: DatabaseError): Response {
    const answer = toErrorAnswer(error);
    if (isUnavailable(error) && error.code !== 'closed') {
      const { code: failure, details } = error;
      this.#report({ kind: 'database', failure, reason: details.reason });
    }
    this.#report(toCallEvent(request, answer, { error }));
    return answer;
  }

  readonly #report = (event: ServiceEvent): void => {
    this.#log(event);
    this.#metrics?.report(event);
    const isSuccess = event.kind === 'database' && event.failure === undefined;
    if (isSuccess && this.#opened) this.#health.noteSuccess();
  };

  /**
   * Listens on loopback, or on the address `host`. Resolves when the service is ready. Waits for `startWaitMs` for a database
   * server that cannot be reached.
   * @throws {SettingError} for a busy port, before any database is opened.
   */
  async listen(port: number, host: string | null = null): Promise<HttpServer> {
    const server = await serve(this.fetch, { port, host, setting: 'SERVICE_PORT' });
    try {
      await this.#serveMetrics();
      await this.#openPatiently();
      if (this.#closed) throw toClosed();
    } catch (error) {
      await Promise.all([server.close(), this.#metrics?.server.close()]);
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

  /** Lists the dashboards of the demo company that tokens may open: first those of {@link dashboards}, then the others by title. */
  async listOpenDashboards(): Promise<{ guid: string; title: string }[]> {
    const saved = await (await this.#open()).listDashboards();
    const first = this.dashboards.flatMap(({ guid }) => saved.filter((each) => each.guid === guid));
    const others = saved.filter((each) => !first.includes(each));
    return [...first, ...others.toSorted((a, b) => a.title.localeCompare(b.title))]
      .filter(({ accessible }) => accessible)
      .map(({ guid, title }) => ({ guid, title }));
  }

  /**
   * Serves for `drainMs` more while `/ready` says 503, stops listening, gives pending calls as long as a query may take and 5
   * seconds more to finish, and closes the databases.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const servers = this.#servers.splice(0);
    const { drainMs, queryLimitMs } = this.#setup;
    this.#health.isDraining = true;
    if (servers.length > 0 && drainMs > 0) await wait(drainMs);
    this.#closing.abort();
    // Before the databases close: they hold the lock of the folder.
    if (this.#folder && servers.length > 0) forgetAddress(this.#folder);
    await Promise.all(
      servers.map((server) => server.close(Math.min(queryLimitMs + ANSWER_MS, LONGEST_CLOSING_MS))),
    );
    await (await this.#opening?.catch(() => null))?.close();
    await this.#metrics?.server.close();
  }

  async #serveMetrics(): Promise<void> {
    const { metricsPort, metricsHost } = this.#setup;
    if (metricsPort === undefined || this.#metrics) return;
    const read = async (): Promise<Readings | null> => this.#opened?.read() ?? null;
    this.#metrics = await serveMetrics({ metricsPort, metricsHost }, read, this.#report);
  }

  /** The folder of the databases; `null` without one. */
  get #folder(): string | null {
    const { database } = this.#setup;
    return database.kind === 'folder' ? database.folder : null;
  }

  async #openPatiently(): Promise<void> {
    const { startWaitMs } = this.#setup;
    const end = performance.now() + startWaitMs;
    for (let isFirst = true; ; isFirst = false) {
      try {
        await this.#open();
        return;
      } catch (error) {
        const isAway = error instanceof DatabaseError && error.code === 'unavailable';
        if (!isAway || performance.now() > end || this.#closing.signal.aborted) throw error;
        const { reason } = error.details;
        const known = reason ? ` (${reason})` : '';
        const text = `${AWAY}${known}. The service waits for it, for up to ${startWaitMs / 1000} seconds.`;
        if (isFirst) this.#report({ kind: 'notice', level: 'info', text });
        await wait(RETRY_MS);
      }
    }
  }

  #open(): Promise<OpenService> {
    this.#opening ??= openService(this.#setup).then(
      (opened) => (this.#opened = opened),
      (error) => {
        // The next call tries again: the server may be available by then.
        this.#opening = null;
        throw error;
      },
    );
    return this.#opening;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Creates a {@link DashboardService}. Throws `SettingError` for an option that cannot be used. */
export function createDashboardService(options: DashboardServiceOptions = {}): DashboardService {
  const { secretsFolder } = options;
  return new DashboardService({ ...parseOptions(options), secretsFolder }, options);
}
