import { listen } from './greetings.ts';

export { DashboardSelectEvent } from '../protocol/dashboard-select-event.ts';

// A server has no `window`.
globalThis.window?.addEventListener('message', listen);
