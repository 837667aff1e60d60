import {
  createDashboardClient,
  createDashboardHost,
  type DashboardClient,
  type DashboardClientOptions,
  type DashboardHost,
  type DashboardHostOptions,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { afterEach, beforeEach, vi } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { HeldLimits } from '../support/held-limits.ts';
import { type ScriptedUpstream, startUpstream, turns } from '../support/scripted-upstream.ts';

// Node loads `fetch` at the first call. It must not keep functions of a fake clock for the tests of other files.
await fetch('data:,');

/** The default user of a test. */
export const USER = { sessionId: 'session-1', dashboards: [GUID] };

/** Throws an error whose message must appear nowhere. */
export function fail(): never {
  throw new Error('SECRET');
}

/** The default token request of a test. */
export const REQUEST: TokenRequest = { sessionId: 'session-1', dashboardGuid: GUID };

/** The dashboard service of the current test. */
export let upstream: ScriptedUpstream;

/** Gives each test of a file its own service, clock and console. */
export function useUpstream(): void {
  beforeEach(async () => {
    // Tests of a limit or a pause use a fake clock instead.
    const { setTimeout, clearTimeout } = new HeldLimits();
    vi.stubGlobal('setTimeout', setTimeout);
    vi.stubGlobal('clearTimeout', clearTimeout);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    upstream = await startUpstream();
  });

  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await upstream[Symbol.asyncDispose]();
  });
}

/** Creates a client of `upstream`, under a path. */
export function newClient(options: Partial<DashboardClientOptions> = {}): DashboardClient {
  return createDashboardClient({
    baseUrl: `${upstream.baseUrl}/prefix/`,
    apiKey: 'key-1',
    ...options,
  });
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

/** Creates a host whose `resolve` returns any value, as in a careless application. */
export function hostOf(user: unknown): DashboardHost {
  return newHost({ resolve: () => user as typeof USER });
}

/** The pending answers of `upstream`. Each has another token, `token-number-1` for the first call. */
export interface HeldAnswers {
  /** Answers the oldest pending call. */
  next: () => void;
  all: (order?: 'newest first') => void;
}

/** Holds the answers to all later calls. */
export function holdAnswers(): HeldAnswers {
  const held: (() => void)[] = [];
  upstream.script((response) => {
    const token = `token-number-${upstream.calls.length}`;
    held.push(() => response.end(token));
  });
  return {
    next: () => held.shift()!(),
    all(order) {
      const answers = held.splice(0);
      for (const answer of order ? answers.toReversed() : answers) answer();
    },
  };
}

/** Returns the status of an answer, and the code of its error: `401 unauthenticated`. */
export async function endOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await answer;
  const { status } = response;
  if (status < 400) return String(status);
  const { error } = (await response.json()) as { error: { code: string } };
  return `${status} ${error.code}`;
}

/** A fake clock, for the limits of calls and the pauses before retries. */
export interface HostClock {
  /** Resolves when a call has failed and pauses before its retry. */
  untilPause: () => Promise<void>;
}

/** Replaces the timers with a fake clock. Pauses are `chance` times 300 ms longer than 200 ms. */
export function fakeTimers(chance = 0): HostClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
  return {
    async untilPause() {
      // `expect.poll` would advance the fake clock.
      while (random.mock.calls.length === 0) await turns(1);
      random.mockClear();
    },
  };
}
