import type { LRUCache } from 'lru-cache';
import { createShortCache } from '../process/short-cache.ts';
import { DEMO_CONNECTION_STRING, type DataSources } from './data-sources.ts';
import type { SqlValue } from './bound-values.ts';
import type { DataSource, QueryOwner, ReadOptions } from './database.ts';
import { sizeOf } from './result-size.ts';
import type { Report } from '../telemetry/events.ts';
import { type Read, type SharedRows, SharedQuery } from './shared-query.ts';

/** The largest size of all kept results of a process, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The largest size of a kept result, in bytes. One reader's table must not remove everybody's figures. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;

/** The published version of a dashboard whose queries are shared. */
export interface SharedDashboard {
  companyId: number;
  guid: string;
  version: number;
}

/** The dashboard of a query, and its connection. Different scopes share nothing. */
interface QueryScope extends SharedDashboard {
  /** The keyed hash of the connection string, which is the current address and login. */
  connection: string;
}

interface Query {
  source: DataSource;
  scope: QueryScope;
  sql: string;
  values: readonly SqlValue[];
}

/** A query that runs, or a result that is kept. */
interface Entry {
  scope: QueryScope;
  /** Of a running query that refreshes an old result: the first reader of it, and how to leave the query. */
  refresh?: { owner: QueryOwner | undefined; end: AbortController };
}

/** The databases whose queries are shared, and how long results are used again. */
export interface QueryCacheOptions {
  sources: Pick<DataSources, 'find'>;
  /** The age in milliseconds from which a result is old. It is used up to twice that age. 0: never. */
  keptMs: number;
  /** Returns the keyed hash of a text. */
  fingerprint: (text: string) => string;
  /** The service's clock, in milliseconds. */
  now: () => number;
  /** Gets the results that are used again. Default: nobody. */
  report?: Report;
  /** Aborted when the service closes, which ends the wait in the queues. Running queries continue. */
  closing: AbortSignal;
}

/**
 * The queries of readers. Equal queries of published dashboards run once at a time, and their results are used again
 * for a short time. Errors are not. An old result is still used while one query refreshes it.
 */
export class QueryCache {
  readonly #options: QueryCacheOptions;
  readonly #running = new Map<string, Entry & { query: SharedQuery }>();
  readonly #kept: LRUCache<string, Entry & { rows: SharedRows }>;

  constructor(options: QueryCacheOptions) {
    this.#options = options;
    this.#kept = createShortCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeOf: ({ rows }, key) => key.length + sizeOf(rows),
      keptMs: 2 * options.keptMs,
    });
  }

  /** The number of kept results, and their size in bytes. */
  get kept(): { count: number; bytes: number } {
    return { count: this.#kept.size, bytes: this.#kept.calculatedSize };
  }

  /** Returns the databases of a page. */
  openPage(dashboard: SharedDashboard): PageSources {
    const { sources, fingerprint, now } = this.#options;
    const page: PageSources = new PageSources(now(), (connectionString, ...rest) => {
      const source = sources.find(connectionString, ...rest);
      if (!source) return null;
      const connection = fingerprint(connectionString ?? DEMO_CONNECTION_STRING);
      const scope = { ...dashboard, connection };
      return {
        dialect: source.dialect,
        read: (sql, values, options) => this.#read({ source, scope, sql, values }, options, page),
      };
    });
    return page;
  }

  /** Uses no result of a dashboard again. Queries that run now still end for those who wait for them. */
  dropDashboard(guid: string): void {
    this.#drop(({ scope }) => scope.guid === guid);
  }

  /** Uses no result of a company again. Queries that run now still end for those who wait for them. */
  dropCompany(companyId: number): void {
    this.#drop(({ scope }) => scope.companyId === companyId);
  }

  /** Uses no result of a company's connection again. Queries that run now still end for those who wait for them. */
  dropConnection(companyId: number, connectionString: string): void {
    const connection = this.#options.fingerprint(connectionString);
    this.#drop(({ scope }) => scope.companyId === companyId && scope.connection === connection);
  }

  /** Uses no result of a query that runs in the place of a session only to refresh an old result. */
  dropRefreshes(companyId: number, sessionId: string): void {
    this.#drop(({ refresh }) => {
      const owner = refresh?.owner;
      return owner?.companyId === companyId && owner.sessionId === sessionId;
    });
  }

  async #read(query: Query, options: ReadOptions, page: PageSources): Promise<SharedRows> {
    const { source, scope, sql, values } = query;
    const { companyId, guid, version, connection } = scope;
    const { keptMs, closing, report = () => {} } = this.#options;
    const { maxRows = null, locked = {} } = options;
    const place = [companyId, guid, version, connection];
    const key = JSON.stringify([...place, sql, values, maxRows, locked]);
    const read: Read = ({ signal: left, ...turn }) => {
      const signal = AbortSignal.any([left, closing]);
      return source.read(sql, values, { ...turn, signal, cancel: left });
    };
    const kept = this.#kept.get(key);
    if (kept) {
      if (this.#kept.getRemainingTTL(key) < keptMs) this.#refresh(key, scope, read, options);
      page.note(kept.rows);
      report({ kind: 'reuse', source: 'kept' });
      return kept.rows;
    }
    if (this.#running.has(key)) report({ kind: 'reuse', source: 'shared' });
    const running = this.#running.get(key) ?? this.#begin(key, { scope });
    page.note(running.query);
    return running.query.wait(read, options);
  }

  /** Runs a query in the place of a reader who does not wait for it, unless it runs already. */
  #refresh(key: string, scope: QueryScope, read: Read, options: ReadOptions): void {
    // The session of a reader who has left may have ended.
    if (this.#running.has(key) || options.signal?.aborted) return;
    const end = new AbortController();
    const { query } = this.#begin(key, { scope, refresh: { owner: options.owner, end } });
    const signal = AbortSignal.any([end.signal, this.#options.closing]);
    // The old result remains, and its next reader tries again.
    query.wait(read, { ...options, signal }).catch(() => {});
  }

  #begin(key: string, entry: Entry) {
    const query = new SharedQuery(this.#options.now, (rows) => {
      // The result was dropped before it arrived.
      if (this.#running.get(key) !== begun) return;
      this.#running.delete(key);
      if (rows) this.#keep(key, entry.scope, rows);
    });
    const begun = { ...entry, query };
    this.#running.set(key, begun);
    return begun;
  }

  #keep(key: string, scope: QueryScope, rows: SharedRows): void {
    const { keptMs, now } = this.#options;
    if (keptMs === 0) return;
    // Readers see the time at which the query began. A clock that is set back must not make results last longer.
    const ageMs = Math.max(0, now() - rows.readAt);
    this.#kept.set(key, { scope, rows }, { start: performance.now() - ageMs });
  }

  #drop(isMeant: (entry: Entry) => boolean): void {
    for (const entries of [this.#running, this.#kept]) {
      for (const [key, entry] of [...entries.entries()]) {
        if (!isMeant(entry)) continue;
        entries.delete(key);
        entry.refresh?.end.abort();
      }
    }
  }
}

/** The databases of one page, whose queries are shared with other readers. */
export class PageSources {
  /** Returns the database of a connection string; `null` if the string is not allowed. */
  readonly find: DataSources['find'];
  #asOf: number;

  constructor(openedAt: number, find: DataSources['find']) {
    this.#asOf = openedAt;
    this.find = find;
  }

  /** The time of the oldest query that the page has asked for. */
  get asOf(): Date {
    return new Date(this.#asOf);
  }

  /** Notes a query as soon as it is asked for, so that the first piece of the page has its time. */
  note({ readAt }: Pick<SharedRows, 'readAt'>): void {
    this.#asOf = Math.min(this.#asOf, readAt);
  }
}
