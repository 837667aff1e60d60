import { createDashboardService } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { startConsumer } from '../support/consumer.ts';
import type { Photographer } from './photographer.ts';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
/** Short, so that the pictures need not wait two hours. */
const LIFE_SECONDS = 12;

/** An application that shows the same dashboard in both ways. */
const SERVER = `
  import express from 'express';
  import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
  const dashboards = createDashboardHost({
    baseUrl: process.env.DASHBOARD_URL,
    apiKey: process.env.DASHBOARD_API_KEY,
    resolve: () => ({ sessionId: 'demo', dashboards: ['${GUID}'] }),
  });
  const app = express();
  app.use(toNodeListener(dashboards));
  app.use(express.static('public'), express.static('node_modules/embedded-dashboard/dist'));
  app.get('/address', async (req, res) => {
    const { token } = await dashboards.client.getToken({ sessionId: 'demo', dashboardGuid: '${GUID}' });
    res.send(dashboards.client.displayUrl(token, {}));
  });
  app.listen(3000, 'localhost');
`;

const PAGE = `<!doctype html>
<style>
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #eef2f7; }
  header { display: flex; gap: 2rem; padding: 0.8rem 1.5rem; background: #1e293b; color: #fff; }
  header b { margin-right: auto; }
  main { margin: 1.25rem; overflow: hidden; border-radius: 12px; background: #fff; box-shadow: 0 1px 4px #0003; }
  iframe, embedded-dashboard { display: block; width: 100%; height: 470px; border: 0; }
</style>
<header><b>Acme Portal</b><span>Orders</span><span>Customers</span><span>Sales</span></header>
<main></main>
`;

/** Two pictures of an application, after the life of its first token. */
export const photographExpiry: Photographer = async (browser, toPath) => {
  const service = createDashboardService({
    database: 'memory:',
    apiKey: 'key-of-the-pictures',
    tokenLifetimeSeconds: LIFE_SECONDS,
  });
  const { url } = await service.listen(0);
  const env = { DASHBOARD_URL: url, DASHBOARD_API_KEY: service.apiKey };
  await using host = await startConsumer({ 'server.mjs': SERVER, 'public/index.html': PAGE }, env);
  const context = await browser.newContext({ viewport: { width: 880, height: 560 } });
  const plain = await context.newPage();
  await plain.goto(host.url);
  await plain.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = await (await fetch('/address')).text();
    document.querySelector('main')!.append(frame);
  });
  const tagged = await context.newPage();
  await tagged.goto(host.url);
  await tagged.addScriptTag({ url: '/embedded-dashboard.min.js' });
  await tagged.evaluate((guid) => {
    const tag = document.createElement('embedded-dashboard');
    tag.tokenUrl = '/dashboards/token';
    tag.dashboardGuid = guid;
    document.querySelector('main')!.append(tag);
    return new Promise((resolve) => {
      tag.addEventListener('dashboard-refreshed', resolve);
    });
  }, GUID);
  await untilExpired(plain);
  await plain.screenshot({ path: toPath('plain-iframe') });
  await tagged.screenshot({ path: toPath('embedded-dashboard') });
  await context.close();
  await service.close();
};

/** Loads the frame again, as the dashboard's next request does, until its token has expired. */
async function untilExpired(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe');
  const isExpired = async (): Promise<boolean> => (await frame.locator('svg').count()) === 0;
  while (!(await isExpired())) {
    await page.waitForTimeout(1000);
    const loaded = page.waitForResponse('**/Tdb/**');
    await page.evaluate(() => {
      const { src } = document.querySelector('iframe')!;
      document.querySelector('iframe')!.src = src;
    });
    await (await loaded).finished();
    await frame.locator('h1').waitFor();
  }
}
