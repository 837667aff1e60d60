import { beforeEach, describe, expect, test } from 'vitest';
import { type DashboardClient, type TokenRequest } from 'embedded-dashboard/host';
import { tokenCall, OTHER_GUID } from '../support/dashboard-calls.ts';
import {
  holdAnswers,
  newClient,
  newHost,
  REQUEST,
  upstream,
  USER,
  useUpstream,
} from './own-upstream.ts';
import { answerWith, turns, TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

let client: DashboardClient;

beforeEach(() => {
  client = newClient();
});

test('a hundred equal simultaneous requests make one call', async () => {
  const host = newHost({ resolve: () => ({ ...USER, sqlParameters: { a: 1 } }) });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await host.fetch(tokenCall())).json()),
  );
  expect(new Set(answers.map(({ token }) => token))).toEqual(new Set(['token-0123456789']));
  expect(upstream.calls).toHaveLength(1);
});

test.for<[string, Partial<TokenRequest>]>([
  ['session', { sessionId: 'session-2' }],
  ['dashboard', { dashboardGuid: OTHER_GUID }],
  ['parameters', { sqlParameters: { region: 'EU' } }],
  ['connection string', { connectionString: 'Server=a' }],
  ['user', { user: 'Ann' }],
  ['organization', { organization: 'Ann' }],
  ['custom info', { customInfo: 'Ann' }],
  ['form', { form: 'query' }],
])('requests that differ in the %s share nothing', async ([, fields]) => {
  const held = holdAnswers();
  const outcomes = [client.getToken(REQUEST), client.getToken({ ...REQUEST, ...fields })];
  await upstream.untilCalled(2);
  held.all();
  const [one, other] = await Promise.all(outcomes);
  expect(one!.token).not.toBe(other!.token);
});

test.for([
  ['an answer', answerWith(TOKEN)],
  ['a refusal', answerWith('', { status: 401 })],
] as const)('nothing is cached after %s', async ([, script]) => {
  upstream.script(script);
  await client.getToken(REQUEST).catch(() => {});
  upstream.script(answerWith('token-of-the-second-call'));
  expect(await client.getToken(REQUEST)).toMatchObject({ token: 'token-of-the-second-call' });
});

describe('a caller that aborts', () => {
  const gone = { code: 'upstream-unreachable', retryable: false };

  test('does not affect the others, even if it caused the call', async () => {
    const held = holdAnswers();
    const callers = Array.from({ length: 3 }, () => new AbortController());
    const [first, second, third] = callers.map(({ signal }) =>
      client.getToken({ ...REQUEST, signal }),
    );
    await upstream.untilCalled(1);
    callers[0]!.abort();
    await expect(first).rejects.toMatchObject(gone);
    callers[2]!.abort();
    await expect(third).rejects.toMatchObject(gone);
    held.all();
    expect(await second).toMatchObject({ token: 'token-number-1' });
    expect(upstream.calls).toMatchObject([{ cancelled: false }]);
  });

  test('aborts the call if it is the last one, and later callers share a new call', async () => {
    const held = holdAnswers();
    const callers = [new AbortController(), new AbortController()];
    const outcomes = callers.map(({ signal }) => client.getToken({ ...REQUEST, signal }));
    await upstream.untilCalled(1);
    for (const caller of callers) caller.abort();
    const late = client.getToken(REQUEST);
    await Promise.all(outcomes.map((outcome) => expect(outcome).rejects.toMatchObject(gone)));
    await upstream.untilCalled(2);
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
    const later = client.getToken(REQUEST);
    await turns(50);
    held.all();
    expect(await late).toMatchObject({ token: 'token-number-2' });
    expect(await later).toMatchObject({ token: 'token-number-2' });
    expect(upstream.calls[1]!.cancelled).toBe(false);
  });
});
