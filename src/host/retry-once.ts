import { DashboardHostError } from './dashboard-host-error.ts';
import type { ServiceAnswer } from './service-answer.ts';

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 500;

/**
 * Calls the service, and a moment later once more where the connection broke or something before the
 * service did not reach it. Nothing else is tried again: a service that fails or is slow has enough to do.
 */
export async function retryOnce(call: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  try {
    const answer = await call();
    if (!mayPass(answer)) return answer;
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  }
  // Not all at the same moment, where many calls were lost together.
  const spreadMs = Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
  await new Promise((resolve) => {
    setTimeout(resolve, SHORTEST_PAUSE_MS + spreadMs);
  });
  return call();
}

/** A service that says when to come back is not asked before. */
function mayPass({ status, retryAfterSeconds }: ServiceAnswer): boolean {
  return [502, 503, 504].includes(status) && retryAfterSeconds === null;
}

function isConnectionError(error: unknown): boolean {
  return (
    error instanceof DashboardHostError && error.code === 'upstream-unreachable' && error.retryable
  );
}
