import { checkHost } from 'embedded-dashboard/host-conformance';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from '../support/consumer.ts';
import type { App } from './apps.ts';
import type { FrameworkApp } from './framework-app.ts';
import { FRAME, FrameworkStage, GUID, noteComplaints } from './framework-stage.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

/** Calls of a route that a framework passes on. */
const OF_THE_HOST: [what: string, status: number, path: string, call: RequestInit][] = [
  ['a full page', 303, GUID, {}],
  ['HEAD of a token', 405, 'token', { method: 'HEAD' }],
  ['OPTIONS that is no preflight', 405, 'token', { method: 'OPTIONS' }],
  ['a call without the own header', 403, 'token', { method: 'POST' }],
  ['what it does not know', 404, 'sales', {}],
];
/** And those that it does not, by the app. */
const OF_ITSELF: Record<string, [status: number, call: RequestInit]> = {
  next: [405, { method: 'PUT' }],
  sveltekit: [403, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
};

let stage: FrameworkStage;

/** Builds each of the apps, starts it, and has it driven in a browser. */
export function driveApps(apps: readonly App[]): void {
  beforeAll(async () => {
    stage = await FrameworkStage.open('driven');
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  describe.for(apps.map((app) => [app.name, app] as const))('%s', ([name, { files }]) => {
    const complaints: string[] = [];
    const tokenRequests: Request[] = [];
    let startedAt: number;
    let app: FrameworkApp;
    let host: Consumer;
    let visitor: Page;

    beforeAll(async () => {
      startedAt = performance.now();
      app = await stage.install(name);
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
      page.on('request', (request) => {
        if (request.url().endsWith('/dashboards/token')) tokenRequests.push(request);
      });
    };

    it('shows the dashboard', async () => {
      const { dashboards } = stage.quickStart.service;
      const { title } = dashboards.find(({ guid }) => guid === GUID)!;
      const heading = visitor.frameLocator(FRAME).locator('h1');
      expect(await heading.innerText()).toBe(title);
    });

    it.skipIf(files)('comes from the server with the tag in it', async () => {
      const page = await fetch(host.url);
      expect(await page.text()).toMatch(/<embedded-dashboard [^>]*token-url="\/dashboards\/token"/);
    });

    describe.skipIf(files)('with a route', () => {
      const ask = (path: string, call: RequestInit): Promise<Response> =>
        fetch(`${host.url}/dashboards/${path}`, { redirect: 'manual', ...call });

      it.for(OF_THE_HOST)('leaves %s to the host', async ([, status, path, call]) => {
        const answer = await ask(path, call);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
      });

      it('passes all checks of the doctor', async () => {
        const url = `${host.url}/dashboards`;
        // Not the logout: all visitors of these apps are one user.
        const findings = await checkHost({ url, dashboardGuid: GUID });
        expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      });

      it('answers as adapters.slow.test.ts expects', async () => {
        const [status, call] = OF_ITSELF[name]!;
        const answer = await ask('token', call);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('Referrer-Policy')).toBe(null);
      });
    });

    it('sends the headers of a property that is no attribute', async () => {
      expect(tokenRequests.map((request) => request.headers()['x-app'])).toEqual([name]);
    });

    it('sends the choice, and has the interval of the attribute', async () => {
      const bodies = tokenRequests.map((request) => request.postDataJSON() as object);
      expect(bodies).toEqual([{ dashboardGuid: GUID, parameters: { Region: 'North' } }]);
      const interval = visitor
        .locator('embedded-dashboard')
        .evaluate((tag: Tag) => Number(tag.refreshEvery));
      expect(await interval).toBe(3600);
    });

    it('hears of the dashboard, with a date', async () => {
      await expect
        .poll(() => heard(visitor))
        .toContainEqual(expect.stringMatching(/^dashboard-load\b.*\d/));
    });

    it('turns dark without a new token, though the choice is another object', async () => {
      const before = await addressOf(visitor);
      await visitor.getByRole('button', { name: 'Dark' }).click();
      await expect.poll(() => addressOf(visitor)).toContain('?theme=dark');
      const [path] = before.split('?');
      expect((await addressOf(visitor)).split('?')[0]).toBe(path);
      expect(tokenRequests).toHaveLength(1);
      await visitor.getByRole('button', { name: 'Light' }).waitFor();
    });

    it('logs out', async () => {
      await visitor.getByRole('button', { name: 'Log out' }).click();
      await expect
        .poll(() => heard(visitor))
        .toContainEqual(expect.stringMatching(/^dashboard-logout\b.*requested/));
      const tag = visitor.locator('embedded-dashboard');
      expect(await tag.evaluate(({ status }: Tag) => status)).toBe('logged-out');
      expect(await tag.locator('iframe').count()).toBe(0);
    });

    it('leaves the console without an error', () => {
      expect(complaints).toEqual([]);
    });
  });
}

/** What the page lists of the events. */
function heard(visitor: Page): Promise<string[]> {
  return visitor.locator('ol li').allInnerTexts();
}

/** The address of the dashboard that lies on top. */
async function addressOf(visitor: Page): Promise<string> {
  const frame = visitor.locator(FRAME).first();
  return (await frame.getAttribute('src'))!;
}
