import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from 'playwright-core';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { type Consumer, startServer } from '../support/consumer.ts';
import { freePort } from '../support/free-port.mjs';
import { serve } from '../support/node-server.ts';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';
import type { App } from './apps.ts';
import { FrameworkApp } from './framework-app.ts';

/** The dashboard that all apps show. */
export const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
export const FRAME = 'embedded-dashboard iframe';

/** The script's tag in the quick start and the playground, and the folder of its address. */
export const [, CDN_TAG = ''] = /<!-- cdn-tag -->`(.*?)`/.exec(
  readFileSync('docs/quick-start.md', 'utf8'),
)!;
const [, UNPKG = ''] = / src="([^"]*\/)[^"]*"/.exec(CDN_TAG)!;

/** The service, the CDN and the browser around the apps. */
export class FrameworkStage implements AsyncDisposable {
  readonly quickStart: QuickStart;
  readonly #user: string;
  readonly #cdn: Consumer;

  private constructor(user: string, quickStart: QuickStart, cdn: Consumer) {
    this.#user = user;
    this.quickStart = quickStart;
    this.#cdn = cdn;
  }

  /** `user` names the test file. */
  static async open(user: string): Promise<FrameworkStage> {
    const forAnyOrigin: express.Handler = (_request, response, next) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      next();
    };
    const cdn = await listen(express().use(forAnyOrigin, express.static('dist')));
    return new FrameworkStage(user, await QuickStart.open(), cdn);
  }

  /** Copies an app and installs its packages, without a build. */
  async install(name: string): Promise<FrameworkApp> {
    // Without an API key, because builds often run on machines without one.
    const app = new FrameworkApp(name, this.#user, {
      CDN_URL: this.#cdn.url,
      DASHBOARD_URL: this.quickStart.here(SERVICE_URL),
      NEXT_TELEMETRY_DISABLED: '1',
    });
    await app.install();
    return app;
  }

  /** Serves a built app: its files next to a host, or its own server. */
  serve(app: FrameworkApp, files: App['files']): Promise<Consumer> {
    return files ? this.#serveFiles(`${app.folder}/${files}`) : this.#startServer(app);
  }

  /** Opens a page of the app. `watch` is called with the page before it loads. */
  visit(host: Consumer, watch: (page: Page) => void, address = ''): Promise<Page> {
    return this.quickStart.visit({ ...host, url: `${host.url}/${address}` }, async (page) => {
      watch(page);
      await page.route(`${UNPKG}**`, (route) => {
        const path = `dist/${route.request().url().slice(UNPKG.length)}`;
        const headers = { 'Access-Control-Allow-Origin': '*' };
        return route.fulfill({ path, contentType: 'text/javascript', headers });
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cdn[Symbol.asyncDispose]();
    await this.quickStart.close();
  }

  #serveFiles(folder: string): Promise<Consumer> {
    const dashboards = createDashboardHost({
      baseUrl: this.quickStart.here(SERVICE_URL),
      apiKey: this.quickStart.service.apiKey,
      resolve: () => ({ sessionId: 'demo', dashboards: [GUID] }),
    });
    return listen(express().use(toNodeListener(dashboards), express.static(folder)));
  }

  async #startServer({ folder, environment }: FrameworkApp): Promise<Consumer> {
    const port = await freePort();
    const env = {
      ...environment,
      DASHBOARD_API_KEY: this.quickStart.service.apiKey,
      HOST: 'localhost',
      PORT: String(port),
    };
    return startServer(port, 'npm', ['start'], { cwd: folder, env, detached: true });
  }
}

/** Adds the errors of a page's console and scripts to a list. */
export function noteComplaints(page: Page, complaints: string[]): void {
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
}

async function listen(application: express.Express): Promise<Consumer> {
  const server = await serve(application);
  const close = server[Symbol.asyncDispose];
  return { url: `http://localhost:${server.port}`, [Symbol.asyncDispose]: close };
}
