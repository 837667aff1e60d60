import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../command/src/doctor/clock.ts';
import { callHttp, limitTime } from '../../command/src/doctor/http-call.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { turns } from '../support/scripted-upstream.ts';
import { FakeClock } from './fake-clock.ts';
import { runDoctor, useServers } from './run-doctor.ts';

const serve = useServers();

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
  const url = await serve(() => void waitInVain());
  const parts = ['--service', url, '--host', url, '--page', url, '--dashboard', GUID];
  const { status, stdout } = await runDoctor([...parts, ...options], { clock });
  expect(status).toBe(2);
  expect(stdout.match(/There was no complete answer in time/g)).toHaveLength(3);
  // The page is called after the host.
  expect(calledAt).toEqual([0, 0, limitMs]);
});

it('makes many calls under one time limit without a warning of Node', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  const url = new URL(await serve((_, response) => response.end()));
  const signal = limitTime(systemClock, 60_000);
  const call = () => callHttp({ url, clock: systemClock, signal });
  await Promise.all(Array.from({ length: 20 }, call));
  expect(warnings).toEqual([]);
});

it('ends when the time for all calls is over', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const calledAt: number[] = [];
  const url = await serve((_, response) => {
    calledAt.push(clock.now() - startedAt);
    clock.advance(400);
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    response.writeHead(200, headers).end('{"token":"token-0123456789"}');
  });
  const parts = ['--service', url, '--host', url, '--dashboard', GUID];
  const { status, stdout } = await runDoctor(parts, { clock });
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
