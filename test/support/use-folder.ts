import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a temporary folder that is removed after the test file. Call it outside of tests. Returns its path. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
