import { now } from './page-clock.ts';

/**
 * Writes a measure from `startedAt` until now to the page's timeline, for real-user monitoring:
 * https://www.w3.org/TR/user-timing/. The timeline keeps only the last measure of each name, because a wall
 * screen makes thousands.
 */
export function measure(step: 'token' | 'frame' | 'shown', startedAt: number): void {
  const name = `embedded-dashboard:${step}`;
  // A busy machine may pause between the two clocks. In this order, the measure never starts too early.
  const duration = now() - startedAt;
  const end = performance.now();
  performance.clearMeasures(name);
  performance.measure(name, { start: Math.max(0, end - duration), end });
}
