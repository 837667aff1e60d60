import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve } from '../../test/support/node-server.ts';
import { bundle } from '../size/weigh.ts';

/** The code that embeds the dashboards of a page. `frames` are plain frames: the browser's own cost. */
export type Kind = 'ours' | 'hand-made' | 'frames';

/** The dashboards of a page. */
export interface Crowd {
  kind: Kind;
  count: number;
  /** If all elements show the same dashboard. */
  isSame?: boolean;
  /** If the elements are 600 pixels high, one below the other, and load when they are near the viewport. */
  isLazy?: boolean;
  /** If the page counts its timers, which costs some time. */
  hasTimersCounted?: boolean;
}

/** A site with pages of many dashboards and their token address. The dashboards are on another site. */
export interface CrowdSite extends AsyncDisposable {
  toUrl: (crowd: Crowd) => string;
  /** A page of the other site. */
  elsewhere: string;
  /** Returns the number of token requests since the last call. */
  takeTokens: () => number;
}

const CDN_FILE = fileURLToPath(new URL('../../dist/embedded-dashboard.min.js', import.meta.url));
const HAND_MADE = fileURLToPath(new URL('../hand-made/dashboard.ts', import.meta.url));
const ARRIVALS = readFileSync(new URL('arrivals.js', import.meta.url), 'utf8');
const TIMERS = readFileSync(new URL('timers.js', import.meta.url), 'utf8');
const DASHBOARD = '<!doctype html><title>Dashboard</title><h1>Dashboard</h1>';

const SCRIPTS: Record<Kind, string> = {
  ours: '<script src="/ours.js" defer></script>',
  'hand-made': '<script src="/hand-made.js" type="module"></script>',
  frames: '',
};

/** Serves both sites from this process, on loopback. */
export async function serveCrowds(): Promise<CrowdSite> {
  const ours = readFileSync(CDN_FILE);
  const handMade = await bundleHandMade();
  const service = await serve((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(DASHBOARD);
  });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  let tokens = 0;
  const site = await serve((request, response) => {
    // A page must not benefit from the cache of an earlier one.
    response.setHeader('Cache-Control', 'no-store');
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (pathname === '/dashboards/token') {
      const token = `token-${String((tokens += 1)).padStart(6, '0')}`;
      response.setHeader('Content-Type', 'application/json');
      request.resume().on('end', () => {
        response.end(JSON.stringify({ token, expiresIn: 7200, baseUrl }));
      });
    } else if (pathname.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(pathname === '/ours.js' ? ours : handMade);
    } else {
      const crowd = JSON.parse(searchParams.get('crowd')!) as Crowd;
      response.setHeader('Content-Type', 'text/html').end(toPage(crowd, baseUrl));
    }
  });
  return {
    toUrl: (crowd) =>
      `http://localhost:${site.port}/page?crowd=${encodeURIComponent(JSON.stringify(crowd))}`,
    elsewhere: baseUrl,
    takeTokens() {
      const taken = tokens;
      tokens = 0;
      return taken;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([site, service].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

async function bundleHandMade(): Promise<Uint8Array> {
  const contents = `import { showDashboard } from '${HAND_MADE}';
    for (const container of document.querySelectorAll('[data-guid]')) {
      void showDashboard(container, container.dataset.guid);
    }`;
  return bundle({ stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) } });
}

function toPage(crowd: Crowd, baseUrl: string): string {
  const { kind, count, isSame, isLazy, hasTimersCounted } = crowd;
  const guids = Array.from(
    { length: count },
    (_, index) => `6f1c5a0e-1111-4222-8333-${String(isSame ? 0 : index).padStart(12, '0')}`,
  );
  const toTag = {
    ours: (guid: string) =>
      `<embedded-dashboard token-url="/dashboards/token" dashboard-guid="${guid}"
        loading="${isLazy ? 'lazy' : 'eager'}"></embedded-dashboard>`,
    'hand-made': (guid: string) => `<div data-guid="${guid}"></div>`,
    frames: (guid: string) =>
      `<div><iframe src="${baseUrl}/Tdb/token-${guid}" title="Dashboard"></iframe></div>`,
  }[kind];
  return `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <style>
      body { display: grid; grid-template-columns: ${isLazy ? '1fr' : 'repeat(10, 120px)'}; margin: 0 }
      body > * { height: ${isLazy ? 600 : 120}px }
      iframe { border: 0; width: 100%; height: 100% }
    </style>
    <script>${ARRIVALS}${hasTimersCounted ? TIMERS : ''}</script>
    ${SCRIPTS[kind]}${guids.map(toTag).join('')}`;
}
