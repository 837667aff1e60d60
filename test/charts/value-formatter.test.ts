import { expect, it } from 'vitest';
import {
  NO_CURRENCY,
  type NumberFormat,
  type NumberStyle,
} from '../../service/src/values/value-style.ts';
import { isPlain } from '../../service/src/values/plain-numbers.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { toTicks, toValueScale } from '../../service/src/values/axis-scale.ts';

const formatter = new ValueFormatter('en', 'EUR');
const UNSIGNED = new ValueFormatter('en', NO_CURRENCY);
const YEN = new ValueFormatter('en', 'JPY');

it.for<[value: unknown, format: NumberFormat, numbers: NumberStyle | undefined, text: string]>([
  // The decimal places follow from the size.
  [0.49, 'currency', undefined, '€0.49'],
  [0.0049, 'currency', undefined, '€0.0049'],
  [99.9, 'currency', undefined, '€99.90'],
  [1234.5, 'currency', undefined, '€1,235'],
  [2.34567, 'decimal', undefined, '2.35'],
  [0.00412, 'decimal', undefined, '0.00412'],
  [12, 'decimal', undefined, '12'],
  [0.1234, 'percent', undefined, '12.3%'],
  // There is no negative zero.
  [-0.04, 'decimal', undefined, '-0.04'],
  [-0.04, 'integer', undefined, '0'],
  [-0.04, 'decimal', { digits: 1 }, '0.0'],
  [-0.4, 'currency', { digits: 0 }, '€0'],
  // A unit is after the sign.
  [-12.5, 'decimal', { before: '$' }, '-$12.5'],
  [12, 'decimal', { before: 'CHF' }, 'CHF\u00a012'],
  [12, 'decimal', { after: 'kg' }, '12\u00a0kg'],
  [12, 'decimal', { after: '‰' }, '12‰'],
  [1970, 'integer', undefined, '1,970'],
  [1970, 'integer', { notation: 'plain' }, '1970'],
  [1234567, 'integer', { notation: 'compact' }, '1.23M'],
  // Large numbers are exact.
  ['9007199254740993', 'integer', undefined, '9,007,199,254,740,993'],
  [1e15, 'integer', undefined, '1,000,000,000,000,000'],
  // An infinite number is not a missing value.
  [Infinity, 'decimal', undefined, '∞'],
  ['-Infinity', 'percent', undefined, '-∞%'],
  // A text in place of a number is a dash.
  ...[null, undefined, '', 'many', 'NaN'].map(
    (value): [unknown, NumberFormat, undefined, string] => [value, 'decimal', undefined, '–'],
  ),
])('%j as %s with %j is %s', ([value, format, numbers, text]) => {
  expect(formatter.format(value, { format, numbers })).toBe(text);
});

it.for<[formatter: ValueFormatter, value: number, text: string | RegExp]>([
  ...[
    [0.49, '0.49'],
    [99.9, '99.90'],
    [1234.5, '1,235'],
    [-2_000_000, '-2,000,000'],
  ].map(([value, text]) => [UNSIGNED, value, text] as [ValueFormatter, number, string]),
  [YEN, 0.49, '¥0.49'],
  [YEN, 49, '¥49'],
  [new ValueFormatter('en', 'KWD'), 0.49, /^KWD\s0\.490$/],
])('the decimal places of money are those of its currency: %#', ([own, value, text]) => {
  expect(own.format(value, { format: 'currency' })).toEqual(
    typeof text === 'string' ? text : expect.stringMatching(text),
  );
});

it.for<[values: unknown[], format: NumberFormat, texts: string]>([
  [[0.5, '12.25', 1, null], 'decimal', '0.5 12.3 1.0 –'],
  // A number that would lose all digits has more.
  [[1234.5, 0.004], 'decimal', '1,235 0.004'],
  // The smallest number is zero but for its rounding.
  [[0.1, 0.1 + 0.2 - 0.3, 12], 'decimal', '0.1 0.0 12.0'],
  [[1, -(0.1 + 0.2 - 0.3)], 'decimal', '1 0'],
  [[0.1 + 0.2 - 0.3, 1e-17], 'decimal', '0.0000000000000000555 0.0000000000000000100'],
  // Amounts of money never lose cents, and all have as many.
  [[120, 99.5], 'currency', '€120.00 €99.50'],
  [[120, 99.5, 0, -0.1], 'currency', '€120.00 €99.50 €0.00 -€0.10'],
  [[120.5, 99], 'currency', '€121 €99'],
  [[4.5, 5], 'currency', '€4.50 €5.00'],
  [[1.25, 0.0049], 'currency', '€1.2500 €0.0049'],
  [[1234.5, 0.0049], 'currency', '€1,234.50 €0.00'],
  [[1234.5, 0.1 + 0.2 - 0.3], 'currency', '€1,235 €0'],
])(
  'the decimal places of the column %j as %s follow its largest values',
  ([values, format, texts]) => {
    const shown = formatter.fit({ format }, values);
    expect(values.map((value) => formatter.format(value, shown)).join(' ')).toBe(texts);
  },
);

it('a number in compact notation is zero if it is so but for rounding', () => {
  const shown = formatter.fit({ format: 'decimal' }, [0.1 + 0.2 - 0.3, 12_345]);
  expect(formatter.formatShort(0.1 + 0.2 - 0.3, shown)).toBe('0');
});

it.for<[unknown, NumberFormat, string]>([
  [1e15, 'integer', '1E15'],
  [123_456, 'currency', '€123K'],
])('the short text of %d as %s is %s', ([value, format, text]) => {
  expect(formatter.formatShort(value, { format })).toBe(text);
});

it.for([
  [null, '–'],
  ['', '–'],
  [' \t', '–'],
  ['\u200b', '–'],
  [' a ', ' a '],
])('the category %j is %s', ([name, text]) => {
  expect(formatter.formatCategory(name, 'text')).toBe(text);
});

it.for<[values: number[], format: NumberFormat, numbers: NumberStyle | undefined, texts: string]>([
  [[0.004, 0.03], 'decimal', undefined, '0 0.01 0.02 0.03'],
  [[0.012], 'decimal', undefined, '0 0.002 0.004 0.006 0.008 0.010 0.012'],
  [[1.7], 'currency', undefined, '€0.00 €0.50 €1.00 €1.50 €2.00'],
  [[0.03], 'percent', undefined, '0% 1% 2% 3%'],
  [[1_800_000], 'integer', undefined, '0 500K 1M 1.5M 2M'],
  [[4e15], 'integer', undefined, '0 1E15 2E15 3E15 4E15'],
  [[40_000], 'integer', { notation: 'full' }, '0 10,000 20,000 30,000 40,000'],
])('the ticks of %j as %s have the digits of their step', ([values, format, numbers, texts]) => {
  const scale = toValueScale(values, { count: 4, hasZero: true });
  const written = toTicks(scale).map((tick) =>
    formatter.formatTick(tick, { format, numbers }, scale),
  );
  expect(written.join(' ')).toBe(texts);
});

it.each([
  ['year', [5], true],
  ['customer_id', [1_000_001], true],
  ['zipCode', ['12345'], true],
  ['founded', [1956, 2001, null], true],
  ['orders', [1956], false],
  ['orders', [1956, 2300], false],
  ['idle', [4000, 5000], false],
  ['year', [1.5], false],
  ['year', [null], false],
])(
  'the notation without separators is suggested for years and codes: %s %j',
  (name, values, expected) => {
    expect(isPlain(name, values)).toBe(expected);
  },
);
