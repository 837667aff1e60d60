import { DatabaseError, type QueryOwner, toAborted, toClosed } from './database.ts';

/** The size of a queue, and the longest wait in it. */
export interface FairQueueOptions {
  /** The number of places. A running query holds one. */
  size: number;
  /** The longest wait in milliseconds. Default: no limit. */
  waitLimitMs?: number | undefined;
}

/** A request for a place. */
export interface Turn {
  /** Default: the service itself, which may hold all places. */
  owner?: QueryOwner | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Called when the query gets its place. */
  onStart?: (() => void) | undefined;
}

/** Ends a wait: with an error, or because the query got its place. */
type End = (error?: DatabaseError) => void;

/** A company, one of its sessions, or a dashboard of a session, while it has running or waiting queries. */
class Line {
  /** The number of places that it holds. */
  held = 0;
  /** The duration of its queries so far, in milliseconds. */
  usedMs = 0;
  /** The waiting queries of a dashboard. */
  readonly waiting = new Set<End>();
  /** The sessions of a company, or the dashboards of a session. */
  readonly parts = new Map<unknown, Line>();
  readonly parent: Line | null;
  readonly #key: unknown;

  constructor(parent: Line | null, key?: unknown) {
    this.parent = parent;
    this.#key = key;
  }

  /** Adds a new part with the smallest time used by the others, so that leaving and returning gains nothing. */
  findPart(key: unknown): Line {
    const found = this.parts.get(key);
    if (found) return found;
    const part = new Line(this, key);
    if (this.parts.size > 0) {
      part.usedMs = Math.min(...Array.from(this.parts.values(), ({ usedMs }) => usedMs));
    }
    this.parts.set(key, part);
    return part;
  }

  /** Returns the dashboards, which have no parts. */
  listEnds(): Line[] {
    if (this.parts.size === 0) return [this];
    return Array.from(this.parts.values()).flatMap((part) => part.listEnds());
  }

  /** Adds to the places and the time of the line, and of the lines that it belongs to. */
  count(places: 1 | -1, usedMs = 0): void {
    this.held += places;
    this.usedMs += usedMs;
    this.parent?.count(places, usedMs);
  }

  /** Removes itself from the line that it belongs to if it has no queries left. */
  leaveIfIdle(): void {
    if (!this.parent || this.held > 0 || this.waiting.size > 0 || this.parts.size > 0) return;
    this.parent.parts.delete(this.#key);
    this.parent.leaveIfIdle();
  }
}

/**
 * A queue in which queries take turns by company, within a company by session, and within a session by dashboard. The
 * next place goes to the company that holds the fewest places, then to the one that has used the least time. The same
 * rule chooses the session of the company, and the dashboard of the session.
 *
 * The rule uses time, not the number of queries. Otherwise a page of five fast queries would wait for five slow ones.
 *
 * A running query is not interrupted for another one. Therefore a company never holds all places: one remains for other companies.
 * One more remains for other sessions of the same company. While other sessions wait, a session holds at most one
 * place.
 */
export class FairQueue {
  readonly #size: number;
  readonly #waitLimitMs: number | undefined;
  /** Its parts are the companies. */
  readonly #all = new Line(null);
  #isClosed = false;

  constructor({ size, waitLimitMs }: FairQueueOptions) {
    this.#size = size;
    this.#waitLimitMs = waitLimitMs;
  }

  /** Whether a query runs or waits. */
  get isBusy(): boolean {
    return this.#all.parts.size > 0;
  }

  /**
   * Runs `work` as soon as it has a place. Throws {@link DatabaseError} if it gets none: `aborted` by the signal,
   * `unavailable` at the wait limit, `closed` after {@link close}.
   */
  async run<Result>(
    { owner, signal, onStart }: Turn,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw toClosed();
    if (signal?.aborted) throw toAborted();
    const line = this.#findLine(owner);
    await this.#wait(line, signal);
    const startedAt = performance.now();
    try {
      // Another query that got its place at the same time may have aborted this one.
      if (signal?.aborted) throw toAborted();
      onStart?.();
      return await work();
    } finally {
      line.count(-1, performance.now() - startedAt);
      this.#startNext(line);
    }
  }

  /** Rejects the waiting queries, and all later ones. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#all.listEnds()) for (const end of waiting) end(toClosed());
  }

  #findLine(owner: QueryOwner | undefined): Line {
    const { companyId, sessionId, dashboardGuid } = owner ?? {};
    return this.#all.findPart(companyId).findPart(sessionId).findPart(dashboardGuid);
  }

  #wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end: End = (error) => {
        line.waiting.delete(end);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (!error) return resolve();
        reject(error);
        this.#startNext(line);
      };
      const onAbort = (): void => end(toAborted());
      const onLimit = (): void =>
        end(new DatabaseError('unavailable', 'All connections are busy.', { reason: 'busy' }));
      const timer = this.#waitLimitMs ? setTimeout(onLimit, this.#waitLimitMs) : undefined;
      signal?.addEventListener('abort', onAbort);
      line.waiting.add(end);
      this.#startNext(line);
    });
  }

  /** Removes `changed` if it has no queries left, and gives the free places to waiting queries. */
  #startNext(changed: Line): void {
    changed.leaveIfIdle();
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      const [end] = next.waiting;
      next.count(1);
      end!();
    }
  }

  /** Returns the dashboard whose turn it is. */
  #findNext(): Line | undefined {
    if (this.#isClosed || this.#all.held === this.#size) return undefined;
    const waiting = this.#all.listEnds().filter((line) => line.waiting.size > 0);
    const perCompany = Math.max(this.#size - 1, 1);
    const isShared = waiting.some(({ parent }) => parent !== waiting[0]!.parent);
    const perSession = isShared ? 1 : Math.max(this.#size - 2, 1);
    const service = this.#all.parts.get(undefined);
    const mayStart = (line: Line): boolean => {
      const [company, session] = toPath(line);
      return company === service || (company!.held < perCompany && session!.held < perSession);
    };
    return waiting.filter(mayStart).toSorted(byTurn)[0];
  }
}

/** Returns the company, the session and the dashboard. */
function toPath(line: Line): Line[] {
  return line.parent ? [...toPath(line.parent), line] : [];
}

/** Sorts the dashboard whose turn it is to the front. */
function byTurn(one: Line, other: Line): number {
  const others = toPath(other);
  const orders = toPath(one).map((line, depth) => compare(line, others[depth]!));
  return orders.find((order) => order !== 0) ?? 0;
}

function compare(one: Line, other: Line): number {
  return one.held - other.held || one.usedMs - other.usedMs;
}
