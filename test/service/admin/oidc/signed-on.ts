import type { DashboardServiceOptions } from 'embedded-dashboard-service';
import type { Configuration } from 'oidc-provider';
import type { ServiceEvent, SignOnEvent } from '../../../../service/src/telemetry/events.ts';
import { CookieBrowser, type ShownPage } from '../../../support/cookie-browser.ts';
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  TestProvider,
} from '../../../support/identity-provider.ts';
import { TestedBackOffice, useFor } from '../../tested-service.ts';

export const MINUTES = 60_000;

/** A service whose people sign in at a provider. */
export class SignedOnOffice extends TestedBackOffice {
  readonly provider = new TestProvider();
  events: ServiceEvent[] = [];
  /** The time by which the service's clock is ahead of the provider's. */
  ahead = 0;
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    super();
    this.#configuration = configuration;
  }

  override async start(options: DashboardServiceOptions): Promise<void> {
    await super.start({
      oidcIssuer: await this.provider.listen(),
      oidcClientId: CLIENT_ID,
      oidcClientSecret: CLIENT_SECRET,
      clock: () => Date.now() + this.ahead,
      onEvent: (event) => this.events.push(event),
      ...options,
    });
    await this.provider.serve(this.url, this.#configuration);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.provider.close();
  }

  /** Returns the events of sign-ins and checks since the last call. */
  takeEvents(): Omit<SignOnEvent, 'kind'>[] {
    const events = this.events.flatMap((event) => {
      if (event.kind !== 'sign-on') return [];
      const { kind: _, ...rest } = event;
      return [rest];
    });
    this.events = [];
    return events;
  }

  /** Signs in as a person of the provider. */
  async signIn(
    name: string,
    account: Account = {},
    browser: CookieBrowser = new CookieBrowser(),
  ): Promise<{ browser: CookieBrowser; page: ShownPage }> {
    this.provider.accounts.set(name, account);
    this.provider.current = name;
    return { browser, page: await browser.open(`${this.url}/admin/single-sign-on`) };
  }

  /** Signs in until the provider sends the browser back, and returns the address of its answer. */
  async answerTo(name: string, browser: CookieBrowser): Promise<string> {
    this.provider.accounts.set(name, {});
    this.provider.current = name;
    const { url } = await browser.open(`${this.url}/admin/single-sign-on`, this.callback);
    return url;
  }

  get callback(): string {
    return `${this.url}/admin/single-sign-on/callback`;
  }

  /** Opens a page of the back office. */
  show(browser: CookieBrowser, page = 'dashboards'): Promise<ShownPage> {
    return browser.open(`${this.url}/admin/${page}`);
  }
}

/**
 * Starts a service with a provider before the tests of a file, and closes both after them. `configuration`: that of the
 * provider.
 */
export function useSignedOnOffice(
  options: DashboardServiceOptions,
  configuration: Configuration = {},
): SignedOnOffice {
  return useFor(new SignedOnOffice(configuration), options);
}
