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

/** Who asks, where a test does not say. */
export const USER = { sessionId: 'session-1', dashboards: [GUID] };

/** The dashboard service of the test that runs: each test has its own, its own clock and its own console. */
export let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await upstream[Symbol.asyncDispose]();
});

/** A client of that service. */
export function newClient(): DashboardClient {
  return createDashboardClient({ baseUrl: upstream.baseUrl, apiKey: 'key-1' });
}

/** A host before that service. */
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
