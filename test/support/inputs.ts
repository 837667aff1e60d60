import type * as fc from 'fast-check';
import { propertySeed, scaled } from './tier.mjs';

/**
 * Returns the settings of a property test that tries `count` inputs at full size. Each run tries the same
 * inputs, so that only a code change can change the result. `npm run test:nightly` tries new ones. A failure
 * prints the `PROPERTY_SEED` and the `PROPERTY_PATH` that repeat it.
 */
export function inputs(count: number): fc.Parameters<unknown> {
  const { seed, path } = propertySeed();
  return {
    numRuns: scaled(count),
    ...(seed && { seed: Number(seed) }),
    ...(path && { path, endOnFailure: true }),
  };
}
