import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HealthCheck } from '../../../service/src/start/health-check.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => vi.useRealTimers());

it('keeps a result for a second, and then checks again', async () => {
  const probe = vi.fn<() => Promise<void>>().mockResolvedValueOnce().mockRejectedValue(new Error());
  const health = new HealthCheck(probe);
  const statusAfter = async (ms: number): Promise<number> => {
    vi.advanceTimersByTime(ms);
    return (await health.answer()).status;
  };
  expect([await statusAfter(0), await statusAfter(1000)]).toEqual([200, 200]);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(await statusAfter(1)).toBe(503);
  expect(probe).toHaveBeenCalledTimes(2);
});
