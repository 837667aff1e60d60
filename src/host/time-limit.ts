import { DashboardHostError } from './dashboard-host-error.ts';

/** How long one request may take, and one call of the dashboard service. */
export const TOTAL_LIMIT_MS = 10_000;

/**
 * Runs `work` for `limitMs` milliseconds at most, and no longer than its caller waits. Ends on time
 * whether or not `work` heeds its signal, which is aborted unless `work` succeeds.
 * @throws {DashboardHostError} as `runStoppable` does; `upstream-unreachable` where the caller gave up.
 */
export async function withinTime<Result>(
  limitMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (caller?.aborted) throw reasonOf(caller);
  const controller = new AbortController();
  const stop = (): void => controller.abort(reasonOf(caller));
  caller?.addEventListener('abort', stop);
  try {
    return await runStoppable(controller, limitMs, work);
  } finally {
    caller?.removeEventListener('abort', stop);
  }
}

/**
 * Runs `work` till `controller` is aborted, for `limitMs` milliseconds at most.
 * @throws {DashboardHostError} `upstream-timeout`; otherwise what `work` throws, or what `controller`
 * was aborted with.
 */
export async function runStoppable<Result>(
  controller: AbortController,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => controller.abort(upstreamTimeout()), limitMs);
  try {
    return await unlessAborted(controller.signal, work(controller.signal));
  } catch (error) {
    // Work that failed may have left something running.
    controller.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`; rejects with the signal's reason where that is aborted before. */
export function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(reasonOf(signal));
    signal?.addEventListener('abort', onAbort);
    void work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort));
  });
}

/** The result of `work`; rejects with what `toTimeout` makes where that takes longer than `limitMs` milliseconds. */
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

/** Why a signal was aborted: the caller has gone, or may itself be a time limit that has passed. */
export function reasonOf(signal: AbortSignal | undefined): DashboardHostError {
  return signal?.reason instanceof DashboardHostError
    ? signal.reason
    : new DashboardHostError('upstream-unreachable', 'The caller gave up before the answer came.');
}

function upstreamTimeout(): DashboardHostError {
  return new DashboardHostError('upstream-timeout', 'No answer came in time: try again.', {
    retryable: true,
  });
}
