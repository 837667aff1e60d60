import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';
import { toCurrentSection } from '../../bench/report.ts';
import { toSavedResult } from '../../bench/results.ts';

/** A bench that measures sources: its hashes need no build. */
const NAME = 'editor';
const RESULT = {
  title: 'The editor',
  about: 'A key.',
  goals: [{ name: 'a key', goal: '≤ 50 ms', measured: '38 ms', isMet: true }],
  tables: [{ columns: ['part', 'ms'], rows: [['all', '1234']] }],
};

it('prints the result of a bench that measured the code as it is', () => {
  const section = toCurrentSection(NAME, toSavedResult(NAME, RESULT));
  expect(section).toContain('| a key | ≤ 50 ms | 38 ms | yes |');
  expect(section).toContain(`Measured: \`${BENCHES[NAME]![0]}\`.`);
});

it.each([
  ['of other code', { [BENCHES[NAME]![0]!]: 'sha384-other' }],
  ['of unknown code', {}],
])('prints only the title of a result %s, and how to measure it', (_, files) => {
  const section = toCurrentSection(NAME, { ...toSavedResult(NAME, RESULT), files });
  expect(section).toBe(
    '## The editor\n\nThe code has changed since the last run. `npm run bench -- editor` measures it again.',
  );
});

it('keeps no result and no folder of a bench that is gone', () => {
  const results = readdirSync('generated/benches').map((name) => name.replace('.json', ''));
  expect(results.toSorted()).toEqual(Object.keys(BENCHES).toSorted());
  const folders = readdirSync('bench', { recursive: false, withFileTypes: true });
  for (const name of Object.keys(BENCHES)) {
    expect(folders.some((entry) => entry.isDirectory() && entry.name === name)).toBe(true);
  }
});
