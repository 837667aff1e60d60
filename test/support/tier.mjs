import process from 'node:process';

/**
 * The tiers of the tests, by the value of `TEST_TIER`. Without a value, a test file runs as in `all`.
 */
const TIERS = {
  /** `npm test`: every behavior once, in one engine. */
  fast: {
    leftOut: ['**/*.slow.test.ts', '**/*.nightly.test.ts'],
    engines: ['Chromium'],
    share: 1 / 20,
    propertyRuns: 15,
  },
  /** `npm run test:all`: what CI runs. */
  all: {
    leftOut: ['**/*.nightly.test.ts'],
    enginesOfRules: 1,
    share: 1 / 8,
    propertyRuns: 40,
  },
  /** `npm run test:nightly`: all inputs, and new ones in each run. */
  nightly: {
    leftOut: [],
    share: 1,
    propertyRuns: 450,
    hasNewSeeds: true,
    hasWholeBrowser: true,
    hasEveryDatabase: true,
  },
};

const name = process.env.TEST_TIER ?? 'all';

/**
 * The tier of this run.
 * @type {import('./tier.d.mts').Tier}
 * @throws {Error} if `TEST_TIER` is not the name of a tier.
 */
export const tier = TIERS[name];
if (!tier) throw new Error(`TEST_TIER is ${name}: use ${Object.keys(TIERS).join(', ')}.`);

/**
 * Returns the number of a test's `count` inputs or rounds that this run takes, at least 1.
 * @param {number} count
 * @returns {number}
 */
export function scaled(count) {
  return Math.ceil(count * tier.share);
}

/**
 * Returns the seed of the random inputs, and the path to one of them. `PROPERTY_SEED` and `PROPERTY_PATH` repeat a
 * failure. Without a seed, a run tries new inputs.
 * @returns {{ seed?: string, path?: string }}
 */
export function propertySeed() {
  const { PROPERTY_SEED: seed = tier.hasNewSeeds ? undefined : '1', PROPERTY_PATH: path } =
    process.env;
  return { seed, path };
}

/** The patterns of the files that this run skips. */
export const { leftOut } = tier;
