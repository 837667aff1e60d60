import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { isLive } from '../../support/live-demo.ts';
import {
  chooseAction,
  logOf,
  setFault,
  sharePlayground,
  shownAddress,
  untilLogged,
  untilStatus,
} from '../playground-browser.ts';

const SOUTH = encodeURIComponent('{"Region":"South"}');
const open = sharePlayground();

it('opens the dashboard on its own page, with the same look and the same choice', async () => {
  const page = await open.visit(`?theme=dark&color=hotpink&parameters=${SOUTH}`);
  const opened = page.context().waitForEvent('page');
  await chooseAction(page, 'full-page');
  const full = await opened;
  await full.getByRole('heading', { name: 'Sales overview' }).waitFor();
  expect(full.url()).toMatch(/\/Tdb\/[\w-]+\?theme=dark&color=\$ff69b4$/);
  expect(await full.locator('.shown-parameters').textContent()).toContain('South');
  await page.context().close();
});

it('opens the dashboard in a server-rendered page, and requests no other token', async () => {
  const page = await open.visit(`?theme=dark&parameters=${SOUTH}`);
  const said: string[] = [];
  const asked: string[] = [];
  page.context().on('console', (message) => said.push(message.text()));
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  const opened = page.context().waitForEvent('page');
  await chooseAction(page, 'rendered');
  const rendered = await opened;
  await untilStatus(rendered, 'ready');
  const frame = rendered.frameLocator('embedded-dashboard iframe');
  await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
  expect(await frame.locator('.shown-parameters').textContent()).toContain('South');
  expect(await shownAddress(rendered)).toMatch(/\/Tdb\/[\w-]+\?theme=dark$/);
  // The element does not trust a page from a service worker: it could be an old one.
  if (!isLive) expect(asked).not.toContain('/dashboards/token');
  expect(said.filter((text) => !text.includes('can escape its sandboxing'))).toEqual([]);
  await page.context().close();
});

// Without scripts, there is no live demo.
it.skipIf(isLive)('opens a page that shows the dashboard without scripts', async () => {
  const page = await open.visit();
  const address = await page.locator('#rendered').getAttribute('href');
  const storageState = await page.context().storageState();
  const options = { javaScriptEnabled: false, storageState };
  const plain = await page.context().browser()!.newContext(options);
  const rendered = await plain.newPage();
  await rendered.goto(new URL(address!, page.url()).href);
  const frame = rendered.frameLocator('embedded-dashboard iframe');
  await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
  await plain.close();
  await page.context().close();
});

it('shows a choice and a refresh that keeps the token in the timeline', async () => {
  const search = `?refresh-every=30&parameters=${SOUTH}`;
  const page = await open.visit(search, 'ready', { prepare: (own) => own.clock.install() });
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/token')) tokens.push(request.url());
  });
  await page.clock.fastForward(33_000);
  await untilLogged(page, 'dashboard-refreshed');
  const dots = page.locator('#timeline circle:not(.message) title');
  await expect.poll(() => dots.allTextContents()).toEqual(['load Region South', 'fresh data']);
  expect(tokens).toEqual([]);
  await page.context().close();
});

// The live demo has no ports.
it.skipIf(isLive)('reports why the service cannot restart, and restarts it later', async () => {
  const page = await open.visit();
  await setFault(page, 'down');
  const { port } = new URL(open.playground.serviceUrl);
  const isReachable = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  await expect.poll(isReachable).toBe(false);
  const other = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
  await once(other, 'listening');
  await setFault(page, 'none');
  await page.getByRole('alert').getByText('The service cannot restart.').waitFor();
  other.close();
  await once(other, 'close');
  await setFault(page, '500');
  await setFault(page, 'none');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.locator('#reload').click();
  await expect.poll(() => logOf(page)).toContainEqual(expect.stringContaining('200 after'));
  await page.context().close();
});
