import type { Page } from 'playwright-core';
import { MINUTE } from '../../support/durations.ts';
import { LATEST_REFRESH } from '../../support/token-life.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Consumer } from '../../support/consumer.ts';
import { QuickStart, SERVICE_URL } from '../../support/quick-start.ts';
import { launchCachingChromium, leaveAndReturn } from './back-forward-cache.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const RENEWALS = 100;

/** A server with one user, who may see two regions. Without a choice, the host uses the first one. */
const SERVER = `
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createDashboardHost, oneOf, toNodeListener } from 'embedded-dashboard/host';
let sessionId = randomUUID();
const serveDashboards = toNodeListener(createDashboardHost({
  baseUrl: '${SERVICE_URL}',
  apiKey: process.env.DASHBOARD_API_KEY,
  resolve: (request, { parameters }) => ({
    sessionId,
    dashboards: ['${GUID}'],
    sqlParameters: { Region: oneOf(parameters?.Region, ['North', 'South'], 'North') },
  }),
}));
const files = {
  '/': ['text/html', await readFile('public/index.html')],
  '/element.js': ['text/javascript', await readFile('node_modules/embedded-dashboard/dist/embedded-dashboard.min.js')],
};
createServer((request, response) => serveDashboards(request, response, () => {
  if (request.url === '/login') sessionId = randomUUID();
  const [type, content] = files[request.url] ?? ['text/plain', ''];
  response.setHeader('Content-Type', type).end(content);
})).listen(3000, 'localhost');
`;

const PAGE = `<!doctype html>
<script src="/element.js" defer></script>
<embedded-dashboard token-url="/dashboards/token" logout-url="/dashboards/logout"
  dashboard-guid="${GUID}" parameters='{"Region":"South"}'></embedded-dashboard>`;

let quickStart: QuickStart;
let host: Consumer;

beforeAll(async () => {
  quickStart = await QuickStart.open();
  host = await quickStart.startHost(SERVER, PAGE);
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await quickStart.close();
});

/** Runs in the page: returns the address of the dashboard on screen. */
function shownAddress(): string {
  const { shadowRoot } = document.querySelector<Tag>('embedded-dashboard')!;
  return [...shadowRoot!.querySelectorAll<HTMLIFrameElement>('iframe:not([inert])')].at(-1)!.src;
}

/** Returns the region of a dashboard, and the exact figures of its tiles. A token always shows the same. */
async function readTiles(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text();
  const [, region = ''] = /<dt>Region<\/dt>\s*<dd>(\w+)/.exec(text) ?? [];
  return [region, ...Array.from(text.matchAll(/data-value="([^"]+)"/g), ([, value]) => value!)];
}

function untilStatus(page: Page, status: Tag['status']): Promise<unknown> {
  return page.waitForFunction(
    (wanted) => document.querySelector<Tag>('embedded-dashboard')?.status === wanted,
    status,
  );
}

/** Moves the clock of the page until the dashboard with the next token is on screen. */
async function renew(page: Page, ms: number): Promise<void> {
  const [loaded, refreshed] = ['load', 'dashboard-refreshed'].map((type) =>
    page.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const tag = document.querySelector('embedded-dashboard')!;
          // A `load` event does not bubble.
          const target = name === 'load' ? tag.shadowRoot! : tag;
          target.addEventListener(name, () => resolve(), { once: true, capture: true });
        }),
      type,
    ),
  );
  await page.clock.fastForward(ms);
  await loaded;
  // The element waits this long for the charts.
  await page.clock.fastForward(1500);
  await refreshed;
}

it(`shows the chosen region after ${RENEWALS} renewals, a sleep, a logout and a login`, async () => {
  const page = await quickStart.visit(host, (visitor) => visitor.clock.install());
  const [region, ...figures] = await readTiles(await page.evaluate(shownAddress));
  expect(region).toBe('South');
  expect(figures.length).toBeGreaterThan(3);
  const north = await quickStart.visit(host, (visitor) =>
    visitor.route(host.url + '/', (route) =>
      route.fulfill({ contentType: 'text/html', body: PAGE.replace('South', 'North') }),
    ),
  );
  expect((await readTiles(await north.evaluate(shownAddress))).slice(1)).not.toEqual(figures);
  for (let renewal = 0; renewal < RENEWALS; renewal++) {
    await renew(page, LATEST_REFRESH + MINUTE);
    expect(await readTiles(await page.evaluate(shownAddress))).toEqual([region, ...figures]);
  }
  await renew(page, 5 * 60 * MINUTE);
  expect(await readTiles(await page.evaluate(shownAddress))).toEqual([region, ...figures]);
  await page.evaluate(() => document.querySelector('embedded-dashboard')!.logout());
  await untilStatus(page, 'logged-out');
  await fetch(`${host.url}/login`);
  await page.evaluate(() => document.querySelector('embedded-dashboard')!.reload());
  expect(await readTiles(await page.evaluate(shownAddress))).toEqual([region, ...figures]);
});

it('shows the chosen region after a return to the page', async () => {
  const browser = await launchCachingChromium();
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    const read = async (): Promise<string[]> => {
      await page.waitForFunction(
        () => document.querySelector<Tag>('embedded-dashboard')?.status === 'ready',
      );
      return readTiles(await page.evaluate(shownAddress));
    };
    const before = await read();
    expect(before[0]).toBe('South');
    expect(await leaveAndReturn(page)).toEqual([]);
    expect(await read()).toEqual(before);
  } finally {
    await browser.close();
  }
});
