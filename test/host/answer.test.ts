import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { type DashboardHostErrorCode } from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { hostOf, newHost, upstream, USER, useUpstream } from './own-upstream.ts';
import { answerWith, turns, type UpstreamScript } from '../support/scripted-upstream.ts';

useUpstream();

const SERVICE_HEADERS = { 'Set-Cookie': 'a=b', 'X-Upstream': 'x', 'Cache-Control': 'public' };

const answer = (status: number, body = ''): UpstreamScript =>
  answerWith(body, { status, headers: SERVICE_HEADERS });

/** The headers of every answer, with exactly these values. An answer adds only those that a test lists. */
const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Origin, Sec-Fetch-Site, Sec-Fetch-Dest, Cookie',
  'x-content-type-options': 'nosniff',
};

function expectHeaders(response: Response, others: string[]): void {
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject(COMMON);
  expect(Object.keys(headers).toSorted()).toEqual([...Object.keys(COMMON), ...others].toSorted());
}

describe('the headers of an answer forbid caching, sniffing and referrers:', () => {
  test.for<[number, () => Request, string[]]>([
    [200, tokenCall, ['content-type']],
    [204, logoutCall, []],
    [303, () => pageCall(GUID), ['location']],
  ])('%i', async ([status, call, others]) => {
    upstream.script(answer(200, 'token-0123456789'));
    const response = await newHost().fetch(call());
    expect(response.status).toBe(status);
    expectHeaders(response, others);
  });

  const hangUp: UpstreamScript = (response) => response.destroy();
  const refused = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
  const errors: [
    DashboardHostErrorCode,
    number,
    Request,
    { user?: unknown; script?: UpstreamScript },
  ][] = [
    ['config', 500, tokenCall(), { user: 7 }],
    ['unauthenticated', 401, tokenCall(), { user: null }],
    ['forbidden', 403, tokenCall(), { user: { ...USER, dashboards: [] } }],
    ['not-found', 404, pageCall('sales'), {}],
    ['not-found', 404, tokenCall(), { script: answer(404) }],
    ['bad-request', 400, tokenCall({ body: '[]' }), {}],
    ['method-not-allowed', 405, tokenCall({ method: 'PUT' }), {}],
    ['unsupported-media-type', 415, tokenCall({ headers: { 'Content-Type': 'text/plain' } }), {}],
    ['cross-site', 403, tokenCall(refused), {}],
    ['too-large', 413, tokenCall({ body: 'x'.repeat(8193) }), {}],
    ['rate-limited', 429, tokenCall(), { script: answer(429) }],
    ['upstream-unreachable', 502, tokenCall(), { script: hangUp }],
    ['upstream-redirect', 502, tokenCall(), { script: answer(307) }],
    ['upstream-status', 502, tokenCall(), { script: answer(500) }],
    ['upstream-bad-token', 502, tokenCall(), { script: answer(200) }],
  ];

  test.for(errors)(
    '%s, %i',
    async ([code, status, request, { user = USER, script = answer(200) }]) => {
      upstream.script(script);
      const response = await hostOf(user).fetch(request);
      expectHeaders(response, ['content-type', ...(status === 405 ? ['allow'] : [])]);
      const { error } = await response.json();
      expect([response.status, error.code]).toEqual([status, code]);
    },
  );

  test('overloaded, 503', async () => {
    upstream.script(answer(500));
    // The breaker opens only if several users and dashboards fail.
    const host = newHost({
      resolve: () => ({ sessionId: randomUUID(), dashboards: () => true }),
    });
    for (let call = 0; call < 20; call += 1) {
      await host.fetch(tokenCall({ body: JSON.stringify({ dashboardGuid: randomUUID() }) }));
    }
    const response = await host.fetch(tokenCall());
    expect(response.status).toBe(503);
    expectHeaders(response, ['content-type', 'retry-after']);
  });

  test.for([
    ['upstream-timeout', 504, undefined],
    ['bad-request', 408, new ReadableStream()],
  ] as const)('%s, %i', async ([code, status, body]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    upstream.script(() => {});
    const pending = newHost().fetch(tokenCall({ body }));
    await (body ? turns(50) : upstream.untilCalled(1));
    await vi.advanceTimersByTimeAsync(5_000);
    const response = await pending;
    expectHeaders(response, ['content-type']);
    expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
  });
});
