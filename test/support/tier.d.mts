/** The share of the tests that a run takes. */
export interface Tier {
  /** The patterns of test files that do not run. */
  leftOut: string[];
  /** The engines of the browser tests. Default: all installed ones. */
  engines?: readonly string[];
  /** The number of engines that run tests whose rules do not depend on the engine. Default: all. */
  enginesOfRules?: number;
  /** The share of random inputs and rounds, from 0 to 1. */
  share: number;
  /** The number of random inputs of a property test in a browser. */
  propertyRuns: number;
  /** Uses new inputs in each run of a property test. Default: the same inputs each time. */
  hasNewSeeds?: boolean;
  /** Runs the element's tests in full Chromium. Default: in its headless shell, in half the time. */
  hasWholeBrowser?: boolean;
  /** Has few end-to-end tests, which need two bundles of the package. Default: all. */
  hasOnlyJourneys?: boolean;
  /** Runs the tests of pages and forms on PostgreSQL, too. Default: on PGlite only. */
  hasEveryDatabase?: boolean;
}

export const tier: Tier;
export function scaled(count: number): number;
export function propertySeed(): { seed?: string; path?: string };
export const leftOut: string[];
export const outerLeftOut: string[];
