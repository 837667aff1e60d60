import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Dashboard } from 'embedded-dashboard-service';
import { createServiceApp } from '../../../service/src/start/service-app.ts';
import { SearchLimit } from '../../../service/src/state/search-limit.ts';
import { UnusedParameters } from '../../../service/src/state/unused-parameters.ts';
import { type WaitingReader, WaitingReaders } from '../../../service/src/state/waiting-readers.ts';
import type { DataSource, QueryOwner } from '../../../service/src/database/database.ts';
import { QueryCache } from '../../../service/src/database/query-cache.ts';
import type { SqlParameters } from '../../../service/src/dashboard/run-dashboard.ts';
import { serve } from '../../../service/src/process/http-server.ts';
import { findAssets } from '../../../service/src/start/page-assets.ts';
import { Drawings } from '../../../service/src/charts/drawings.ts';
import type { ServiceParts } from '../../../service/src/state/service-parts.ts';
import type { OpenedToken, TokenClosure } from '../../../service/src/state/token-store.ts';
import type { FailureEvent, ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { HeldAnswers } from '../held-answers.ts';
import { HeldRows } from '../held-rows.ts';
import { OpenPages } from './open-pages.ts';
import { type Table, toSource } from '../tables.ts';
import { withActiveMutant } from '../with-active-mutant.ts';

/** A dashboard that the server shows, and the tables that its SQL names: `cities :Region` is the table `cities`. */
export interface ServedDashboard {
  dashboard: Dashboard;
  tables: Readonly<Record<string, Table>>;
  sqlParameters?: SqlParameters;
}

/** A served dashboard, under its own token. */
export class OpenDashboard {
  readonly token: string;
  readonly pages = new OpenPages();
  readonly tiles = new HeldAnswers();
  readonly rows = new HeldRows();
  /** The owners of the pages' queries and the signals of their readers, as long as anything keeps them. */
  readonly traces: WeakRef<object>[] = [];
  /** The number of openings that the statistics would have. */
  openings = 0;
  /** Whether openings cannot be written. */
  isUncounted = false;
  /** The time of the next query, in milliseconds. */
  now = Date.parse('2026-03-01T12:00:00Z');
  /** The reason why the token opens no dashboard; an error for a failed database. */
  closure: TokenClosure | Error | null = null;
  served: ServedDashboard;

  constructor(token: string, served: ServedDashboard) {
    this.token = token;
    this.served = served;
  }

  open(): OpenedToken | TokenClosure {
    if (this.closure instanceof Error) throw this.closure;
    if (this.closure) return this.closure;
    const { dashboard, sqlParameters = {} } = this.served;
    const owner = { companyId: 1, sessionId: this.token, dashboardGuid: dashboard.guid };
    this.traces.push(new WeakRef(owner));
    // The connection string leads to the tables of this token.
    return {
      connectionId: '1',
      owner,
      dashboard,
      version: 1,
      sqlParameters,
      connectionString: this.token,
    };
  }

  toSource(): DataSource {
    return toSource(
      (sql) => this.served.tables[toName(sql)]!,
      (sql, signal) => this.rows.pass(toName(sql), signal),
    );
  }
}

/** Returns the table that an SQL text names. */
function toName(sql: string): string {
  return /\w+/.exec(sql)![0];
}

/** No test waits for it. */
const LONGEST_ANSWER_MS = 600_000;

/** The real pages of dashboards, without a database: tables in the tests have the rows. */
export class PageServer {
  readonly url: string;
  readonly #open: Map<string, OpenDashboard>;
  readonly #parts: ServiceParts;
  /** The failures that nobody waits for. */
  readonly failures: readonly FailureEvent[];

  private constructor(
    url: string,
    open: Map<string, OpenDashboard>,
    parts: ServiceParts,
    failures: readonly FailureEvent[],
  ) {
    this.url = url;
    this.#open = open;
    this.#parts = parts;
    this.failures = failures;
  }

  static async start(): Promise<PageServer> {
    const open = new Map<string, OpenDashboard>();
    const failures: FailureEvent[] = [];
    const parts = await createParts(open, failures);
    const app = createServiceApp(parts);
    const { url } = await serve(
      async (request, connection) => {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname === '/around') return toBlankPage();
        const shown = open.get(pathname.split('/').at(-1)!);
        const send = async (): Promise<Response> => app.fetch(request);
        if (!shown) return send();
        const { outgoing } = connection!;
        if (!searchParams.has('tiles')) return shown.pages.pass(await send(), outgoing);
        return shown.tiles.pass(request, {
          send,
          cut: () => cut(outgoing),
        });
      },
      { port: 0, setting: '' },
    );
    return new PageServer(url, open, parts, failures);
  }

  /** Shows a dashboard under a new token. */
  show(served: ServedDashboard): OpenDashboard {
    const shown = new OpenDashboard(`token-${this.#open.size}`, served);
    this.#open.set(shown.token, shown);
    return shown;
  }

  /** The number of parts of the service that wait for its end. */
  get waitingForEnd(): number {
    return getEventListeners(this.#parts.closing, 'abort').length;
  }

  /** Ends the answers of pages after this time, without the tiles that are missing. */
  limit(longestAnswerMs = LONGEST_ANSWER_MS): void {
    this.#parts.longestAnswerMs = longestAnswerMs;
  }

  /** Ends the session of a dashboard, as Logout does. */
  logOut(shown: OpenDashboard): void {
    shown.closure = 'signed-out';
    this.#parts.readers.end(1, shown.token);
  }

  addressOf({ token }: OpenDashboard, query = ''): string {
    return `${this.url}/Tdb/${token}${query && `?${query}`}`;
  }
}

/** The real readers who wait, with a trace of each. */
class TracedReaders extends WaitingReaders {
  readonly #findTraces: (owner: QueryOwner) => WeakRef<object>[];

  constructor(findTraces: (owner: QueryOwner) => WeakRef<object>[]) {
    super();
    this.#findTraces = findTraces;
  }

  override wait<Result>(
    owner: QueryOwner,
    work: (reader: WaitingReader) => Promise<Result>,
  ): Promise<Result> {
    return super.wait(owner, (reader) => {
      this.#findTraces(owner).push(new WeakRef(reader.ended));
      return work(reader);
    });
  }
}

/** Ends a connection in the middle of an answer: a browser repeats a request that has had no answer at all. */
function cut(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'Content-Length': 2 });
  outgoing.write('.', () => outgoing.destroy());
}

/** Returns the parts of the service that its dashboards need. */
async function createParts(
  open: ReadonlyMap<string, OpenDashboard>,
  failures: FailureEvent[],
): Promise<ServiceParts> {
  const assets = await findAssets();
  const closing = new AbortController().signal;
  const parts = {
    assets: {
      ...assets,
      script: withActiveMutant(assets.script),
      refusalScript: withActiveMutant(assets.refusalScript),
    },
    closing,
    tokens: {
      open: async (token: string) => open.get(token)?.open() ?? 'expired',
      noteLoad: async ({ owner }: OpenedToken) => {
        const shown = open.get(owner.sessionId)!;
        if (shown.isUncounted) throw new Error('The database takes no writes.');
        shown.openings += 1;
      },
    },
    sources: { find: (token: string) => open.get(token)?.toSource() ?? null },
    drawings: new Drawings(60_000),
    unusedParameters: new UnusedParameters(() => {}),
    readers: new TracedReaders(({ sessionId }) => open.get(sessionId)?.traces ?? []),
    searches: new SearchLimit(Date.now),
    longestAnswerMs: LONGEST_ANSWER_MS,
    maxRows: 1000,
    locale: 'en',
    frameAncestors: "'self'",
    faults: () => ({}),
    now: Date.now,
    report: (event: ServiceEvent) => {
      if (event.kind === 'failure') failures.push(event);
    },
  } as unknown as ServiceParts;
  const now = (): number => [...open.values()].at(-1)?.now ?? 0;
  const { sources } = parts;
  parts.queries = new QueryCache({ sources, keptMs: 0, fingerprint: (text) => text, now, closing });
  return parts;
}

/** The page of an application, for dashboards in frames. */
function toBlankPage(): Response {
  const body = '<!doctype html><title>Application</title><link rel="icon" href="data:,">';
  return new Response(body, { headers: { 'Content-Type': 'text/html' } });
}
