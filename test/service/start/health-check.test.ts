import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HealthCheck } from '../../../service/src/start/health-check.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});

afterEach(() => vi.useRealTimers());

/** Returns the status of a check that may take `ms`. */
async function statusWithin(health: HealthCheck, ms: number): Promise<number | undefined> {
  let status: number | undefined;
  void health.answer().then((answer) => {
    ({ status } = answer);
  });
  await vi.advanceTimersByTimeAsync(ms);
  return status;
}

it('keeps a result for a second, and then checks again', async () => {
  const probe = vi.fn<() => Promise<void>>().mockResolvedValueOnce().mockRejectedValue(new Error());
  const health = new HealthCheck(probe);
  expect(await statusWithin(health, 1)).toBe(200);
  expect(await statusWithin(health, 1000)).toBe(200);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(await statusWithin(health, 1)).toBe(503);
  expect(probe).toHaveBeenCalledTimes(2);
});

it('is healthy while a check waits behind statements that succeed, and not while all wait', async () => {
  const health = new HealthCheck(() => new Promise(() => {}));
  setTimeout(() => health.noteSuccess(), 400);
  expect(await statusWithin(health, 1000)).toBe(200);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await statusWithin(health, 1000)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1001);
  expect(await statusWithin(health, 1)).toBe(503);
});

it('is not healthy if its check fails next to statements that succeed', async () => {
  const health = new HealthCheck(() => Promise.reject(new Error()));
  const status = statusWithin(health, 1);
  health.noteSuccess();
  expect(await status).toBe(503);
});
