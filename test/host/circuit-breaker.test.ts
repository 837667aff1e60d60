import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardClient, type DashboardHostError } from 'embedded-dashboard/host';
import { GUID, OTHER_GUID } from '../support/dashboard-calls.ts';
import { answerWith, turns, type UpstreamScript, TOKEN } from '../support/scripted-upstream.ts';
import { newClient, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

const FAULTS_IN_A_ROW = 20;
/** As many as open the circuit, and one that would be refused. */
const ENOUGH = FAULTS_IN_A_ROW + 1;
const MOST_TRIALS = 3;
const OPEN_MS = 5_000;
const FAIL = answerWith('', { status: 500 });
const SUCCEED = answerWith(TOKEN);
const HANG_UP: UpstreamScript = (response) => response.destroy();

let client: DashboardClient;
let sessions = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  upstream.script(FAIL);
  client = newClient();
});

/** Makes one call, by default in a new session. Returns `ok`, or the code of the error. */
async function call(sessionId?: string, guid?: string, signal?: AbortSignal): Promise<string> {
  sessions += 1;
  const request = {
    sessionId: sessionId ?? `session-${sessions}`,
    dashboardGuid: guid ?? (sessions % 2 ? GUID : OTHER_GUID),
  };
  return client.getToken({ ...request, signal }).then(
    () => 'ok',
    ({ code }: DashboardHostError) => code,
  );
}

/** Expects that each of `count` calls in sequence ends so. */
async function expectCalls(count: number, end: string, sessionId?: string): Promise<void> {
  for (let number = 0; number < count; number += 1) expect(await call(sessionId)).toBe(end);
}

/** Makes `count` calls at once, each with its own signal. */
function callAtOnce(count: number, signal?: AbortSignal): Promise<string>[] {
  return Array.from({ length: count }, () =>
    call(undefined, undefined, signal && AbortSignal.any([signal])),
  );
}

/** Expects that all calls end so. */
async function expectAll(calls: Promise<string>[], end: string): Promise<void> {
  expect(await Promise.all(calls)).toEqual(calls.map(() => end));
}

/** Expects that calls do not reach the service. A call that reaches it has no outcome yet. */
async function expectRefused(calls: Promise<string>[]): Promise<void> {
  const outcomes: string[] = [];
  for (const made of calls) void made.then((outcome) => outcomes.push(outcome));
  await turns(50);
  expect(outcomes).toEqual(calls.map(() => 'overloaded'));
}

/** Holds all answers of the upstream until the returned function sends them. */
function hold(): (script: UpstreamScript) => void {
  const held: ((script: UpstreamScript) => void)[] = [];
  upstream.script((response, message) => {
    held.push((script) => script(response, message));
  });
  return (script) => {
    for (const answer of held.splice(0)) answer(script);
  };
}

describe('after twenty consecutive failures', () => {
  test('no call reaches the service, and each gets the time for a retry', async () => {
    await expectCalls(FAULTS_IN_A_ROW, 'upstream-status');
    await expectCalls(10, 'overloaded');
    await expect(client.logout({ sessionId: 'session-1' })).rejects.toMatchObject({
      ...{ code: 'overloaded', status: 503, retryable: true },
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 5 && seconds <= 15),
    });
    expect(upstream.calls).toHaveLength(FAULTS_IN_A_ROW);
  });

  test('both attempts over a broken connection count as failures', async () => {
    upstream.script(HANG_UP);
    await expectAll(callAtOnce(FAULTS_IN_A_ROW / 2), 'upstream-unreachable');
    expect(await call()).toBe('overloaded');
    expect(upstream.calls).toHaveLength(FAULTS_IN_A_ROW);
  });

  test('a timeout counts as a failure', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    upstream.script(() => {});
    const outcomes = callAtOnce(FAULTS_IN_A_ROW);
    await upstream.untilCalled(FAULTS_IN_A_ROW);
    await vi.advanceTimersByTimeAsync(3_000);
    await expectAll(outcomes, 'upstream-timeout');
    expect(await call()).toBe('overloaded');
  });

  test.for<[string, UpstreamScript]>([
    ['are answered', FAIL],
    ['break', HANG_UP],
  ])('pending calls that %s do not keep the circuit open longer', async ([, fail]) => {
    const answer = hold();
    const late = callAtOnce(FAULTS_IN_A_ROW);
    await upstream.untilCalled(FAULTS_IN_A_ROW);
    upstream.script(FAIL);
    await expectCalls(FAULTS_IN_A_ROW, 'upstream-status');
    vi.advanceTimersByTime(OPEN_MS - 1);
    answer(fail);
    await Promise.all(late);
    expect(await call()).toBe('overloaded');
    vi.advanceTimersByTime(1);
    upstream.script(SUCCEED);
    expect(await call()).toBe('ok');
  });
});

test.for([502, 503, 504])(
  'opens after failures of one dashboard with status %i',
  async (status) => {
    upstream.script(answerWith('', { status, headers: { 'Retry-After': '1' } }));
    for (let number = 0; number < FAULTS_IN_A_ROW; number += 1) {
      expect(await call(`session-${number % 3}`, GUID)).toBe('upstream-status');
    }
    expect(await call(undefined, GUID)).toBe('overloaded');
  },
);

describe('the circuit stays closed', () => {
  test.for<[string, (number: number) => Promise<string>]>([
    ['one session', () => call('unlucky')],
    ['two sessions', (number) => call(`unlucky-${number % 2}`)],
    ['one dashboard', () => call(undefined, GUID)],
    [
      'one session without a service',
      () => {
        upstream.script(answerWith('', { status: 503, headers: { 'Retry-After': '1' } }));
        return call('unlucky', GUID);
      },
    ],
  ])('after failures of only %s', async ([, fail]) => {
    for (let number = 0; number < ENOUGH; number += 1) {
      expect(await fail(number)).toBe('upstream-status');
    }
  });

  test('after failures of only one session, one of them without an answer', async () => {
    upstream.script((response, message) =>
      (upstream.calls.length === 1 ? HANG_UP : FAIL)(response, message),
    );
    await expectCalls(ENOUGH, 'upstream-status', 'unlucky');
  });

  test('after nineteen failures and a success', async () => {
    for (let round = 0; round < 2; round += 1) {
      upstream.script(FAIL);
      await expectCalls(FAULTS_IN_A_ROW - 1, 'upstream-status');
      upstream.script(SUCCEED);
      expect(await call()).toBe('ok');
    }
  });

  test.for([302, 429])('after any number of answers with %i', async (status) => {
    upstream.script(answerWith('', { status }));
    for (let number = 0; number < ENOUGH; number += 1) await call();
    expect(upstream.calls).toHaveLength(ENOUGH);
  });

  test.for<[string, UpstreamScript]>([
    ['before the answer', () => {}],
    ['during the answer', (response) => response.writeHead(200).write('token-01')],
  ])('if callers abort %s', async ([, script]) => {
    upstream.script(script);
    const caller = new AbortController();
    const outcomes = callAtOnce(ENOUGH, caller.signal);
    await upstream.untilCalled(ENOUGH);
    caller.abort();
    await Promise.all(outcomes);
    upstream.script(SUCCEED);
    expect(await call()).toBe('ok');
  });
});

describe('five seconds after the circuit has opened', () => {
  beforeEach(async () => {
    await expectCalls(FAULTS_IN_A_ROW, 'upstream-status');
    vi.advanceTimersByTime(OPEN_MS - 1);
    expect(await call()).toBe('overloaded');
    vi.advanceTimersByTime(1);
    upstream.calls.length = 0;
  });

  test('three sessions probe the service, and the first success closes the circuit', async () => {
    const answer = hold();
    const trials = [call('trial', OTHER_GUID), ...callAtOnce(MOST_TRIALS - 1)];
    await expectRefused([call('trial', GUID), ...callAtOnce(3)]);
    await upstream.untilCalled(MOST_TRIALS);
    expect(upstream.calls).toHaveLength(MOST_TRIALS);
    answer(SUCCEED);
    await expectAll(trials, 'ok');
    upstream.script(SUCCEED);
    await expectAll(callAtOnce(10), 'ok');
  });

  test('three sessions probe the service, and their failures keep the circuit open for as long again', async () => {
    await expectCalls(MOST_TRIALS, 'upstream-status');
    upstream.script(SUCCEED);
    vi.advanceTimersByTime(OPEN_MS - 1);
    await expectCalls(10, 'overloaded');
    expect(upstream.calls).toHaveLength(MOST_TRIALS);
    vi.advanceTimersByTime(1);
    await expectCalls(10, 'ok');
  });

  test('one session probes the service, and no other does if the service is unreachable', async () => {
    upstream.script(HANG_UP);
    await expectCalls(2, 'overloaded');
    expect(upstream.calls).toHaveLength(1);
  });

  test('three other sessions probe the service every five seconds until one gets an answer', async () => {
    const answer = hold();
    const trials: Promise<string>[] = [];
    for (let probed = MOST_TRIALS; probed <= 3 * MOST_TRIALS; probed += MOST_TRIALS) {
      trials.push(...callAtOnce(MOST_TRIALS));
      await expectRefused(callAtOnce(3));
      await upstream.untilCalled(probed);
      expect(upstream.calls).toHaveLength(probed);
      vi.advanceTimersByTime(OPEN_MS);
    }
    answer(SUCCEED);
    await expectAll(trials, 'ok');
  });

  test('a session whose calls still fail does not block the others', async () => {
    expect(await call('unlucky')).toBe('upstream-status');
    expect(await call('unlucky')).toBe('overloaded');
    upstream.script(SUCCEED);
    expect(await call()).toBe('ok');
  });

  test('a session without others probes again after the same time', async () => {
    expect(await call('alone')).toBe('upstream-status');
    upstream.script(SUCCEED);
    vi.advanceTimersByTime(OPEN_MS - 1);
    expect(await call('alone')).toBe('overloaded');
    vi.advanceTimersByTime(1);
    expect(await call('alone')).toBe('ok');
  });

  test('the next call probes the service if the caller of the first aborts', async () => {
    upstream.script(() => {});
    const caller = new AbortController();
    const [probe] = callAtOnce(1, caller.signal);
    await upstream.untilCalled(1);
    caller.abort();
    expect(await probe).toBe('upstream-unreachable');
    await turns(10);
    upstream.script(SUCCEED);
    expect(await call()).toBe('ok');
  });
});
