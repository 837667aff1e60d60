import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { AdvancedClock } from '../advanced-clock.ts';
import { useService } from '../tested-service.ts';

const HOUR_MS = 3_600_000;
const CLOCK = 'SELECT extract(epoch FROM clock_timestamp())::text AS n';
const dashboard = testDashboard(
  1,
  { clock: CLOCK },
  [{ kind: 'number', value: 'n', format: 'integer', note: '', span: 3 }],
  { filters: [{ kind: 'choice', parameter: 'Time', label: 'Time', select: { sql: CLOCK } }] },
);

const clock = new AdvancedClock();
const tested = useService({
  dashboards: [dashboard],
  // No slow machine reaches it.
  cacheMs: HOUR_MS,
  clock: clock.now,
});

/** Opens the dashboard, and returns the results that it shows: of its tile, and of its filter's list. */
async function open() {
  const page = await tested.pageOf(dashboard);
  const find = (pattern: RegExp): string => pattern.exec(page)![1]!;
  return {
    tile: find(/data-value="([^"]+)"/),
    list: find(/<option value="([^"]+)"/),
    asOf: Date.parse(find(/<time datetime="([^"]*)"/)),
  };
}

it('shows old results of tiles and lists with their time, and then the new ones with theirs', async () => {
  // A page that runs queries has the time at which they were asked for.
  await open();
  const first = await open();
  clock.advance(1.5 * HOUR_MS);
  expect(await open()).toEqual(first);
  await expect.poll(open).toEqual({
    tile: expect.not.stringContaining(first.tile),
    list: expect.not.stringContaining(first.list),
    asOf: expect.toSatisfy((asOf: number) => asOf >= first.asOf + 1.5 * HOUR_MS),
  });
  const second = await open();
  expect(await open()).toEqual(second);
  clock.advance(2.5 * HOUR_MS);
  const third = await open();
  expect(third.tile).not.toBe(second.tile);
  expect(third.list).not.toBe(second.list);
  expect(third.asOf).toBeGreaterThanOrEqual(second.asOf + 2.5 * HOUR_MS);
});
