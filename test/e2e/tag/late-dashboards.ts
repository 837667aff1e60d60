import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { shareChromium } from '../../support/chromium.ts';
import { serve } from '../../support/node-server.ts';

const CDN_FILE = '/embedded-dashboard.min.js';
const FRAME_FILE = '/embedded-dashboard-frame.min.js';

/** A page with dashboards that paint their color some time after their `load`, as real ones do. */
export interface LateDashboards extends AsyncDisposable {
  /**
   * Returns the page's address. Its `count` elements are in rows of five, each {@link CELL} wide and high. With
   * `listens`, it listens to dashboards that speak.
   */
  page: (count: number, listens?: 'listens') => string;
  /** The number of token requests. */
  readonly tokens: number;
  /** The number of logout requests. */
  readonly logouts: number;
  /** The maximum number of simultaneous token requests. */
  readonly mostAtOnce: number;
  /** Other answers of the dashboards' site, by the first part of the path. It is `/Tdb` for dashboards. */
  readonly pages: Map<string, string>;
  /** The life of the next tokens, in seconds. */
  expiresIn: number;
  /** The delay of the next token answers, in milliseconds. */
  delayMs: number;
  /** Holds back all token answers until the returned function is called, which sends the latest one. */
  hold: () => () => Promise<void>;
}

/** The size of a cell, in pixels. */
export const CELL = 120;
/** The dashboards' color in red, green and blue. Neither the page nor an empty frame has it. */
export const PAINTED = [0, 96, 128];

/** Serves the page with the built package on one site, and the dashboards on another one. */
export async function serveLateDashboards(): Promise<LateDashboards> {
  const pages = new Map<string, string>();
  const dashboards = await serve((request, response) => {
    if (request.url!.endsWith('.js')) return sendScript(request.url!, response);
    response.setHeader('Content-Type', 'text/html');
    const page = pages.get(/^\/\w+/.exec(request.url!)?.[0] ?? '');
    response.end(page ?? dashboardHtml(300 + 300 * Math.random()));
  });
  let tokens = 0;
  let logouts = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  let held = Promise.resolve();
  let sent: Promise<unknown> = held;
  const host = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.endsWith('.js')) {
      sendScript(pathname, response);
    } else if (pathname === '/token') {
      const baseUrl = `http://127.0.0.1:${dashboards.port}`;
      const token = `token-${String(++tokens).padStart(6, '0')}`;
      response.setHeader('Content-Type', 'application/json');
      const answer = JSON.stringify({ token, baseUrl, expiresIn: late.expiresIn });
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      sent = Promise.all([held, sleep(late.delayMs)]).then(() => {
        atOnce--;
        return new Promise<void>((resolve) => response.end(answer, resolve));
      });
    } else if (pathname === '/logout') {
      logouts++;
      response.writeHead(204).end();
    } else {
      response.setHeader('Content-Type', 'text/html');
      const scripts = searchParams.has('listens') ? [CDN_FILE, FRAME_FILE] : [CDN_FILE];
      response.end(pageHtml(Number(searchParams.get('count')), scripts));
    }
  });
  const late: LateDashboards = {
    expiresIn: 7200,
    delayMs: 0,
    hold() {
      let release!: () => void;
      held = new Promise((resolve) => (release = resolve));
      return async () => {
        release();
        await sent;
      };
    },
    page: (count, listens) => `http://localhost:${host.port}/?count=${count}&${listens ?? ''}`,
    pages,
    get tokens() {
      return tokens;
    },
    get logouts() {
      return logouts;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([host, dashboards].map((server) => server[Symbol.asyncDispose]()));
    },
  };
  return late;
}

/** Serves the page, and starts a browser that visits it, for the tests of a file. */
export function useLateDashboards(): { late: LateDashboards; browser: Browser } {
  const visited = {} as ReturnType<typeof useLateDashboards>;
  beforeAll(async () => {
    const [late, browser] = await Promise.all([serveLateDashboards(), shareChromium()]);
    Object.assign(visited, { late, browser });
  });
  afterAll(async () => {
    await visited.browser.close();
    await visited.late[Symbol.asyncDispose]();
  });
  return visited;
}

/** Sends a script of the built package. */
function sendScript(path: string, response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/javascript');
  response.end(readFileSync(join(BUILT_PACKAGE, path)));
}

/** Returns a dashboard that paints some time after its `load`, and then says that it is ready. */
export function speakingHtml(paintMs: number): string {
  return `<!doctype html><title>Dashboard</title>
    <script type="module">
      import { greet } from '/embedded-dashboard-page.min.js';
      const element = greet();
      addEventListener('load', () => setTimeout(() => {
        document.body.style.background = 'rgb(${PAINTED.join(' ')})';
        element.ready();
        element.state('set by a reader');
      }, ${paintMs}));
    </script><body>`;
}

function dashboardHtml(paintMs: number): string {
  return `<!doctype html><title>Dashboard</title>
    <style>body { margin: 0 } input { width: 40px }</style><input><button>Fullscreen</button>
    <script>
      document.querySelector('button').onclick = () => document.documentElement.requestFullscreen();
      addEventListener('load', () => setTimeout(() => {
        document.body.style.background = 'rgb(${PAINTED.join(' ')})';
      }, ${paintMs}));
    </script>`;
}

/** Returns a page in which each element has its own dashboard, and so its own token. */
function pageHtml(count: number, scripts: readonly string[]): string {
  const tags = Array.from({ length: count }, (_, index) => {
    const guid = `6f1c5a0e-1111-4222-8333-${String(index).padStart(12, '0')}`;
    return `<embedded-dashboard token-url="/token" dashboard-guid="${guid}"></embedded-dashboard>`;
  });
  return `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <style>
      body { display: grid; grid-template-columns: repeat(5, ${CELL}px); margin: 0 }
      embedded-dashboard { height: ${CELL}px }
    </style>
    ${scripts.map((script) => `<script src="${script}" defer></script>`).join('')}${tags.join('')}`;
}

/** Runs in the page: gives every element a new token and frame, and waits until the old frames are gone. */
export async function swapAll(): Promise<void> {
  const elements = [
    ...document.querySelectorAll('embedded-dashboard'),
  ] as EmbeddedDashboardElement[];
  await Promise.all(elements.map((element) => element.reload()));
  const isOver = (): boolean =>
    elements.every(({ shadowRoot }) => shadowRoot!.querySelectorAll('iframe').length === 1);
  // The picture without the old frames is on screen after two animation frames.
  for (let left = 2; left > 0; left -= Number(isOver())) {
    await new Promise(requestAnimationFrame);
  }
}

/** Runs in the page: returns whether all of its dashboards are on screen. */
export function areAllReady(): boolean {
  const elements = [
    ...document.querySelectorAll('embedded-dashboard'),
  ] as EmbeddedDashboardElement[];
  return elements.length > 0 && elements.every(({ status }) => status === 'ready');
}
