import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { Browser, Page } from 'playwright-core';
import { shareChromium } from './chromium.ts';
import { type NodeServer, serve } from './node-server.ts';

/** An open page, and its console messages and uncaught errors so far. */
export interface Visit {
  page: Page;
  said: string[];
}

/**
 * A site that serves a page with one dashboard, a token address and the scripts of a folder. The
 * dashboards have their own origin. A browser visits the site.
 */
export class DashboardSite implements AsyncDisposable {
  /** The end of each token answer, though not its body, waits for this. */
  tokenEnd = Promise.resolve();
  readonly #server: NodeServer;
  readonly #browser: Browser;

  private constructor(server: NodeServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async open(folder: string): Promise<DashboardSite> {
    const server = await serve(answerWith(folder, () => site.tokenEnd));
    const site = new DashboardSite(server, await shareChromium());
    return site;
  }

  /** The origin of the dashboards. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /**
   * Opens the page with `head` in it, under the Content-Security-Policy `policy` if that is set.
   * `prepare` may change the page before it is opened.
   */
  async visit(
    head: string,
    { policy = '', prepare }: { policy?: string; prepare?: (page: Page) => unknown } = {},
  ): Promise<Visit> {
    const page = await this.#browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await prepare?.(page);
    const search = new URLSearchParams({ head, policy });
    await page.goto(`http://localhost:${this.#server.port}/page?${search}`);
    return { page, said };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#server[Symbol.asyncDispose]();
  }
}

/** Waits until the dashboard is ready, and returns its address. */
export async function untilReady(page: Page): Promise<string | null> {
  await page.waitForFunction(
    () => document.querySelector<EmbeddedDashboardElement>('[token-url]')?.status === 'ready',
  );
  return page.locator('iframe').getAttribute('src');
}

function answerWith(folder: string, tokenEnd: () => Promise<void>): RequestListener {
  return (request, response) => {
    const baseUrl = `http://${request.headers.host}`.replace('localhost', '127.0.0.1');
    const { pathname, searchParams } = new URL(request.url ?? '', baseUrl);
    const file = join(folder, pathname);
    if (pathname === '/page') {
      const policy = searchParams.get('policy');
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', 'text/html');
      response.end(pageWith(searchParams.get('head')));
    } else if (pathname === '/token') {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Cache-Control', 'no-store');
      response.write(JSON.stringify({ token: 'a-token-of-the-host', baseUrl }));
      void tokenEnd().then(() => response.end());
    } else if (pathname.startsWith('/Tdb/')) {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><h1>Dashboard</h1>');
    } else if (pathname.endsWith('.js') && existsSync(file)) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(file));
    } else {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
    }
  };
}

function pageWith(head: string | null): string {
  return `<!doctype html><title>Page</title>${head}
    <embedded-dashboard token-url="/token" theme="dark" color="#fc0"
      dashboard-guid="6f1c5a0e-1111-4222-8333-444455556666"></embedded-dashboard>`;
}
