import { EmbeddedDashboardElement } from './element/embedded-dashboard.ts';

export * from './element/embedded-dashboard.ts';
export * from './element/events.ts';
export { DashboardError, type DashboardErrorCode } from './protocol/dashboard-error.ts';
export { DashboardErrorEvent } from './protocol/dashboard-error-event.ts';
export type { DashboardFilters, DashboardSelectEvent } from './protocol/dashboard-select-event.ts';
export type { DashboardTexts } from './locales/dashboard-texts.ts';
export type { TokenGrant } from './protocol/token.ts';
export type { HeadersSource } from './element/host-request.ts';
export type { GetToken } from './element/token-source.ts';

declare global {
  interface HTMLElementTagNameMap {
    'embedded-dashboard': EmbeddedDashboardElement;
  }
}

// Skip the registration on a server, in the simulated DOM of a unit test, and in a browser from before 2024.
// The tag stays unknown there, and shows its content.
if (globalThis.CustomStateSet && 'canParse' in URL) {
  if (customElements.get('embedded-dashboard')) {
    console.warn('embedded-dashboard is registered already.');
  } else {
    customElements.define('embedded-dashboard', EmbeddedDashboardElement);
  }
}
