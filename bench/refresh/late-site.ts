import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuestToken } from '../guest-token.ts';
import { type RefreshName, REFRESHES } from './refreshes.ts';

/** An application with a dashboard that paints late. */
export interface LateSite extends AsyncDisposable {
  /** Returns the address of the page that refreshes its dashboard in that way. */
  page: (name: RefreshName) => string;
}

/** The color of the dashboard in red, green and blue. Neither the page nor an empty frame has this color. */
export const PAINTED = [0, 96, 128] as const;
/** The shortest life that Superset's SDK supports: it requests the next token after 5 of 10 seconds. */
const LIFE_SECONDS = 10;

const FILES = {
  '/ours.js': '../../dist/embedded-dashboard.min.js',
  '/superset.js': '../node_modules/@superset-ui/embedded-sdk/bundle/index.js',
};

/** Serves the application at one site and its dashboards at another. */
export async function serveLateSite(): Promise<LateSite> {
  const files = new Map(
    Object.entries(FILES).map(([path, file]) => [
      path,
      readFileSync(new URL(file, import.meta.url)),
    ]),
  );
  // A shared variable is enough: only one page is open at a time.
  let lateMs = 0;
  const dashboards = await serve('127.0.0.1', (_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(toDashboard(lateMs));
  });
  const application = await serve('localhost', ({ url = '', method }, response) => {
    const file = files.get(url);
    if (file) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(file);
    } else if (method === 'POST') {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ token: createGuestToken(LIFE_SECONDS), baseUrl: dashboards.origin }),
      );
    } else {
      const refresh = REFRESHES[url.slice(1) as RefreshName];
      lateMs = refresh.lateMs;
      response.setHeader('Content-Type', 'text/html');
      response.end(toPage(refresh.write(dashboards.origin)));
    }
  });
  return {
    page: (name) => `${application.origin}/${name}`,
    async [Symbol.asyncDispose]() {
      await Promise.all([dashboards, application].map((site) => site[Symbol.asyncDispose]()));
    },
  };
}

/** Returns a page that draws in animation frames, as chart libraries do. Its time stops while it is not shown. */
function toDashboard(lateMs: number): string {
  return `<!doctype html><title>Dashboard</title><script>
    let begunAt;
    const draw = (at) => {
      begunAt ??= at;
      if (at - begunAt < ${lateMs}) requestAnimationFrame(draw);
      else document.documentElement.style.background = 'rgb(${PAINTED.join(' ')})';
    };
    addEventListener('load', () => requestAnimationFrame(draw));
  </script>`;
}

function toPage(content: string): string {
  return `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <style>
      body { margin: 0; background: black }
      iframe, embedded-dashboard { display: block; width: 400px; height: 300px; border: 0 }
    </style>
    <script>
      const longTasks = [];
      if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longTasks.push(duration);
        }).observe({ type: 'longtask' });
      }
      const askForToken = async () => (await fetch('/token', { method: 'POST' })).json();
    </script>${content}`;
}

async function serve(
  host: string,
  listener: RequestListener,
): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
