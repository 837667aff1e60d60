import { DashboardHostError } from '../dashboard-host-error.ts';
import { OUT_OF_SERVICE, type ServiceAnswer } from './service-answer.ts';

/** A proxy needs a moment to find another process of the service. */
const SHORTEST_PAUSE_MS = 200;
/** A reader does not notice a delay of half a second. */
const LONGEST_PAUSE_MS = 500;

/**
 * Calls the service. Retries once, a moment later, if the connection broke, or if a proxy could not reach the
 * service. Nothing else is retried: a service that fails or is slow has enough to do.
 */
export async function retryOnce(call: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  try {
    const answer = await call();
    if (!mayPass(answer)) return answer;
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  }
  // Spread the retries: many calls may have been lost together.
  const spreadMs = Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
  await new Promise((resolve) => {
    setTimeout(resolve, SHORTEST_PAUSE_MS + spreadMs);
  });
  return call();
}

/** Whether the failure may be transient. A service that sends `Retry-After` is not called before that time. */
function mayPass({ status, retryAfterSeconds }: ServiceAnswer): boolean {
  return OUT_OF_SERVICE.has(status) && retryAfterSeconds === null;
}

function isConnectionError(error: unknown): boolean {
  return (
    error instanceof DashboardHostError && error.code === 'upstream-unreachable' && error.retryable
  );
}
