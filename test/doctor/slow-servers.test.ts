import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/doctor/clock.ts';
import { turns } from '../support/scripted-upstream.ts';
import { checkListener } from './check-listener.ts';
import { FakeClock } from './fake-clock.ts';

it.for<[options: string[], limitMs: number]>([
  [[], 5000],
  [['--timeout', '60'], 60_000],
])('stops waiting for a server that never answers, %j', async ([options, limitMs]) => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const calledAt: number[] = [];
  const waitInVain = async (): Promise<void> => {
    calledAt.push(clock.now() - startedAt);
    if (calledAt.length === 1) return;
    clock.advance(limitMs - 1);
    await turns(50);
    clock.advance(1);
  };
  const parts = ['service', 'host', 'page'];
  const { status, stdout } = await checkListener(() => void waitInVain(), parts, clock, options);
  expect(status).toBe(2);
  expect(stdout.match(/There was no complete answer in time/g)).toHaveLength(3);
  // The page is called after the host.
  expect(calledAt).toEqual([0, 0, limitMs]);
});

it('ends when the time for all calls is over', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const calledAt: number[] = [];
  const { status, stdout } = await checkListener(
    (_, response) => {
      calledAt.push(clock.now() - startedAt);
      clock.advance(400);
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      response.writeHead(200, headers).end('{"token":"token-0123456789"}');
    },
    ['service', 'host'],
    clock,
  );
  expect(status).toBe(2);
  expect(stdout.match(/Not all checks ran: in all they take 15 seconds/g)).toHaveLength(2);
  // The report has the findings until then.
  expect(stdout).toContain('host/method-get');
  expect(Math.max(...calledAt)).toBeLessThan(15_000);
});

it('measures the time by the clock of the machine', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 7000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(systemClock.now()).toBe(7000);
  const onLimit = vi.fn();
  const clear = systemClock.limit(5000, () => {
    throw new Error('This limit was cleared.');
  });
  systemClock.limit(5000, onLimit);
  clear();
  vi.advanceTimersByTime(4999);
  expect(onLimit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLimit).toHaveBeenCalledOnce();
});

it('waits until an interruption', async () => {
  await systemClock.wait(1);
  const stop = new AbortController();
  const waiting = systemClock.wait(600_000, stop.signal);
  stop.abort(new Error('interrupted'));
  await expect(waiting).rejects.toThrow('interrupted');
});
