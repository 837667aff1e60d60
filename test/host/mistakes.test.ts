import type { DashboardHostOptions } from 'embedded-dashboard/host';
import { describe, expect, test, vi } from 'vitest';
import { GUID, tokenCall } from '../support/dashboard-calls.ts';
import { type MistakesOf, mistakesOf } from '../support/mistakes.ts';
import { answerWith } from '../support/scripted-upstream.ts';
import { newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

/** Returns the options of a mistake. */
type Stage = () => Partial<DashboardHostOptions>;

const resolving =
  (user: unknown): Stage =>
  () => ({ resolve: () => user as typeof USER });

const { sessionId, ...nameless } = USER;

const STAGES: Record<MistakesOf<'host'>, Stage> = {
  5: resolving(undefined),
  20: resolving({ ...USER, dashboards: Promise.resolve([GUID]) }),
  21: resolving({ ...nameless, sessionID: sessionId }),
  22() {
    const refusal = answerWith('', { status: 401 });
    upstream.script(refusal);
    return {};
  },
  23: () => ({ baseUrl: 'http://127.0.0.1:1' }),
  24: resolving({ ...USER, sessionId: 'not an id' }),
  25() {
    upstream.script(answerWith('', { status: 404 }));
    return { baseUrl: `${upstream.baseUrl}/Tdb` };
  },
};

describe('the log explains an integrator’s mistake once:', () => {
  test.for(mistakesOf('host'))('$row, $title', async ({ row, developer, status }) => {
    const { calls } = vi.mocked(console.error).mock;
    const host = newHost(STAGES[row]());
    for (let time = 0; time < 2; time += 1) {
      expect((await host.fetch(tokenCall())).status).toBe(status);
    }
    expect(calls).toHaveLength(1);
    expect(String(calls[0]![0]).replace(/^embedded-dashboard: /, '')).toMatch(developer!);
  });
});
