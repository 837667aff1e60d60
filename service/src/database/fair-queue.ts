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
}

/** A company or a session that has running or waiting queries. */
class Line {
  /** The number of places that it holds. */
  held = 0;
  /** The duration of its queries so far, in milliseconds. */
  usedMs: number;

  /** Starts a new line at the smallest time used by its siblings, so that leaving and returning gains nothing. */
  constructor(siblings: Iterable<Line>) {
    const used = Array.from(siblings, ({ usedMs }) => usedMs);
    this.usedMs = used.length ? Math.min(...used) : 0;
  }
}

class Company extends Line {
  readonly sessions = new Map<string, Session>();
}

class Session extends Line {
  readonly waiting = new Set<End>();
  readonly owner: QueryOwner | undefined;
  readonly company: Company;

  constructor(owner: QueryOwner | undefined, company: Company) {
    super(company.sessions.values());
    this.owner = owner;
    this.company = company;
  }
}

/** Ends a wait: with an error, or because the query got its place. */
type End = (error?: DatabaseError) => void;

/**
 * A queue in which queries take turns by company, and within a company by session. The next place goes to the company
 * that holds the fewest places, then to the one that has used the least time. Within the company, the same rule chooses
 * the session.
 *
 * The rule uses time, not the number of queries. Otherwise a page of five fast queries would wait for five slow ones.
 *
 * A running query cannot be interrupted. Therefore a company never holds all places: one remains for other companies.
 * One more remains for other sessions of the same company. While other sessions wait, a session holds at most one
 * place.
 */
export class FairQueue {
  readonly #size: number;
  readonly #waitLimitMs: number | undefined;
  readonly #companies = new Map<number | undefined, Company>();
  #held = 0;
  #isClosed = false;

  constructor({ size, waitLimitMs }: FairQueueOptions) {
    this.#size = size;
    this.#waitLimitMs = waitLimitMs;
  }

  /** Whether a query runs or waits. */
  get isBusy(): boolean {
    return this.#companies.size > 0;
  }

  /**
   * Runs `work` as soon as it has a place. Throws {@link DatabaseError} if it gets none: `aborted` by the signal,
   * `unavailable` at the wait limit, `closed` after {@link close}.
   */
  async run<Result>({ owner, signal }: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw toClosed();
    if (signal?.aborted) throw toAborted();
    const session = this.#findSession(owner);
    await this.#wait(session, signal);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const usedMs = performance.now() - startedAt;
      session.usedMs += usedMs;
      session.company.usedMs += usedMs;
      this.#count(session, -1);
      this.#startNext(session);
    }
  }

  /** Rejects the waiting queries, and all later ones. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#listSessions()) for (const end of waiting) end(toClosed());
  }

  #listSessions(): Session[] {
    return [...this.#companies.values()].flatMap(({ sessions }) => Array.from(sessions.values()));
  }

  #findSession(owner: QueryOwner | undefined): Session {
    const { companyId, sessionId = '' } = owner ?? {};
    const company = this.#companies.get(companyId) ?? new Company(this.#companies.values());
    this.#companies.set(companyId, company);
    const session = company.sessions.get(sessionId) ?? new Session(owner, company);
    company.sessions.set(sessionId, session);
    return session;
  }

  #wait(session: Session, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end: End = (error) => {
        session.waiting.delete(end);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (!error) return resolve();
        reject(error);
        this.#startNext(session);
      };
      const onAbort = (): void => end(toAborted());
      const onLimit = (): void =>
        end(new DatabaseError('unavailable', 'All connections are busy.'));
      const timer = this.#waitLimitMs ? setTimeout(onLimit, this.#waitLimitMs) : undefined;
      signal?.addEventListener('abort', onAbort);
      session.waiting.add(end);
      this.#startNext(session);
    });
  }

  /** Removes `changed` if it has no queries left, and gives the free places to waiting queries. */
  #startNext(changed: Session): void {
    const { owner, company, held, waiting } = changed;
    if (held === 0 && waiting.size === 0) company.sessions.delete(owner?.sessionId ?? '');
    if (company.sessions.size === 0) this.#companies.delete(owner?.companyId);
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      const [end] = next.waiting;
      this.#count(next, 1);
      end!();
    }
  }

  #findNext(): Session | undefined {
    if (this.#isClosed || this.#held === this.#size) return undefined;
    const waiting = this.#listSessions().filter((session) => session.waiting.size > 0);
    const perCompany = Math.max(this.#size - 1, 1);
    const perSession = waiting.length > 1 ? 1 : Math.max(this.#size - 2, 1);
    const mayStart = ({ owner, held, company }: Session): boolean =>
      !owner || (company.held < perCompany && held < perSession);
    return waiting.filter(mayStart).toSorted(byTurn)[0];
  }

  #count(session: Session, change: 1 | -1): void {
    this.#held += change;
    session.held += change;
    session.company.held += change;
  }
}

/** Sorts the session whose turn it is to the front. */
function byTurn(one: Session, other: Session): number {
  return compare(one.company, other.company) || compare(one, other);
}

function compare(one: Line, other: Line): number {
  return one.held - other.held || one.usedMs - other.usedMs;
}
