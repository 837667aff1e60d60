import { CallerController, type CallerSignal } from './caller-signal.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';

/** The longest time that one request may take, and one call of the dashboard service. */
export const TOTAL_LIMIT_MS = 10_000;

/** Something that can end work early: an `AbortController`, or a lighter one. */
interface Controller<Signal> {
  signal: Signal;
  abort: (reason?: unknown) => void;
}

/**
 * Runs `work` as long as its caller waits, for ten seconds at most.
 * @throws {DashboardHostError} as `withinTotalLimit` does, and the reason of `reasonOf` if the caller leaves.
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
 * Runs `work` for ten seconds at most, even if it ignores its signal, which is aborted unless `work`
 * succeeds.
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
 * Returns the result of `work`, if it comes in time. Late work is not stopped, and its result is dropped.
 * @throws {DashboardHostError} the error of `toTimeout`, by default `upstream-timeout`; otherwise as `work`
 *   does.
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
 * Returns the result of `work`, if it comes before `signal` is aborted. `onAbort` runs at the moment of the
 * abort.
 * @throws {DashboardHostError} the reason of `reasonOf`; otherwise as `work` does.
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

/** Returns the reason of an abort: a time limit has passed, or the caller no longer wants an answer. */
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
