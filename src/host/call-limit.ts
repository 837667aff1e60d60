import { overloaded } from './dashboard-host-error.ts';

const MOST_CALLS = 64;

/**
 * Lets a number of calls of the service be under way at once and no more: where the service is slow,
 * a refusal now is better for all than an answer too late.
 * @throws {DashboardHostError} `overloaded` at once for any call beyond that.
 */
export function createCallLimit(): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let underWay = 0;
  return async (call) => {
    if (underWay >= MOST_CALLS) {
      throw overloaded('Too many calls of the dashboard service are under way.');
    }
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
    }
  };
}
