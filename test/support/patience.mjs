export const PATIENCE_MS = 600_000;
export const TEST_LIMIT_MS = 900_000;
