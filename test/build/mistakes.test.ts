import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../command/src/doctor/tag-attributes.ts';
import { type Mistake, MISTAKES, mistakesOf } from '../support/mistakes.ts';

test('readers read no technical terms', () => {
  const terms = new RegExp(`${ATTRIBUTES.join('|')}|http|token|guid|resolve|origin|\\d`, 'i');
  const texts = Object.values<Mistake>(MISTAKES).map(({ reader }) => reader ?? '');
  expect(texts.filter((text) => terms.test(text))).toEqual([]);
});

test.for([
  ['policy', 'test/element/frame-stack.policy.test.ts'],
  ['https', 'test/e2e/tag/neighbours.slow.test.ts'],
] as const)('the tests of one page each make their mistakes: %s', ([runner, file]) => {
  const source = readFileSync(file, 'utf8');
  const lost = mistakesOf(runner).filter(({ row }) => !source.includes(`MISTAKES[${row}]`));
  expect(lost).toEqual([]);
});
