import process from 'node:process';

/**
 * The tiers of the tests, by the value of `TEST_TIER`. Without one, a single file runs as `all` runs it.
 */
const TIERS = {
  /** `npm test`: every behavior once, in one engine. */
  fast: {
    leftOut: ['**/*.slow.test.ts', '**/*.nightly.test.ts'],
    engines: ['Chromium'],
    share: 1 / 20,
    propertySeconds: 3,
  },
  /** `npm run test:all`: what CI runs. */
  all: {
    leftOut: ['**/*.nightly.test.ts'],
    enginesOfRules: 1,
    share: 1 / 8,
    propertySeconds: 8,
  },
  /** `npm run test:nightly`: all inputs, and other ones in each run. */
  nightly: {
    leftOut: [],
    share: 1,
    propertySeconds: 90,
    hasNewSeeds: true,
    hasWholeBrowser: true,
    hasEveryDatabase: true,
  },
};

const name = process.env.TEST_TIER ?? 'all';

/**
 * The tier of this run.
 * @type {import('./tier.d.mts').Tier}
 * @throws {Error} if `TEST_TIER` names none.
 */
export const tier = TIERS[name];
if (!tier) throw new Error(`TEST_TIER is ${name}: use ${Object.keys(TIERS).join(', ')}.`);

/**
 * How many of the `count` inputs or rounds of a test this run takes, at least one.
 * @param {number} count
 * @returns {number}
 */
export function scaled(count) {
  return Math.ceil(count * tier.share);
}

/** The files that this run leaves out. */
export const { leftOut } = tier;
