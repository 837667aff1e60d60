import { DashboardHostError, overloaded } from './dashboard-host-error.ts';
import type { ServiceAnswer } from './service-answer.ts';

const FAULTS_IN_A_ROW = 20;
const OPEN_MS = 5_000;

/**
 * Leaves the service alone where it failed many times in a row: for five seconds no call reaches it,
 * then a single one tries whether it is back.
 * @throws {DashboardHostError} `overloaded` at once for a call that is held back.
 */
export function createCircuitBreaker(): (
  call: () => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer> {
  let faults = 0;
  let openUntil = 0;
  let isProbing = false;

  const count = (isFault: boolean, isProbe: boolean): void => {
    faults = isFault ? faults + 1 : 0;
    // Calls that were under way when it opened end later, and must not keep it open.
    const opens = isFault && (isProbe || faults === FAULTS_IN_A_ROW);
    if (opens) openUntil = performance.now() + OPEN_MS;
  };

  return async (call) => {
    const isProbe = faults >= FAULTS_IN_A_ROW;
    if (isProbe && (isProbing || performance.now() < openUntil)) {
      throw overloaded('The dashboard service failed many times in a row, and is left alone.');
    }
    if (isProbe) isProbing = true;
    try {
      const answer = await call();
      count(answer.status >= 500, isProbe);
      return answer;
    } catch (error) {
      // A caller who goes away tells nothing of the service.
      if (error instanceof DashboardHostError && error.retryable) count(true, isProbe);
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}
