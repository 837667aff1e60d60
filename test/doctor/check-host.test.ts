import { checkHost } from 'embedded-dashboard/host-conformance';
import { describe, expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { TOKEN } from '../support/scripted-upstream.ts';
import { FakeClock } from './fake-clock.ts';
import { withHeaders } from './faulty-service.ts';
import { useHost } from './host-under-test.ts';
import { answerOf } from './loopback.ts';
import { expectVerdict } from './verdict.ts';

const tested = useHost();

it('a good host passes at least 60 checks, and gets a logout only if that is allowed', async () => {
  const findings = await tested.check(tested.createFetch());
  expectVerdict({ findings }, '');
  expect(findings.length).toBeGreaterThanOrEqual(60);
  expect(new Set(findings.map((finding) => finding.check)).size).toBe(findings.length);
  const isLogout = ({ url }: { url: string }): boolean => /logout/i.test(url);
  expect(tested.upstream.calls.filter(isLogout)).toEqual([]);
  const more = await tested.check(tested.createFetch(), { withLogout: true });
  expectVerdict({ findings: more }, '');
  expect(more.length).toBeGreaterThan(findings.length);
  expect(tested.upstream.calls.filter(isLogout)).not.toEqual([]);
});

// `host-calls.test.ts` has the calls that a host must refuse.
describe('a host with a fault', () => {
  it('is reported for headers that allow caches, other origins and another media type', async () => {
    const fetch = tested.createFetch();
    const headers = {
      'Cache-Control': null,
      Age: '12',
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'text/html',
    };
    const findings = await tested.check(async (request) =>
      withHeaders(await fetch(request), headers),
    );
    const ofToken = 'media-type, no-store, not-from-cache, no-open-cors';
    const ofRefusals = 'preflight-of-strangers, refusals-not-readable, refusals-not-stored';
    expectVerdict({ findings }, `${ofToken}, ${ofRefusals}, login-not-stored`);
    expect(JSON.stringify(findings)).not.toContain(TOKEN);
  });

  it.each([
    {
      what: 'removes X-Embedded-Dashboard',
      name: 'X-Embedded-Dashboard',
      value: '',
      verdict: 'answers-200: a proxy removes X-Embedded-Dashboard',
    },
    {
      what: 'replaces Host',
      name: 'Host',
      value: 'internal.example',
      verdict: 'accepts-no-fetch-metadata: proxy_set_header Host $http_host',
    },
  ])('is reported behind a proxy that $what', async ({ name, value, verdict }) => {
    const fetch = tested.createFetch();
    const findings = await tested.check((request) => {
      const headers = new Headers(request.headers);
      headers.set(name, value);
      return fetch(new Request(request, { headers }));
    });
    expectVerdict({ findings }, verdict);
  });

  it('is reported for each bad body that gets a 500', async () => {
    const fetch = tested.createFetch();
    const findings = await tested.check(async (request) => {
      const answer = await fetch(request);
      const { status, headers } = answer;
      return status === 400 ? new Response('', { headers, status: 500 }) : answer;
    });
    const failed = findings.filter(({ ok }) => !ok).map(({ check }) => check);
    expect(new Set(failed.map((name) => name.split('-')[0]))).toEqual(
      new Set(['host/body', 'host/guid', 'host/parameters']),
    );
  });

  it('is reported with the reason if a call gets no answer', async () => {
    const reasonOf = async (url: string): Promise<string> => {
      const [finding] = await checkHost({ url, dashboardGuid: GUID, clock: new FakeClock() });
      return finding!.fix;
    };
    const { url, close } = await answerOf('no HTTP\r\n\r\n');
    expect(await reasonOf(url)).toContain('is not valid HTTP');
    await close();
    expect(await reasonOf(url)).toContain('Nothing listens');
    const secure = `${tested.upstream.baseUrl.replace('http', 'https')}/x`;
    expect(await reasonOf(secure)).toContain('is not valid HTTP');
  });
});

it('bad input is a TypeError that says what to do', async () => {
  for (const url of ['dashboards', 'ftp://example.com', '']) {
    await expect(checkHost({ url, dashboardGuid: GUID })).rejects.toThrow(/http or https/);
  }
  const bad = checkHost({ url: 'http://127.0.0.1', dashboardGuid: 'sales' });
  await expect(bad).rejects.toThrow(/must be a GUID/);
});
