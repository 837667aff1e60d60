import sinon from 'sinon';
import type { DashboardFixture } from './dashboard-fixture.ts';
import { until } from './until.ts';

/** The events by which the browser reports that the user is back at the page. */
export const WAKES = ['visibilitychange', 'focus', 'pageshow', 'online', 'resume'];

/** Makes the refresh point of every token `REFRESH_POINT`, until the end of the test. */
export function fixRefreshPoint(): void {
  sinon.stub(Math, 'random').returns(0.5);
}

/** Fires an event on the window. */
export function wake(type: string): void {
  window.dispatchEvent(new Event(type));
}

/** Returns the number of token requests so far. */
export async function callCount({ host }: DashboardFixture): Promise<number> {
  return (await host.calls()).length;
}

/** Waits until the host has received this number of token requests. */
export async function untilCalled(fixture: DashboardFixture, times: number): Promise<void> {
  await until(async () => (await callCount(fixture)) === times);
}
