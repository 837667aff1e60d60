import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { expect } from 'vitest';

/** Whether the tests write the files again, so that the change is seen in the diff. */
export const isUpdate = Boolean(process.env.UPDATE);

const HINT = 'If the change is right, run UPDATE=1 npx vitest run --project service test/charts';

/** Expects the content of a file that is committed. A missing file is a failure, too. */
export function expectCommitted(path: string, content: string): void {
  if (isUpdate) writeFileSync(path, content);
  expect(content, HINT).toBe(existsSync(path) ? readFileSync(path, 'utf8') : null);
}
