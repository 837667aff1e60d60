import { EmbeddedDashboardElement } from './element/embedded-dashboard.ts';

export * from './element/embedded-dashboard.ts';
export * from './element/events.ts';
export { DashboardError, type DashboardErrorCode } from './protocol/dashboard-error.ts';
export type { DashboardTexts } from './locales/dashboard-texts.ts';
export type { TokenGrant } from './protocol/token.ts';
export type { HeadersSource } from './element/host-request.ts';
export type { GetToken } from './element/token-source.ts';

declare global {
  interface HTMLElementTagNameMap {
    'embedded-dashboard': EmbeddedDashboardElement;
  }
}

// There is nothing to register on a server, in the imitated DOM of a unit test, or in a browser of
// before 2024: the tag stays unknown there, and shows what stands in it.
if (globalThis.CustomStateSet && 'canParse' in URL) {
  if (customElements.get('embedded-dashboard')) {
    console.warn('embedded-dashboard is registered already.');
  } else {
    customElements.define('embedded-dashboard', EmbeddedDashboardElement);
  }
}
