import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type NodeServer, serve } from './node-server.ts';

/** A page that a browser has opened, and what its console has said since. */
export interface Visit {
  page: Page;
  said: string[];
}

/**
 * A site with one page and one dashboard on it, its token address and the scripts of a folder; its
 * dashboards, on an origin of their own; and the browser that visits it.
 */
export class DashboardSite implements AsyncDisposable {
  readonly #server: NodeServer;
  readonly #browser: Browser;

  private constructor(server: NodeServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async open(folder: string): Promise<DashboardSite> {
    return new DashboardSite(await serve(answerWith(folder)), await launchChromium());
  }

  /** Where the dashboards are. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /**
   * Opens the page with `head` in it, under a Content-Security-Policy if there is one. `prepare` may
   * change the page before.
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

/** Waits for the dashboard; gives its address. */
export async function untilReady(page: Page): Promise<string | null> {
  await page.waitForFunction(
    () => document.querySelector<EmbeddedDashboardElement>('[token-url]')?.status === 'ready',
  );
  return page.locator('iframe').getAttribute('src');
}

function answerWith(folder: string): RequestListener {
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
      response.end(JSON.stringify({ token: 'a-token-of-the-host', baseUrl }));
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
