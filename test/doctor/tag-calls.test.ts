import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../command/src/doctor/check-page.ts';
import { CALL_CHECKS } from '../../command/src/doctor/tag-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { ATTRIBUTES, SCRIPT, toTag } from './page-under-test.ts';
import { useServers } from './run-doctor.ts';
import { expectVerdict } from './verdict.ts';

const serve = useServers();

type Answer = [status: number, body?: unknown, headers?: Record<string, string>];

const GRANT = { token: 'token-0123456789' };
const FRAMING = "frame-ancestors 'self'";

/** Serves a page with a tag, its host and its service, and returns the findings about its calls. */
async function check(
  toAttributes: (url: string) => string,
  { host = [200, GRANT], service = [401] }: { host?: Answer; service?: Answer } = {},
  changes: object = {},
) {
  const calls: string[] = [];
  const send = (response: ServerResponse, [status, body = '', headers = {}]: Answer): void => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const url = await serve(({ url: path = '', headers }, response) => {
    calls.push([path, headers.cookie ?? []].flat().join(' '));
    if (path.endsWith('/token')) send(response, host);
    else if (path.includes('/Tdb/')) send(response, service);
    else send(response, [200, SCRIPT + toTag(toAttributes(url))]);
  });
  const headers = { Cookie: 'a=b' };
  const page = { url: `${url}/page`, headers, clock: new FakeClock(), ...changes };
  const { findings } = await checkPage(page);
  const names = new Set(CALL_CHECKS.map(({ name }) => `page/${name}`));
  return { url, calls, findings: findings.filter((finding) => names.has(finding.check)) };
}

const CLOSED = 'http://127.0.0.1:9';

/** Tags, each with the answers of its host and its service, and the verdict. `URL` is the address of all three, `OTHER` that of another origin. */
const ROWS: [attributes: string, answers: { host?: Answer; service?: Answer }, verdict: string][] =
  [
    ['base-url="URL"', {}, ''],
    [
      'base-url="OTHER"',
      { service: [401, '', { 'X-Frame-Options': 'SAMEORIGIN' }] },
      'base-url-frames',
    ],
    [
      'base-url="OTHER"',
      { service: [401, '', { 'Content-Security-Policy': FRAMING }] },
      'base-url-frames',
    ],
    ['base-url="URL"', { service: [401, '', { 'Content-Security-Policy': FRAMING }] }, ''],
    [
      '',
      { host: [200, { ...GRANT, baseUrl: CLOSED }] },
      `base-url-answers: ${CLOSED}: Nothing listens`,
    ],
    ['', { host: [404] }, 'token-url-answers: It answers 404. Correct token-url.'],
    ['', { host: [500] }, 'token-url-answers: It answers 500.'],
    [
      '',
      { host: [200, '<title>Sign in</title>'] },
      'token-url-answers: an HTML page in place of a token',
    ],
    ['', { host: [401] }, ''],
    ['', { host: [403] }, ''],
    ['', { host: [302, '', { Location: '/login' }] }, ''],
    ['', { host: [503] }, ''],
  ];

describe('the calls of a tag are judged', () => {
  it.each(ROWS)('%s, with %j', async (attributes, answers, verdict) => {
    const toAttributes = (url: string): string => {
      const other = url.replace('127.0.0.1', 'localhost');
      return `${ATTRIBUTES} ${attributes.replace('URL', url).replace('OTHER', other)}`;
    };
    expectVerdict(await check(toAttributes, answers), verdict);
  });

  it('if a rendered frame names the service', async () => {
    const report = await check(
      () => `></embedded-dashboard><iframe src="${CLOSED}/Tdb/token-1"></iframe><b `,
    );
    expectVerdict(report, 'base-url-answers: Nothing listens');
  });
});

describe('the calls', () => {
  it('are those of the page', async () => {
    const { calls } = await check((url) => `${ATTRIBUTES} base-url="${url}/bi"`);
    expect(calls).toEqual([
      '/page a=b',
      '/embedded-dashboard.min.js',
      '/dashboards/token a=b',
      '/bi/Tdb/doctor-malformed-token',
    ]);
  });

  it('of another origin have no cookie', async () => {
    const { calls } = await check((url) =>
      ATTRIBUTES.replace('/dash', `${url.replace('127.0.0.1', 'localhost')}/dash`),
    );
    expect(calls).toContain('/dashboards/token');
  });

  it('leave out what another part checks', async () => {
    const { calls } = await check(
      () => `${ATTRIBUTES} base-url="${CLOSED}"`,
      {},
      {
        hostUrl: 'http://a.example/dashboards',
        serviceUrl: `${CLOSED}/`,
      },
    );
    expect(calls).toEqual(['/page a=b', '/embedded-dashboard.min.js']);
  });
});
