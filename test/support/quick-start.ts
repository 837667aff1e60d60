import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type Consumer, startConsumer } from './consumer.ts';

/** The demo's service, as the README calls it. */
export const SERVICE_URL = 'http://localhost:4600';

/** The demo's service on a free port, hosts that run code of the README against it, and visitors. */
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
    const service = createDashboardService({ apiKey: 'key-that-no-browser-may-see' });
    const { port } = await service.listen(0);
    const browser = await launchChromium();
    return new QuickStart(service, `http://localhost:${port}`, browser);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.service.close();
  }

  /** What a text says of the demo's service, said of the one that runs here. */
  here(text: string): string {
    return text.replaceAll(SERVICE_URL, this.#serviceUrl);
  }

  /** A host that runs `server`, and serves `page`. */
  startHost(server: string, page: string): Promise<Consumer> {
    const files = { 'server.mjs': this.here(server), 'public/index.html': page };
    return startConsumer(files, { DASHBOARD_API_KEY: this.service.apiKey });
  }

  /**
   * A new visitor's page, once its dashboard is on screen. `prepare` may change the page before it is
   * opened.
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

  /** An empty page from which nothing leaves this machine. */
  async openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const visitor = await this.#browser.newPage(options);
    await visitor.route(
      (address) => address.hostname !== 'localhost',
      (route) => route.abort(),
    );
    return visitor;
  }
}
