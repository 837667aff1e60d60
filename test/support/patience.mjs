/** In browsers, there is no environment. */
const { TEST_PATIENCE_SECONDS = '600' } = globalThis.process?.env ?? {};

/** The longest time that a test waits for something. It only ends tests that hang. */
export const PATIENCE_MS = Number(TEST_PATIENCE_SECONDS) * 1000;
export const TEST_LIMIT_MS = PATIENCE_MS * 1.5;
