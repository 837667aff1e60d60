import { describe, expect, it } from 'vitest';
import {
  NO_CURRENCY,
  type NumberFormat,
  type NumberStyle,
} from '../../service/src/dashboard/value-style.ts';
import { isPlain } from '../../service/src/dashboard/plain-numbers.ts';
import { ValueFormatter } from '../../service/src/page/value-formatter.ts';
import { toTicks, toValueScale } from '../../service/src/page/value-scale.ts';

const formatter = new ValueFormatter('en', 'EUR');
const write = (value: unknown, format: NumberFormat, numbers?: NumberStyle): string =>
  formatter.format(value, { format, numbers });
const short = (value: unknown, format: NumberFormat): string =>
  formatter.formatShort(value, { format });

/** Returns the texts of the ticks of an axis. */
function ticksOf(values: number[], format: NumberFormat, numbers?: NumberStyle): string {
  const scale = toValueScale(values, { count: 4, hasZero: true });
  const texts = toTicks(scale).map((tick) =>
    formatter.formatTick(tick, { format, numbers }, scale),
  );
  return texts.join(' ');
}

describe('the decimal places of a number', () => {
  it('follow its size', () => {
    expect(write(0.49, 'currency')).toBe('€0.49');
    expect(write(0.0049, 'currency')).toBe('€0.0049');
    expect(write(99.9, 'currency')).toBe('€99.90');
    expect(write(1234.5, 'currency')).toBe('€1,235');
    expect(write(2.34567, 'decimal')).toBe('2.35');
    expect(write(0.00412, 'decimal')).toBe('0.00412');
    expect(write(12, 'decimal')).toBe('12');
    expect(write(0.1234, 'percent')).toBe('12.3%');
  });

  it('are those of money in a dashboard without a currency, which has no sign', () => {
    const unsigned = new ValueFormatter('en', NO_CURRENCY);
    const texts = [0.49, 99.9, 1234.5, -2_000_000].map((value) =>
      unsigned.format(value, { format: 'currency' }),
    );
    expect(texts).toEqual(['0.49', '99.90', '1,235', '-2,000,000']);
  });

  it('never leave a negative zero', () => {
    expect(write(-0.04, 'decimal')).toBe('-0.04');
    expect(write(-0.04, 'integer')).toBe('0');
    expect(write(-0.04, 'decimal', { digits: 1 })).toBe('0.0');
    expect(write(-0.4, 'currency', { digits: 0 })).toBe('€0');
  });

  it('are equal in a column, except for numbers that would lose all digits', () => {
    const values = [0.5, '12.25', 1, null];
    const shown = formatter.fit({ format: 'decimal' }, values);
    expect(values.map((value) => formatter.format(value, shown))).toEqual([
      '0.5',
      '12.3',
      '1.0',
      '–',
    ]);
    const mixed = formatter.fit({ format: 'decimal' }, [1234.5, 0.004]);
    expect(formatter.format(1234.5, mixed)).toBe('1,235');
    expect(formatter.format(0.004, mixed)).toBe('0.004');
  });

  it('are those of the currency', () => {
    const yen = new ValueFormatter('en', 'JPY');
    const dinar = new ValueFormatter('en', 'KWD');
    expect(yen.format(0.49, { format: 'currency' })).toBe('¥0.49');
    expect(yen.format(49, { format: 'currency' })).toBe('¥49');
    expect(dinar.format(0.49, { format: 'currency' })).toMatch(/^KWD\s0\.490$/);
  });
});

describe('an author’s settings', () => {
  it('add a unit after the sign', () => {
    expect(write(-12.5, 'decimal', { before: '$' })).toBe('-$12.5');
    expect(write(12, 'decimal', { before: 'CHF' })).toBe('CHF\u00a012');
    expect(write(12, 'decimal', { after: 'kg' })).toBe('12\u00a0kg');
    expect(write(12, 'decimal', { after: '‰' })).toBe('12‰');
  });

  it('choose the notation', () => {
    expect(write(1970, 'integer')).toBe('1,970');
    expect(write(1970, 'integer', { notation: 'plain' })).toBe('1970');
    expect(write(1234567, 'integer', { notation: 'compact' })).toBe('1.23M');
    expect(ticksOf([40_000], 'integer', { notation: 'full' })).toBe(
      '0 10,000 20,000 30,000 40,000',
    );
  });
});

describe('very large numbers', () => {
  it('are exact in full, and scientific where a short text is needed', () => {
    expect(write('9007199254740993', 'integer')).toBe('9,007,199,254,740,993');
    expect(write(1e15, 'integer')).toBe('1,000,000,000,000,000');
    expect(short(1e15, 'integer')).toBe('1E15');
    expect(short(123_456, 'currency')).toBe('€123K');
  });
});

it('shows a dash for a text in place of a number', () => {
  expect(
    [null, undefined, '', 'many', 'NaN', Infinity].map((value) => write(value, 'decimal')),
  ).toEqual(Array.from({ length: 6 }, () => '–'));
});

it('shows a dash for a category that has no visible letter', () => {
  const names = [null, '', ' \t', '\u200b', ' a '];
  expect(names.map((name) => formatter.formatCategory(name, 'text'))).toEqual([
    ...Array.from({ length: 4 }, () => '–'),
    ' a ',
  ]);
});

describe('the ticks of an axis', () => {
  it('have the digits of their step', () => {
    expect(ticksOf([0.004, 0.03], 'decimal')).toBe('0 0.01 0.02 0.03');
    expect(ticksOf([0.012], 'decimal')).toBe('0 0.002 0.004 0.006 0.008 0.010 0.012');
    expect(ticksOf([1.7], 'currency')).toBe('€0 €0.50 €1.00 €1.50 €2.00');
    expect(ticksOf([0.03], 'percent')).toBe('0% 1% 2% 3%');
    expect(ticksOf([1_800_000], 'integer')).toBe('0 500K 1M 1.5M 2M');
    expect(ticksOf([4e15], 'integer')).toBe('0 1E15 2E15 3E15 4E15');
  });
});

describe('the notation without separators', () => {
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
  ])('is suggested for years and codes: %s %j', (name, values, expected) => {
    expect(isPlain(name, values)).toBe(expected);
  });
});
