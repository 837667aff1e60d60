import { expect, it, vi } from 'vitest';
import { scaled } from '../support/tier.mjs';
import { missedGoals } from './report.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { Tally } from './tally.ts';

// Another file of the worker may have loaded the element without these surroundings.
vi.resetModules();
const { liveDay, pagesOf } = await import('./day.ts');

const DAYS = scaled(2800);
const SEED = 1;
/** The tolerance in standard deviations, because few days may miss a share by chance. */
const DEVIATIONS = 3;

for (const surroundings of SURROUNDINGS) {
  it(`keeps a dashboard alive on days of this kind: ${surroundings.name}`, async () => {
    const tally = new Tally();
    const pages = pagesOf(surroundings, DAYS);
    for (let day = 0; day < pages; day++) await liveDay(surroundings, SEED, day, tally);
    expect(missedGoals([{ surroundings, tally }], DEVIATIONS)).toEqual([]);
  });
}
