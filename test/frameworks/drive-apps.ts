import { checkHost } from 'embedded-dashboard/host-conformance';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeptView } from '../e2e/dashboard/kept-view.ts';
import type { Consumer } from '../support/consumer.ts';
import type { App } from './apps.ts';
import type { FrameworkApp } from './framework-app.ts';
import { FRAME, FrameworkStage, GUID, noteComplaints, serveFiles } from './framework-stage.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Calls of a route that a framework passes on to the host. */
const HOST_CALLS: [what: string, status: number, path: string, call: RequestInit][] = [
  ['a full page', 303, GUID, {}],
  ['HEAD of a token', 405, 'token', { method: 'HEAD' }],
  ['OPTIONS without a preflight', 405, 'token', { method: 'OPTIONS' }],
  ['a call without the package’s header', 403, 'token', { method: 'POST', headers: JSON_TYPE }],
  ['an unknown path', 404, 'sales', {}],
];
let stage: FrameworkStage;

/** Builds each app, starts it, and drives it in a browser. `user` names the test file. */
export function driveApps(user: string, apps: readonly App[]): void {
  beforeAll(async () => {
    stage = await FrameworkStage.open(user, apps);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  describe.for(apps.map((app) => [app.name, app] as const))('%s', ([name, known]) => {
    const { files, minimal, hasKeptView, hasRouter } = known;
    const complaints: string[] = [];
    const tokenRequests: Request[] = [];
    let startedAt: number;
    let app: FrameworkApp;
    let host: Consumer;
    let visitor: Page;

    beforeAll(async () => {
      startedAt = performance.now();
      app = stage.app(name);
      await app.npm('run', 'build');
      host = await stage.serve(app, files);
      visitor = await stage.visit(host, watch);
    });

    afterAll(async () => {
      await visitor?.close();
      await host?.[Symbol.asyncDispose]();
      console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
    });

    const watch = (page: Page): void => {
      noteComplaints(page, complaints);
      noteTokenRequests(page, tokenRequests);
    };

    it('shows the dashboard', () => expectDashboard(visitor));

    it.runIf(minimal)('shows the dashboard of the minimal example', async () => {
      const others: string[] = [];
      const page = await stage.visit(
        host,
        (opened) => noteComplaints(opened, others),
        minimal!.path,
      );
      await expectDashboard(page);
      expect(await page.locator('h1').count()).toBe(0);
      await page.close();
      expect(others).toEqual([]);
    });

    it.skipIf(files)('has the tag in the page from the server', async () => {
      const page = await fetch(host.url);
      expect(await page.text()).toMatch(/<embedded-dashboard [^>]*token-url="\/dashboards\/token"/);
    });

    describe.skipIf(files)('with a route', () => {
      const ask = (path: string, call: RequestInit): Promise<Response> =>
        fetch(`${host.url}/dashboards/${path}`, { redirect: 'manual', ...call });

      it.for(HOST_CALLS)('leaves %s to the host', async ([, status, path, call]) => {
        const answer = await ask(path, call);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
      });

      it('passes all checks of the doctor', async () => {
        const url = `${host.url}/dashboards`;
        // Without the logout, because all visitors of these apps are one user.
        const findings = await checkHost({ url, dashboardGuid: GUID });
        expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      });
    });

    describe.runIf(hasKeptView)('with the view in its address', () => {
      testKeptView(GUID, async ({ url, service: { apiKey } }, resolve) => {
        const site = await serveFiles(`${app.folder}/${files}`, { baseUrl: url, apiKey, resolve });
        return { ...site, url: `${site.url}/?kept-view` };
      });
    });

    it('sends the headers of a property without an attribute', async () => {
      expect(tokenRequests.map((request) => request.headers()['x-app'])).toEqual([name]);
    });

    it.runIf(hasRouter)('sends them again when the reader comes back to the page', async () => {
      const requests: Request[] = [];
      const page = await stage.visit(host, (opened) => noteTokenRequests(opened, requests));
      await page.evaluate(() => (document.body.dataset.stays = ''));
      await page.getByRole('link', { name: 'Minimal' }).click();
      await page.waitForURL('**/minimal');
      await expectDashboard(page);
      await page.goBack();
      await page.getByRole('button', { name: 'Dark' }).waitFor();
      await expectDashboard(page);
      const headers = requests.map((request) => request.headers()['x-app']);
      expect(headers).toEqual([name, undefined, name]);
      expect(await page.locator('body[data-stays]').count()).toBe(1);
      await page.close();
    });

    it('sends the choice, and uses the interval of the attribute', async () => {
      const bodies = tokenRequests.map((request) => request.postDataJSON() as object);
      expect(bodies).toEqual([{ dashboardGuid: GUID, parameters: { Region: 'North' } }]);
      const interval = visitor
        .locator('embedded-dashboard')
        .evaluate((tag: Tag) => Number(tag.refreshEvery));
      expect(await interval).toBe(3600);
    });

    it('lists the load of the dashboard with a date', async () => {
      await expect
        .poll(() => listedEvents(visitor))
        .toContainEqual(expect.stringMatching(/^dashboard-load\b.*\d/));
    });

    it('turns dark without a new token, although the choice is a new object', async () => {
      const before = await addressOf(visitor);
      await visitor.getByRole('button', { name: 'Dark' }).click();
      await expect.poll(() => addressOf(visitor)).toContain('?theme=dark');
      const [path] = before.split('?');
      expect((await addressOf(visitor)).split('?')[0]).toBe(path);
      expect(tokenRequests).toHaveLength(1);
      await visitor.getByRole('button', { name: 'Light' }).waitFor();
    });

    it('signs out', async () => {
      await visitor.getByRole('button', { name: 'Sign out' }).click();
      await expect
        .poll(() => listedEvents(visitor))
        .toContainEqual(expect.stringMatching(/^dashboard-logout\b.*requested/));
      const tag = visitor.locator('embedded-dashboard');
      expect(await tag.evaluate(({ status }: Tag) => status)).toBe('logged-out');
      expect(await tag.locator('iframe').count()).toBe(0);
    });

    it('causes no errors in the console', () => {
      expect(complaints).toEqual([]);
    });
  });
}

/** Adds a page's requests for tokens to a list. */
function noteTokenRequests(page: Page, requests: Request[]): void {
  page.on('request', (request) => {
    if (request.url().endsWith('/dashboards/token')) requests.push(request);
  });
}

/** Checks that the frame shows the heading of the dashboard that all apps show. */
async function expectDashboard(page: Page): Promise<void> {
  const { dashboards } = stage.quickStart.service;
  const { title } = dashboards.find(({ guid }) => guid === GUID)!;
  const heading = page.frameLocator(FRAME).locator('h1');
  expect(await heading.innerText()).toBe(title);
}

/** Returns the events that the page lists. */
function listedEvents(visitor: Page): Promise<string[]> {
  return visitor.locator('ol li').allInnerTexts();
}

/** Returns the address of the dashboard on screen. */
async function addressOf(visitor: Page): Promise<string> {
  const frame = visitor.locator(FRAME).first();
  return (await frame.getAttribute('src'))!;
}
