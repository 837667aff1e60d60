import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprint } from '../support/fingerprint.ts';

it('changes with the content, the name and the number of files, in folders too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  const file = join(folder, 'inner/a.ts');
  const changes = [
    () => writeFileSync(file, 'one'),
    () => writeFileSync(file, 'two'),
    () => renameSync(file, join(folder, 'inner/b.ts')),
    () => writeFileSync(join(folder, 'c.ts'), ''),
  ];
  mkdirSync(join(folder, 'inner'));
  const found = [fingerprint([folder])];
  for (const change of changes) {
    change();
    found.push(fingerprint([folder]));
    expect(fingerprint([folder])).toBe(found.at(-1));
  }
  rmSync(folder, { recursive: true });
  expect(new Set(found).size).toBe(1 + changes.length);
});
