import { join } from 'node:path';
import express from 'express';
import type { Page } from 'playwright-core';
import {
  createDashboardHost,
  type DashboardHostOptions,
  toNodeListener,
} from 'embedded-dashboard/host';
import { type Consumer, startServer } from '../support/consumer.ts';
import { withNode24 } from '../support/node-24.ts';
import { serve } from '../support/node-server.ts';
import { onFreePort } from '../support/on-free-port.mjs';
import { ordinaryEnvironment } from '../support/ordinary-environment.ts';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';
import type { App } from './apps.ts';
import { FrameworkApp, installApps } from './framework-app.ts';

/** The dashboard that all apps show. */
export const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
export const FRAME = 'embedded-dashboard iframe';

/** The service, the CDN and the browser around the apps. */
export class FrameworkStage implements AsyncDisposable {
  readonly quickStart: QuickStart;
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #cdn: Consumer;

  private constructor(
    folder: string,
    environment: NodeJS.ProcessEnv,
    quickStart: QuickStart,
    cdn: Consumer,
  ) {
    this.#folder = folder;
    this.#environment = environment;
    this.quickStart = quickStart;
    this.#cdn = cdn;
  }

  /** Installs some apps for a test file, whose name is `user`. */
  static async open(user: string, apps: readonly App[]): Promise<FrameworkStage> {
    const forAnyOrigin: express.Handler = (_request, response, next) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      next();
    };
    const ordinary = ordinaryEnvironment();
    const isNewer = apps.some(({ needsNode24 }) => needsNode24);
    const environment = isNewer ? await withNode24(ordinary) : ordinary;
    const names = apps.map(({ name }) => name);
    const folder = await installApps(user, names, environment);
    const cdn = await listen(express().use(forAnyOrigin, express.static('dist')));
    return new FrameworkStage(folder, environment, await QuickStart.open(), cdn);
  }

  /** Returns an installed app, without a build. */
  app(name: string): FrameworkApp {
    // Without an API key, because builds often run on machines without one.
    return new FrameworkApp(join(this.#folder, name), {
      ...this.#environment,
      CDN_URL: this.#cdn.url,
      DASHBOARD_URL: this.quickStart.here(SERVICE_URL),
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    });
  }

  /** Serves a built app: its files next to a host, or its own server. */
  serve(app: FrameworkApp, files: App['files']): Promise<Consumer> {
    if (!files) return this.#startServer(app);
    return serveFiles(`${app.folder}/${files}`, {
      baseUrl: this.quickStart.here(SERVICE_URL),
      apiKey: this.quickStart.service.apiKey,
      resolve: () => ({ sessionId: 'demo', dashboards: [GUID] }),
    });
  }

  /** Opens a page of the app. `watch` is called with the page before it loads. */
  visit(host: Consumer, watch: (page: Page) => void, address = ''): Promise<Page> {
    return this.quickStart.visit({ ...host, url: `${host.url}/${address}` }, watch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cdn[Symbol.asyncDispose]();
    await this.quickStart.close();
  }

  #startServer({ folder, environment }: FrameworkApp): Promise<Consumer> {
    const { apiKey } = this.quickStart.service;
    const common = { ...environment, DASHBOARD_API_KEY: apiKey, HOST: 'localhost' };
    return onFreePort((port) => {
      const env = { ...common, PORT: String(port) };
      return startServer(port, 'npm', ['start'], { cwd: folder, env, detached: true });
    });
  }
}

/** Serves the files of a built app next to a host. */
export function serveFiles<Context>(
  folder: string,
  options: DashboardHostOptions<Context>,
): Promise<Consumer> {
  const files = [folder, 'dist'].map((path) => express.static(path));
  return listen(express().use(toNodeListener(createDashboardHost(options)), ...files));
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
