/** The parts of the tests, for each command that runs them. */
export const TIERS: Readonly<Record<'fast' | 'all' | 'nightly', { names: readonly string[] }>>;
