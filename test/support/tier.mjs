import process from 'node:process';

const SLOW = '**/*.slow.test.ts';
const NIGHTLY = '**/*.nightly.test.ts';

/**
 * The tiers of the tests, by the value of `TEST_TIER`. Without a value, a test file runs as in `all`.
 */
const TIERS = {
  /** `npm test`: every behavior once, in one engine. */
  fast: {
    leftOut: [SLOW, NIGHTLY],
    engines: ['Chromium'],
    share: 1 / 20,
    propertyRuns: 15,
    hasOnlyJourneys: true,
  },
  /** The files that `npm run test:all` adds to `npm test`. */
  slow: {
    leftOut: ['**/!(*.slow).test.ts'],
    enginesOfRules: 1,
    share: 1 / 8,
    propertyRuns: 40,
  },
  all: {
    leftOut: [NIGHTLY],
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

/** The patterns of the files that this run skips in the projects of `npm test`. */
export const { leftOut } = tier;

/** The patterns of the files that this run skips elsewhere: there, `slow` runs all files that are not nightly. */
export const outerLeftOut = name === 'slow' ? TIERS.all.leftOut : tier.leftOut;
