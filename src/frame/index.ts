import { listen } from './greetings.ts';

export { DashboardSelectEvent } from '../protocol/dashboard-select-event.ts';

declare global {
  /** The listener of the first copy of this module. A second one would answer each page again. */
  var embeddedDashboardListener: typeof listen | undefined;
}

// A server has no `window`.
if (globalThis.window && !globalThis.embeddedDashboardListener) {
  globalThis.embeddedDashboardListener = listen;
  window.addEventListener('message', listen);
}
