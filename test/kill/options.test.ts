import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';
import { createRandom, shuffle } from './random.ts';

it('runs for ten minutes with a hundred calls a second, or for a minute in its short form', () => {
  expect(parseOptions([])).toMatchObject({ seconds: 600, rate: 100, isShort: false });
  expect(parseOptions(['--short'])).toMatchObject({ seconds: 60, isShort: true });
  expect(parseOptions(['--seconds', '90', '--seed', '7'])).toMatchObject({ seconds: 90, seed: 7 });
});

it.for([
  [['--rate', '0'], '--rate must be a whole number from 1.'],
  [['--seconds', 'ten'], '--seconds must be a whole number from 30.'],
  [['--seed', '1.5'], '--seed must be a whole number from 0.'],
  [['--sed', '1'], "Unknown option '--sed'"],
] as const)('refuses %j, and says what to write', ([args, message]) => {
  expect(() => parseOptions(args)).toThrow(message);
});

it('a seed repeats the order of the faults, and another seed has another one', () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const orderOf = (seed: number): string[] => shuffle(items, createRandom(seed));
  expect(orderOf(7)).toEqual(orderOf(7));
  expect(orderOf(8)).not.toEqual(orderOf(7));
  expect(orderOf(7).toSorted()).toEqual(items);
});
