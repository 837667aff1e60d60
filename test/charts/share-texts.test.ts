import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toShareTexts } from '../../service/src/tiles/share-texts.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { inputs } from '../support/inputs.ts';

const formatter = new ValueFormatter('en', 'EUR');
const toTexts = (values: readonly (number | null)[], hidden: readonly number[] = []): string[] =>
  toShareTexts(
    values.map((value, index) => ({ name: `${index}`, value })),
    hidden,
    formatter,
  );

it.for<[values: (number | null)[], texts: string]>([
  [[1, 1, 1], '34% 33% 33%'],
  [[995, 5], '99% <1%'],
  [[1, 1, 0.001], '50% 49% <1%'],
  [[1e20, 1], '99% <1%'],
  [[1e308, 1e308, 5e-324], '50% 49% <1%'],
  [[29, 71], '29% 71%'],
  [[3, 0], '100% 0%'],
  [[3, null, 1], '75% – 25%'],
])('the shares of %j are %s', ([values, texts]) => {
  expect(toTexts(values).join(' ')).toBe(texts);
});

it('the shares are those of the parts that are shown', () => {
  expect(toTexts([5, 1, 1], [0])).toEqual(['', '50%', '50%']);
  expect(toTexts([5, 1], [0, 1])).toEqual(['', '']);
});

it('the shares of random parts add up to 100, and none is more than 1 % off', () => {
  const sizes = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), {
    minLength: 1,
    maxLength: 7,
  });
  const check = (values: number[]): void => {
    const total = values.reduce((sum, value) => sum + value, 0);
    fc.pre(total > 0);
    const texts = toTexts(values);
    const numbers = texts.map((text) => (text.startsWith('<') ? 0 : Number.parseInt(text)));
    const small = texts.filter((text) => text.startsWith('<')).length;
    const missing = 100 - numbers.reduce((sum, number) => sum + number, 0);
    expect(missing, texts.join(' ')).toBeGreaterThanOrEqual(Math.min(1, small));
    expect(missing, texts.join(' ')).toBeLessThanOrEqual(small);
    for (const [index, value] of values.entries()) {
      expect(Math.abs(numbers[index]! - (100 * value) / total)).toBeLessThan(1 + 1e-9);
    }
  };
  fc.assert(fc.property(sizes, check), inputs(1000) as fc.Parameters<[number[]]>);
});
