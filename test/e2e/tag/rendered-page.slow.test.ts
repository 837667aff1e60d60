import { readFileSync } from 'node:fs';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchCachingChromium, leaveAndReturn } from './back-forward-cache.ts';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { GUID } from '../../support/dashboard-calls.ts';
import { type NodeServer, serve } from '../../support/node-server.ts';
import {
  answerWith,
  type ScriptedUpstream,
  startUpstream,
} from '../../support/scripted-upstream.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const SCRIPT = readFileSync(`${BUILT_PACKAGE}/embedded-dashboard.min.js`);

let browser: Browser;
let service: ScriptedUpstream;
let site: NodeServer;
let page: Page;
/** The `Cache-Control` header of the page. */
let cacheControl = 'private';

beforeAll(async () => {
  browser = await launchCachingChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  service = await startUpstream();
  service.script((response, call) => {
    const isDashboard = call.url.startsWith('/Tdb/');
    const headers = { 'Content-Type': isDashboard ? 'text/html' : 'text/plain' };
    answerWith(isDashboard ? 'Dashboard' : `token-number-${tokens()}`, { headers })(response, call);
  });
  site = await serveRenderedPage();
  // The first call loads code. On a busy machine, that may take longer than a page waits for its token.
  await (await fetch(`http://localhost:${site.port}/`)).text();
  service.calls.splice(0);
  page = await browser.newPage();
});

afterEach(async () => {
  await page.close();
  await site[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Serves a page with a server-rendered dashboard, and the host’s addresses. */
async function serveRenderedPage(): Promise<NodeServer> {
  const dashboards = createDashboardHost({
    baseUrl: service.baseUrl,
    apiKey: 'key-1',
    resolve: () => ({ sessionId: 'session-1', dashboards: [GUID] }),
  });
  const listener = toNodeListener(dashboards);
  return serve((request, response) => {
    void listener(request, response, async () => {
      if (request.url !== '/') return response.end(SCRIPT);
      const tag = await dashboards.render(request, { dashboardGuid: GUID });
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Cache-Control', cacheControl);
      return response.end(`<!doctype html><script src="/element.js" defer></script>${tag}`);
    });
  });
}

function callsOf(path: string): string[] {
  return service.calls.map(({ url }) => url).filter((url) => url.startsWith(path));
}

/** Returns the number of token requests, by the server for its page and by the element. */
function tokens(): number {
  return callsOf('/Api/GetToken').length;
}

async function untilReady(): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<Tag>('embedded-dashboard')?.status === 'ready',
  );
}

/** Returns the address of the frame, and whether the page is the one that was left. */
function look(): Promise<{ src: string; isRestored: boolean }> {
  return page.evaluate(() => {
    const [frame] = document
      .querySelector<Tag>('embedded-dashboard')!
      .shadowRoot!.querySelectorAll('iframe');
    return { src: frame!.src, isRestored: 'isLeft' in window };
  });
}

/** Opens the page, leaves it, and returns. Resolves to the reasons why the browser loaded it again, if any. */
async function openLeaveAndReturn(): Promise<string[]> {
  await page.goto(`http://localhost:${site.port}/`);
  await untilReady();
  expect(tokens()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isLeft: true }));
  const reasons = await leaveAndReturn(page);
  await untilReady();
  return reasons;
}

describe('a rendered page that is returned to', () => {
  it('keeps its frame if it comes from the back-forward cache', async () => {
    cacheControl = 'private';
    expect(await openLeaveAndReturn()).toEqual([]);
    expect(await look()).toEqual({
      src: `${service.baseUrl}/Tdb/token-number-1`,
      isRestored: true,
    });
    expect(tokens()).toBe(1);
    expect(callsOf('/Tdb/')).toHaveLength(1);
  });

  it.for(['private, no-store', 'private, max-age=600'])(
    'gets a new token if it was not cached and was %s',
    async (value) => {
      cacheControl = value;
      // The browser does not cache such a page: https://web.dev/articles/bfcache
      await page.evaluateOnNewDocument(() => addEventListener('unload', () => {}));
      expect(await openLeaveAndReturn()).toContain('UnloadHandlerExistsInMainFrame');
      const isRenderedAgain = value.includes('no-store');
      const { src, isRestored } = await look();
      expect(isRestored).toBe(false);
      expect(src).toBe(`${service.baseUrl}/Tdb/token-number-${tokens()}`);
      // One more for the page itself, if the server had to render it again.
      expect(tokens()).toBe(isRenderedAgain ? 3 : 2);
    },
  );
});
