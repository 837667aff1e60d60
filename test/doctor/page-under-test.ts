import { checkHtml, type PageReport } from '../../command/src/doctor/check-page.ts';
import { PAGE_CHECKS } from '../../command/src/doctor/page-checks.ts';
import { gatherPageEvidence, type PageAddress } from '../../command/src/doctor/page-evidence.ts';
import { runChecks } from '../../command/src/doctor/run-checks.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { useServer } from './loopback.ts';

export const FILE =
  'customElements.define("embedded-dashboard", class extends HTMLElement {}); import("x");';
export const SCRIPT = '<script src="/embedded-dashboard.min.js" defer></script>';
export const ATTRIBUTES = `token-url="/dashboards/token" dashboard-guid="${GUID}"`;

export const toTag = (attributes: string): string =>
  `<embedded-dashboard ${attributes}></embedded-dashboard>`;
export const TAG = toTag(ATTRIBUTES);

/** The page that the server sends, and its scripts by path. By default, the page passes all checks. */
export interface ServedPage {
  html?: string;
  status?: number;
  headers?: Record<string, string>;
  files?: Record<string, { status?: number; headers?: Record<string, string>; body?: string }>;
}

/** Checks pages of one server. `localhost` is another origin of it. */
export interface PageUnderTest {
  readonly url: string;
  readonly otherUrl: string;
  readonly calls: string[];
  /** Checks a page by its HTML and headers. */
  check: (page: ServedPage, changes?: Partial<PageAddress>) => Promise<PageReport>;
  /** Checks a page as if it were at `address`. */
  checkAt: (page: ServedPage, address: string) => Promise<Pick<PageReport, 'findings'>>;
}

/** Starts the server before the tests of a file. */
export function usePage(): PageUnderTest {
  let served: ServedPage;
  const calls: string[] = [];
  const server = useServer(({ url: path = '', headers }, response) => {
    calls.push(`${path} ${headers.origin ?? ''} ${headers['sec-fetch-dest']}`);
    if (path === '/') {
      const { status = 200, html = SCRIPT + TAG } = served;
      response.writeHead(status, { 'Content-Type': 'text/html', ...served.headers }).end(html);
      return;
    }
    const file = served.files?.[path] ?? { status: path.endsWith('.js') ? 200 : 404 };
    const type = { 'Content-Type': 'text/javascript' };
    response.writeHead(file.status ?? 200, { ...type, ...file.headers }).end(file.body ?? FILE);
  });

  const toAddress = (page: ServedPage): PageAddress => {
    served = page;
    calls.length = 0;
    return { url: server.url, clock: new FakeClock() };
  };

  return {
    get url() {
      return server.url;
    },
    get otherUrl() {
      return server.url.replace('127.0.0.1', 'localhost');
    },
    calls,
    check: async (page, changes) =>
      checkHtml(await gatherPageEvidence({ ...toAddress(page), ...changes })),
    async checkAt(page, address) {
      const evidence = await gatherPageEvidence(toAddress(page));
      const place = new URL(address);
      const moved = { ...evidence, url: place, base: place };
      return { findings: await runChecks('page', PAGE_CHECKS, moved) };
    },
  };
}
