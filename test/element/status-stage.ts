import type { DashboardStatus } from '../../src/element/status.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import {
  createAnswered,
  createDashboard,
  createReadyDashboard,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { until } from '../support/until.ts';

/** The settings of an element. */
export type Settings = Partial<EmbeddedDashboardElement>;

/** For each status, creates an element that has the status or soon gets it. */
const STAGES: Record<DashboardStatus, (settings: Settings) => Promise<DashboardFixture>> = {
  idle: async (settings) => createDashboard({ ...settings, dashboardGuid: null }),
  loading: (settings) => createAnswered([{ isHeld: true }], settings),
  ready: (settings) => createReadyDashboard(settings),
  async refreshing(settings) {
    const fixture = await createReadyDashboard(settings);
    void fixture.element.reload().catch(() => {});
    return fixture;
  },
  async expired(settings) {
    const fixture = await createReadyDashboard(settings);
    await fixture.host.answer({ isHeld: true });
    sleep(3 * 60 * 60_000);
    return fixture;
  },
  'logged-out': (settings) => createAnswered([{ status: 401 }], settings),
  failed: (settings) => createAnswered([{ status: 422 }], settings),
};

export const STATUSES = Object.keys(STAGES) as DashboardStatus[];

/** Creates an element, and waits until it has the status. */
export async function createWith(
  status: DashboardStatus,
  settings: Settings = {},
): Promise<EmbeddedDashboardElement> {
  const { element } = await STAGES[status](settings);
  await until(() => element.status === status);
  return element;
}

/** Simulates a sleep of the machine: the time has passed when the page is back. */
function sleep(milliseconds: number): void {
  clock.setSystemTime(Date.now() + milliseconds);
  window.dispatchEvent(new Event('pageshow'));
}
