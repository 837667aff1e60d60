/** The time limit of each wait of a test, in milliseconds. It only ends a test that hangs, on any machine. */
export const PATIENCE_MS: number;

/** The time limit of a test. A wait that hangs fails first, and says what it waited for. */
export const TEST_LIMIT_MS: number;
