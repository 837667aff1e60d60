/** How much of the tests a run takes. */
export interface Tier {
  /** The patterns of the files that do not run. */
  leftOut: string[];
  /** Engines of the browser tests. Default: all that are installed. */
  engines?: readonly string[];
  /** How many of these engines run the tests of rules that no engine decides. Default: all. */
  enginesOfRules?: number;
  /** The part of random inputs and rounds, from 0 to 1. */
  share: number;
  /** How long a property test in a browser looks for a failure. */
  propertySeconds: number;
  /** Whether each run of a property test takes other inputs. Default: the same ones each time. */
  hasNewSeeds?: boolean;
  /** Whether the element's tests run in all of Chromium. Default: in its headless shell, in half the time. */
  hasWholeBrowser?: boolean;
  /** Whether tests of pages and forms run on PostgreSQL, too. Default: on PGlite only. */
  hasEveryDatabase?: boolean;
}

export const tier: Tier;
export function scaled(count: number): number;
export const leftOut: string[];
