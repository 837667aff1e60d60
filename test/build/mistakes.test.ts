import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../command/src/doctor/tag-attributes.ts';
import { type Mistake, MISTAKES, mistakesOf } from '../support/mistakes.ts';

const rows: [string, Mistake][] = Object.entries(MISTAKES);
/** The mistakes that were found in applications. Later rows are those of the tests. */
const FOUND = 41;

test('the table has all mistakes of integrators, and says at least 38 of them when they happen', () => {
  expect(rows.map(([row]) => Number(row))).toEqual(rows.map((_, index) => index + 1));
  const found = rows.slice(0, FOUND);
  const untold = found.filter(([, { notAtOnce }]) => notAtOnce !== undefined);
  expect(untold.map(([row]) => row)).toEqual(['28', '36', '40']);
  expect(found.length - untold.length).toBeGreaterThanOrEqual(38);
});

test('each mistake without a line for developers has a reason, or does no harm', () => {
  const silent = rows.filter(([, { developer }]) => !developer);
  const harmless = silent.filter(([, { notAtOnce }]) => !notAtOnce);
  // The dashboard shows in spite of a wrong clock, and in a sandbox without an origin.
  expect(harmless.map(([row]) => row)).toEqual(['31', '33']);
  expect(rows.filter(([, { runner }]) => !runner)).toEqual([['28', MISTAKES[28]]]);
});

test('readers read no technical terms', () => {
  const terms = new RegExp(`${ATTRIBUTES.join('|')}|http|token|guid|resolve|origin|\\d`, 'i');
  expect(rows.filter(([, { reader }]) => terms.test(reader ?? ''))).toEqual([]);
});

test.for([
  ['policy', 'test/element/frame-stack.policy.test.ts'],
  ['https', 'test/e2e/tag/neighbours.slow.test.ts'],
] as const)('the tests of one page each make their mistakes: %s', ([runner, file]) => {
  const source = readFileSync(file, 'utf8');
  const lost = mistakesOf(runner).filter(({ row }) => !source.includes(`MISTAKES[${row}]`));
  expect(lost).toEqual([]);
});
