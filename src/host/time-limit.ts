import { DashboardHostError } from './dashboard-host-error.ts';

/** How long one request may take, and one call of the dashboard service. */
export const TOTAL_LIMIT_MS = 10_000;

/**
 * Runs `work` for `limitMs` milliseconds at most, and no longer than its caller waits. Ends on time
 * whether or not `work` heeds its signal; the signal is aborted in any case once this has ended, so
 * that nothing is left running.
 * @throws {DashboardHostError} what `toTimeout` makes, by default `upstream-timeout`; `upstream-unreachable`
 * where the caller gave up; otherwise what `work` throws.
 */
export async function withinTime<Result>(
  limitMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  toTimeout: () => DashboardHostError = upstreamTimeout,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DashboardHostError));
  });
  const onCallerAbort = (): void => controller.abort(reasonOf(caller));
  const timer = setTimeout(() => controller.abort(toTimeout()), limitMs);
  caller?.addEventListener('abort', onCallerAbort);
  try {
    if (caller?.aborted) throw reasonOf(caller);
    return await Promise.race([work(signal), stopped]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', onCallerAbort);
    stopped.catch(() => {});
    controller.abort();
  }
}

/** The caller may itself be a time limit that has passed. */
function reasonOf(caller: AbortSignal | undefined): DashboardHostError {
  return caller?.reason instanceof DashboardHostError
    ? caller.reason
    : new DashboardHostError('upstream-unreachable', 'The caller gave up before the answer came.');
}

function upstreamTimeout(): DashboardHostError {
  return new DashboardHostError('upstream-timeout', 'No answer came in time: try again.', {
    retryable: true,
  });
}
