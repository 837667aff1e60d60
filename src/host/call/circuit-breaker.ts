import { DashboardHostError, overloaded } from '../dashboard-host-error.ts';
import { OUT_OF_SERVICE, type ServiceAnswer } from './service-answer.ts';

/** Fewer may come from a single page, or from a short restart of the service. */
const FAULTS_IN_A_ROW = 20;
/** Readers wait at most that long for a service that works again. */
const OPEN_MS = 5_000;
/** A single trial may fail for a reason of its own. */
const MOST_TRIALS = 3;
/**
 * The fewest sessions and dashboards with faults that count as an outage. With fewer, the service works for the others.
 */
const LEAST_SESSIONS = 3;
const LEAST_DASHBOARDS = 2;

/** The session of a call, and its dashboard; `null` for a logout. */
export interface Caller {
  sessionId: string;
  dashboardGuid: string | null;
}

/** A failed call, and the status of its answer; `null` if there was none. */
interface Fault extends Caller {
  status: number | null;
}

/**
 * Holds calls back after many faults of the service in a row: for five seconds, no call reaches it. Then a
 * few trial calls of different sessions go through. The first success lets all calls through again.
 */
export class CircuitBreaker {
  #faults: readonly Fault[] = [];
  #isOpen = false;
  /** The time of the next trial calls, while the breaker is open. */
  #tryAt = 0;
  /** The sessions with a trial call since then. */
  readonly #trials = new Set<string>();

  /** @throws {DashboardHostError} `overloaded` at once for a call that is held back. */
  async run(caller: Caller, call: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    const isTrial = this.#isOpen;
    if (isTrial) this.#beginTrial(caller);
    try {
      const answer = await call();
      if (answer.status >= 500) this.#fail({ ...caller, status: answer.status }, isTrial);
      else this.#succeed();
      return answer;
    } catch (error) {
      // A call that its caller has aborted says nothing about the service.
      if (error instanceof DashboardHostError && error.retryable) {
        this.#fail({ ...caller, status: null }, isTrial);
      } else this.#trials.delete(caller.sessionId);
      throw error;
    }
  }

  #beginTrial({ sessionId }: Caller): void {
    const now = performance.now();
    // After a while without a success, all sessions may try again.
    if (now >= this.#tryAt + OPEN_MS) {
      this.#trials.clear();
      this.#tryAt = now;
    }
    if (now < this.#tryAt || this.#trials.size >= MOST_TRIALS || this.#trials.has(sessionId)) {
      throw overloaded('The dashboard service failed many times in a row, so calls are held back.');
    }
    this.#trials.add(sessionId);
  }

  #succeed(): void {
    this.#isOpen = false;
    this.#faults = [];
  }

  #fail(fault: Fault, isTrial: boolean): void {
    // Calls that were under way when it opened end later, and must not keep it open.
    if (this.#isOpen && !isTrial) return;
    this.#faults = [...this.#faults, fault].slice(-FAULTS_IN_A_ROW);
    // One session may have faults of its own: the others may try, too.
    const isStillDown = fault.status === null || this.#trials.size === MOST_TRIALS;
    if (this.#isOpen ? isStillDown : isOutage(this.#faults)) this.#leaveAlone();
  }

  #leaveAlone(): void {
    this.#isOpen = true;
    this.#tryAt = performance.now() + OPEN_MS;
    this.#trials.clear();
  }
}

/**
 * Whether there are enough faults. Answered ones must come from several sessions, and from several dashboards unless all say
 * that the service is down: an application may have one dashboard.
 */
function isOutage(faults: readonly Fault[]): boolean {
  if (faults.length < FAULTS_IN_A_ROW) return false;
  const sessions = new Set(faults.map(({ sessionId }) => sessionId));
  const dashboards = new Set(faults.flatMap(({ dashboardGuid }) => dashboardGuid ?? []));
  const isDown = faults.every(({ status }) => status === null || OUT_OF_SERVICE.has(status));
  const isWide = dashboards.size >= LEAST_DASHBOARDS || isDown;
  return (
    (sessions.size >= LEAST_SESSIONS && isWide) || faults.every(({ status }) => status === null)
  );
}
