import {
  createDashboardClient,
  createDashboardHost,
  type DashboardClient,
  type DashboardHost,
  type DashboardHostOptions,
} from 'embedded-dashboard/host';
import { afterEach, beforeEach, vi } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';

/** The default user of a test. */
export const USER = { sessionId: 'session-1', dashboards: [GUID] };

/** The dashboard service of the current test. Each test has its own service, clock and console. */
export let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await upstream[Symbol.asyncDispose]();
});

/** Creates a client of `upstream`. */
export function newClient(): DashboardClient {
  return createDashboardClient({ baseUrl: upstream.baseUrl, apiKey: 'key-1' });
}

/** Creates a host that calls `upstream`. */
export function newHost<Context = unknown>(
  options: Partial<DashboardHostOptions<Context>> = {},
): DashboardHost<Context> {
  return createDashboardHost<Context>({
    baseUrl: upstream.baseUrl,
    apiKey: 'key-1',
    resolve: () => USER,
    ...options,
  });
}
