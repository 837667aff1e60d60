import type { DashboardServiceOptions } from 'embedded-dashboard-service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestedService, useFor } from '../../service/tested-service.ts';
import { shareChromium } from '../../support/chromium.ts';

/** A service, and a browser that visits it. */
export class VisitedService extends TestedService {
  browser!: Browser;

  override async start(options: DashboardServiceOptions): Promise<void> {
    [this.browser] = await Promise.all([shareChromium(), super.start(options)]);
  }

  override async close(): Promise<void> {
    await this.browser.close();
    await super.close();
  }

  /** Opens a dashboard in a new page, with a new token and the parameters of `query`. */
  async visit(
    { guid }: { guid: string },
    options?: BrowserContextOptions,
    query = '',
  ): Promise<Page> {
    const page = await this.browser.newPage(options);
    await page.goto(`${await this.addressOf(guid)}?${query}`);
    return page;
  }
}

/** Starts a service and a browser before the tests of a file, and closes both after them. */
export function useVisitedService(options: DashboardServiceOptions = {}): VisitedService {
  return useFor(new VisitedService(), options);
}
