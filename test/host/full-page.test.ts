import { describe, expect, test, vi } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { DashboardHostError, STATUS } from '../../src/host/dashboard-host-error.ts';
import { renderErrorPage } from '../../src/host/answer/error-page.ts';
import type { DashboardHostErrorCode, DashboardHostEvent } from '../../src/host/index.ts';
import { GUID, pageCall } from '../support/dashboard-calls.ts';
import { answerWith } from '../support/scripted-upstream.ts';
import { fail, fakeTimers, newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

const BROWSER = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const nobody = () => null;

describe('an error of a full page', () => {
  test('is a short page for a browser, without content of the request and without scripts', async () => {
    const call = pageCall(`${GUID}?theme=<b>dark</b>`, { ...BROWSER, 'X-Name': '<b>Ann</b>' });
    const answer = await newHost({ resolve: nobody }).fetch(call);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Vary')).toContain('Accept');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('Please sign in to see this dashboard.');
    expect(html).not.toMatch(/Ann|dark<|unauthenticated|<script/);
    // The policy allows the style by its hash, and nothing else.
    const [, style = ''] = /<style>(.*)<\/style>/.exec(html)!;
    const hash = Buffer.from(sha256(Buffer.from(style))).toString('base64');
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    );
  });

  test('keeps Retry-After, and offers a retry', async () => {
    const busy = { status: 429, headers: { 'Retry-After': '7' } };
    upstream.script(answerWith('', busy));
    const answer = await newHost().fetch(pageCall(GUID, BROWSER));
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7']);
    expect(await answer.text()).toMatch(/in a moment\..*<a href="">Try again<\/a>/);
  });

  test.for(Object.keys(STATUS) as DashboardHostErrorCode[])('has sentences for %s', (code) => {
    const html = renderErrorPage(new DashboardHostError(code, 'SECRET'));
    expect(html).toMatch(/<main><p>(?:[A-Z][^<.]+\. ?)+<\/p><\/main>/);
    expect(html).not.toContain('SECRET');
  });

  test.for(['application/json', '*/*', undefined])('is JSON for Accept: %s', async (accept) => {
    const headers: Record<string, string> = accept ? { Accept: accept } : {};
    const answer = await newHost({ resolve: nobody }).fetch(pageCall(GUID, headers));
    expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(answer.headers.get('Vary')).toContain('Accept');
  });
});

describe('loginUrl', () => {
  const visit = (
    loginUrl: unknown,
    headers = BROWSER,
    resolve: () => typeof USER | null = nobody,
  ) => newHost({ resolve, loginUrl: loginUrl as string }).fetch(pageCall(GUID, headers));

  test.for<[unknown, string]>([
    ['/login', '/login'],
    ['/login?next=/reports#top', '/login?next=/reports#top'],
    ['/anmelden/für', '/anmelden/f%C3%BCr'],
    ['https://id.example/sign-in', 'https://id.example/sign-in'],
    ['http://localhost:8080/sign-in', 'http://localhost:8080/sign-in'],
    [
      (request: Request) => `/login?to=${new URL(request.url).pathname}`,
      `/login?to=/dashboards/${GUID}`,
    ],
    [async () => '/login', '/login'],
  ])('%s redirects a browser if nobody is signed in', async ([loginUrl, location]) => {
    const answer = await visit(loginUrl);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, location]);
    expect(answer.headers.get('Vary')).toContain('Accept');
  });

  test('applies to browsers only, and only if nobody is signed in', async () => {
    expect((await visit('/login', { Accept: 'application/json' })).status).toBe(401);
    const other = () => ({ ...USER, dashboards: [] });
    expect((await visit('/login', BROWSER, other)).status).toBe(403);
  });

  test.for<[string, () => unknown]>([
    ['throws', fail],
    ['rejects', async () => fail()],
    ['names another host', () => '//evil.example'],
    ['names another host by a backslash', () => '/\\evil.example'],
    ['names another host by a folder of its own', () => '/.//evil.example/login'],
    ['names another host by the folder above', () => '/a/..//evil.example'],
    ['names another host by an encoded dot', () => '/%2e/\\evil.example'],
    ['names a script', () => 'javascript:alert(1)'],
    ['splits the header', () => '/login\r\nSet-Cookie: a=1'],
    ['returns nothing', () => null],
    ['names a password', () => 'https://ann:SECRET@id.example/'],
  ])('that %s leads to the page with 401', async ([, loginUrl]) => {
    const answer = await visit(loginUrl);
    expect([answer.status, answer.headers.get('Location')]).toEqual([401, null]);
    expect(await answer.text()).toContain('Please sign in');
  });

  test('that never returns leads to the page with 401 after two seconds', async () => {
    fakeTimers();
    const events: DashboardHostEvent[] = [];
    const observe = (event: DashboardHostEvent) => events.push(event);
    const settings = { resolve: nobody, loginUrl: () => new Promise<string>(() => {}), observe };
    const answer = newHost(settings).fetch(pageCall(GUID, BROWSER));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await answer).status).toBe(401);
    const message = 'loginUrl must return within two seconds.';
    expect(events).toMatchObject([{ status: 401, cause: { message } }]);
  });
});

describe('the first choices in the address of a full page', () => {
  test('are passed on to the dashboard', async () => {
    const search = new URLSearchParams({ theme: 'dark', filters: '{"Region":["North","South"]}' });
    const answer = await newHost().fetch(pageCall(`${GUID}?${search}`, BROWSER));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toMatch(
      /\?theme=dark&filter\.Region=North&filter\.Region=South$/,
    );
  });

  test.for(['Region=North', '[]', '{"Region":"a;b"}'])(
    'are a 400 without a call if they break a rule: %s',
    async (filters) => {
      const call = pageCall(`${GUID}?${new URLSearchParams({ filters })}`, BROWSER);
      expect((await newHost().fetch(call)).status).toBe(400);
      expect(upstream.calls).toEqual([]);
    },
  );
});
