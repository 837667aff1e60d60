import { DashboardError } from '../protocol/dashboard-error.ts';
import { retryDelayMs } from './refresh-clock.ts';
import { assertAnswered, inTime, postToHost, type HostRequest } from './token-request.ts';
import { notAnAddress } from './token-source.ts';

const ATTEMPTS = 3;

/**
 * Tells the host that the session is over. One that no longer knows the session (401, 404, or a
 * redirect to its login page) counts as told. `onFailed` hears of each failed attempt; the next one
 * comes only while `isWanted`.
 * @throws {DashboardError} `logout-failed` once no attempt is left.
 */
export async function requestLogout(
  url: string | null,
  request: HostRequest,
  onFailed: (error: DashboardError) => void,
  isWanted: () => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await postLogout(url, request);
    } catch (failure) {
      const { status, retryable } = failure as DashboardError;
      if (status === 401 || status === 404) return;
      const message = 'Not signed out at the host: check logout-url.';
      const error = new DashboardError('logout-failed', message, retryable, status);
      const delayMs = retryDelayMs(attempt);
      const isLast = !retryable || attempt === ATTEMPTS;
      error.attempt = attempt;
      if (!isLast) error.retryAt = new Date(Date.now() + delayMs);
      onFailed(error);
      if (!isLast) await new Promise((resolve) => setTimeout(resolve, delayMs));
      // It would end the session that has begun meanwhile.
      if (isLast || !isWanted()) throw error;
    }
  }
}

/** @throws {DashboardError} where the host did not do as asked. */
function postLogout(url: string | null, request: HostRequest): Promise<void> {
  return inTime(async (signal) => {
    if (!url) throw notAnAddress('logout-url');
    assertAnswered(await postToHost(url, request, {}, { signal, keepalive: true }));
  });
}
