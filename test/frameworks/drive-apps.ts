import { readFileSync } from 'node:fs';
import express from 'express';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { type Attribute, STACKS } from '../../demo/playground/page/code-samples.ts';
import { type Consumer, startServer } from '../support/consumer.ts';
import { FrameworkApp } from './framework-app.ts';
import { freePort } from '../support/free-port.mjs';
import { serve } from '../support/node-server.ts';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';
import type { App } from './apps.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

const FRAME = 'embedded-dashboard iframe';
const SCRIPT = 'dist/embedded-dashboard.min.js';
/** The script's tag as the README has it, and so the playground; and where it comes from. */
const [, CDN_TAG = ''] = /<!-- cdn-tag -->`(.*?)`/.exec(readFileSync('README.md', 'utf8'))!;
const [, UNPKG = ''] = / src="(.*?)"/.exec(CDN_TAG)!;
const FROM_UNPKG = {
  path: SCRIPT,
  contentType: 'text/javascript',
  headers: { 'Access-Control-Allow-Origin': '*' },
};

/** What the frame has as it stands in the code, signs that mean something to a framework and all. */
const OF_FRAME = {
  title: 'A "quoted" {label} & `more` <b> \\ {{ 1 + 1 }} ${2} @if',
  sandbox: 'allow-scripts allow-same-origin',
  allow: 'fullscreen',
  referrerpolicy: 'no-referrer',
};
const { title: label, ...others } = OF_FRAME;
const ATTRIBUTES: readonly Attribute[] = Object.entries({
  'token-url': '/dashboards/token',
  'logout-url': '/dashboards/logout',
  'dashboard-guid': GUID,
  theme: 'dark',
  color: 'tomato',
  'background-color': '#1e1e2e',
  label,
  loading: 'lazy',
  credentials: 'include',
  ...others,
});

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

let quickStart: QuickStart;
let cdn: Consumer;

/** Builds each of the apps, starts it, and has it driven in a browser. */
export function driveApps(apps: readonly App[]): void {
  beforeAll(async () => {
    quickStart = await QuickStart.open();
    const forAnyOrigin: express.Handler = (_request, response, next) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      next();
    };
    cdn = await listen(express().use(forAnyOrigin, express.static('dist')));
  });

  afterAll(async () => {
    await cdn[Symbol.asyncDispose]();
    await quickStart.close();
  });

  describe.for(apps.map((app) => [app.name, app] as const))(
    '%s',
    ([name, { files, source, property, check = 'build', offer }]) => {
      const complaints: string[] = [];
      const tokenRequests: Request[] = [];
      let startedAt: number;
      let app: FrameworkApp;
      let host: Consumer;
      let visitor: Page;

      beforeAll(async () => {
        startedAt = performance.now();
        // No API key: builds are often made where there is none.
        app = new FrameworkApp(name, {
          CDN_URL: cdn.url,
          DASHBOARD_URL: quickStart.here(SERVICE_URL),
          NEXT_TELEMETRY_DISABLED: '1',
        });
        await app.install();
        await app.npm('run', 'build');
        host = files ? await serveFiles(app, files) : await startApp(app);
        visitor = await visit();
      });

      afterAll(async () => {
        await visitor?.close();
        await host?.[Symbol.asyncDispose]();
        console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
      });

      const visit = (): Promise<Page> =>
        quickStart.visit(host, async (page) => {
          page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
          page.on('pageerror', (error) => complaints.push(error.message));
          page.on('request', (request) => {
            if (request.url().endsWith('/dashboards/token')) tokenRequests.push(request);
          });
          await page.route(UNPKG, (route) => route.fulfill(FROM_UNPKG));
        });

      it('shows the dashboard', async () => {
        const { dashboards } = quickStart.service;
        const { title } = dashboards.find(({ guid }) => guid === GUID)!;
        const heading = visitor.frameLocator(FRAME).locator('h1');
        expect(await heading.innerText()).toBe(title);
      });

      it.skipIf(files)('comes from the server with the tag in it', async () => {
        const page = await fetch(host.url);
        expect(await page.text()).toMatch(
          /<embedded-dashboard [^>]*token-url="\/dashboards\/token"/,
        );
      });

      describe.skipIf(files)('with a route', () => {
        const ask = (path: string, call: RequestInit): Promise<Response> =>
          fetch(`${host.url}/dashboards/${path}`, { redirect: 'manual', ...call });

        it.for(OF_THE_HOST)('leaves %s to the host', async ([, status, path, call]) => {
          const answer = await ask(path, call);
          expect(answer.status).toBe(status);
          expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
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

      it('hears of the dashboard, with a date', async () => {
        await expect
          .poll(() => heard(visitor))
          .toContainEqual(expect.stringMatching(/^dashboard-load\b.*\d/));
      });

      it('turns dark without a new token', async () => {
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

      it('is not built with a number for a text, or a field that the event does not have', async () => {
        const changes = [
          [source, ...property],
          [source, 'event.expiresAt', 'event.expiresOn'],
        ] as const;
        const build = app.withChanges(changes, () => app.npm('run', check));
        await expect(build).rejects.toThrow(/'number'.* is not assignable to /);
        await expect(build).rejects.toThrow(/'expiresOn' does not exist on type/);
      });

      describe.runIf(offer)('with the playground’s code', () => {
        it('shows a dashboard by each attribute', async () => {
          await buildOffer(app, offer!, ATTRIBUTES);
          complaints.length = 0;
          const reader = await visit();
          const { src = '', ...frame } = await attributesOf(reader.locator(FRAME).first());
          expect(frame).toMatchObject(OF_FRAME);
          expect(src).toMatch(/\/Tdb\/[^?]+\?theme=dark&color=tomato&background-color=\$1e1e2e$/);
          expect(complaints).toEqual([]);
          await reader.close();
        });

        it.runIf(offer?.isTyped)(
          'is not built with an attribute that the tag does not have',
          async () => {
            const build = buildOffer(app, offer!, [...ATTRIBUTES, ['colour', 'tomato']]);
            await expect(build).rejects.toThrow(/\bcolour\W+does not exist /);
          },
        );
      });
    },
  );
}

/** Builds the app with what the playground offers in its place. */
function buildOffer(
  app: FrameworkApp,
  { stack, file, changes = [] }: NonNullable<App['offer']>,
  attributes: readonly Attribute[],
): Promise<string> {
  const code = STACKS[stack]!(attributes, CDN_TAG);
  return app.withChanges(changes, () => app.withFile(file, code, () => app.npm('run', 'build')));
}

function attributesOf(place: Locator): Promise<Record<string, string>> {
  return place.evaluate(({ attributes }) =>
    Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value])),
  );
}

/** The files that an app's build made, beside a host. */
async function serveFiles(app: FrameworkApp, files: string): Promise<Consumer> {
  const dashboards = createDashboardHost({
    baseUrl: quickStart.here(SERVICE_URL),
    apiKey: quickStart.service.apiKey,
    resolve: () => ({ sessionId: 'demo', dashboards: [GUID] }),
  });
  return listen(
    express().use(toNodeListener(dashboards), express.static(`${app.folder}/${files}`)),
  );
}

/** The server that an app is. */
async function startApp({ folder, environment }: FrameworkApp): Promise<Consumer> {
  const port = await freePort();
  const env = {
    ...environment,
    DASHBOARD_API_KEY: quickStart.service.apiKey,
    HOST: 'localhost',
    PORT: String(port),
  };
  return startServer(port, 'npm', ['start'], { cwd: folder, env, detached: true });
}

async function listen(application: express.Express): Promise<Consumer> {
  const server = await serve(application);
  const close = server[Symbol.asyncDispose];
  return { url: `http://localhost:${server.port}`, [Symbol.asyncDispose]: close };
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
