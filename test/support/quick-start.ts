import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { shareChromium } from './chromium.ts';
import { type Consumer, startConsumer } from './consumer.ts';
import { SETTINGS } from './test-database.ts';

/** The address of the demo's service in the README. */
export const SERVICE_URL = 'http://localhost:4600';

/** The demo's service on a free port, hosts that run the README's code against it, and visitors. */
export class QuickStart {
  readonly service: DashboardService;
  readonly #serviceUrl: string;
  readonly #browser: Browser;

  private constructor(service: DashboardService, serviceUrl: string, browser: Browser) {
    this.service = service;
    this.#serviceUrl = serviceUrl;
    this.#browser = browser;
  }

  static async open(): Promise<QuickStart> {
    const service = createDashboardService({
      ...SETTINGS,
      apiKey: 'key-that-no-browser-may-see',
    });
    const { port } = await service.listen(0);
    const url = `http://localhost:${port}`;
    await showOnce(service, url);
    return new QuickStart(service, url, await shareChromium());
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.service.close();
  }

  /** Replaces the demo service's address in a text by the address of this service. */
  here(text: string): string {
    return text.replaceAll(SERVICE_URL, this.#serviceUrl);
  }

  /** Starts a host that runs `server` and serves `page`. */
  startHost(server: string, page: string): Promise<Consumer> {
    const files = { 'server.mjs': this.here(server), 'public/index.html': page };
    return startConsumer(files, { DASHBOARD_API_KEY: this.service.apiKey });
  }

  /**
   * Opens a page for a new visitor, and waits until its dashboard is on screen. `prepare` may change the
   * page before it is opened.
   */
  async visit({ url }: Consumer, prepare: (visitor: Page) => unknown = () => {}): Promise<Page> {
    const visitor = await this.openPage();
    await prepare(visitor);
    await visitor.goto(url);
    // Not document.querySelector, which does not find the tag in the shadow root of another element.
    const tag = await visitor.waitForSelector('embedded-dashboard', { state: 'attached' });
    await visitor.waitForFunction(({ status }) => status === 'ready', tag);
    return visitor;
  }

  /** Opens an empty page whose requests cannot leave this machine. */
  async openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const visitor = await this.#browser.newPage(options);
    await visitor.route(
      (address) => address.hostname !== 'localhost',
      (route) => route.abort(),
    );
    return visitor;
  }
}

/**
 * Opens a dashboard, because the first one loads the code of databases and charts. On a busy machine that
 * may take longer than a host waits for the service, and a test calls only once.
 */
async function showOnce({ apiKey, dashboards }: DashboardService, url: string): Promise<void> {
  const path = `/Api/GetToken/${apiKey}/first-session/${dashboards[0]!.guid}`;
  const token = await (await fetch(`${url}${path}`, { method: 'POST' })).text();
  await (await fetch(`${url}/Tdb/${token}`)).text();
}
