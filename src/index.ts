import { EmbeddedDashboardElement } from './element/embedded-dashboard.ts';

export * from './element/embedded-dashboard.ts';
export * from './element/events.ts';
export { DashboardError, type DashboardErrorCode } from './protocol/dashboard-error.ts';
export type { TokenGrant } from './protocol/token.ts';
export type { HeadersSource } from './element/token-request.ts';
export type { GetToken } from './element/token-source.ts';

declare global {
  interface HTMLElementTagNameMap {
    'embedded-dashboard': EmbeddedDashboardElement;
  }
}

// Without a DOM, as in server rendering, there is nothing to register.
if (globalThis.customElements) {
  if (customElements.get('embedded-dashboard')) {
    console.warn('embedded-dashboard is on this page twice; the first copy serves.');
  } else {
    customElements.define('embedded-dashboard', EmbeddedDashboardElement);
  }
}
