import { CallerController, type CallerSignal } from './caller-signal.ts';
import { DashboardHostError } from './dashboard-host-error.ts';

/** How long one request may take, and one call of the dashboard service. */
export const TOTAL_LIMIT_MS = 10_000;

/** Something that can end work early: an `AbortController`, or a lighter one. */
interface Controller<Signal> {
  signal: Signal;
  abort: (reason?: unknown) => void;
}

/**
 * Runs `work` as long as its caller waits, for ten seconds at most.
 * @throws {DashboardHostError} as `withinTotalLimit` does, and as `reasonOf` tells.
 */
export async function whileWanted<Result>(
  caller: CallerSignal,
  work: (signal: CallerSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new CallerController();
  const stop = (reason: DashboardHostError): void => controller.abort(reason);
  return unlessAborted(caller, withinTotalLimit<Result, CallerSignal>(work, controller), stop);
}

/**
 * Runs `work` for ten seconds at most, whether or not it heeds its signal, which is aborted unless `work` succeeds.
 * @throws {DashboardHostError} as `inTime` does.
 */
export async function withinTotalLimit<Result, Signal = AbortSignal>(
  work: (signal: Signal) => Promise<Result>,
  controller: Controller<Signal>,
): Promise<Result> {
  try {
    return await inTime(TOTAL_LIMIT_MS, work(controller.signal));
  } catch (error) {
    // Work that failed, or came too late, may have left something running.
    controller.abort(error);
    throw error;
  }
}

/**
 * The result of `work`, where it comes in time. What is too late is not stopped, and its result dropped.
 * @throws {DashboardHostError} what `toTimeout` makes, by default `upstream-timeout`; otherwise what
 * `work` throws.
 */
export function inTime<Result>(
  limitMs: number,
  work: Promise<Result>,
  toTimeout: () => DashboardHostError = upstreamTimeout,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(toTimeout()), limitMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The result of `work`, where it comes before `signal` is aborted; `onAbort` runs in the same moment.
 * @throws {DashboardHostError} as `reasonOf` tells; otherwise what `work` throws.
 */
export function unlessAborted<Result>(
  signal: CallerSignal | undefined,
  work: Promise<Result>,
  onAbort: (reason: DashboardHostError) => void = () => {},
): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      const reason = reasonOf(signal);
      onAbort(reason);
      reject(reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Why a signal was aborted: a time limit has passed, or whoever made it wants no answer any more. */
export function reasonOf({ reason }: CallerSignal): DashboardHostError {
  return reason instanceof DashboardHostError
    ? reason
    : new DashboardHostError('upstream-unreachable', 'The caller gave up before the answer came.');
}

function upstreamTimeout(): DashboardHostError {
  return new DashboardHostError('upstream-timeout', 'No answer came in time: try again.', {
    retryable: true,
  });
}
