import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../service/src/demo/random.ts';
import type { NumberFormat, ValueStyle } from '../../service/src/values/value-style.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { toShown } from '../../service/src/values/shown-number.ts';
import { NO_VALUE, ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { findLeastStep, toTicks, toValueScale } from '../../service/src/values/axis-scale.ts';
import { inputs } from '../support/inputs.ts';
import { createNumberParser } from '../support/parse-number.ts';

const CURRENCY = 'EUR';
const LOCALES = ['en', 'de', 'fr', 'ar-EG', 'hi', 'ja'].map((tag) => {
  const { formats } = toPageLocale(tag);
  const formatter = new ValueFormatter(formats, CURRENCY);
  return { tag, formatter, parse: createNumberParser(formats, CURRENCY) };
});
const COLUMNS = 1000;
/** The largest error of a number with two and with three significant digits, in proportion to the number. */
const TWO_DIGITS = 0.05;
const THREE_DIGITS = 0.005;
/** The part of its column's largest number below which a number is a rounding error. */
const NOISE = 1e-14;
/** The largest error of an amount without further digits, in proportion to the largest one of its column. */
const FIVE_DIGITS = 5e-5;
const HALF_CENT = 0.005;
/** The error of a calculation with floating-point numbers, in proportion to the number. */
const ROUNDING = 1e-12;

/** The kinds of columns. Each creates a value from a random size. */
const KINDS: Record<string, (random: Random, size: number) => number | null> = {
  any: (random, size) => (random.next() - 0.5) * size,
  constant: (_, size) => size / 3,
  'with NULL': (random, size) => (random.next() < 0.3 ? null : random.next() * size),
  negative: (random, size) => -random.next() * size,
  integers: (random, size) => Math.round((random.next() - 0.5) * size),
  money: (random, size) => Math.round(random.next() * size * 100) / 100,
  narrow: (random, size) => size * (1 + random.next() / 1000),
  'of all sizes': (random) => (random.next() - 0.5) * 10 ** random.integer(-9, 18),
  zeros: () => 0,
};
const FORMATS: readonly NumberFormat[] = ['decimal', 'currency', 'percent', 'integer'];

interface RandomColumn {
  style: ValueStyle;
  values: (number | null)[];
}

function createColumn(kind: string, seed: number): RandomColumn {
  const random = new Random(seed);
  const size = 10 ** random.integer(-9, 18);
  const format = kind === 'money' ? 'currency' : random.pick(FORMATS);
  const digits = random.next() < 0.1 ? { digits: random.integer(0, 4) } : {};
  const notation = random.next() < 0.1 ? ({ notation: 'plain' } as const) : {};
  const values = Array.from({ length: random.integer(1, 30) }, () => KINDS[kind]!(random, size));
  return { style: { format, numbers: { ...digits, ...notation } }, values };
}

/** Checks a rule for random columns, and for one of each kind, in each locale. */
function checkColumns(check: (column: RandomColumn, locale: (typeof LOCALES)[number]) => void) {
  const property = fc.property(
    fc.constantFrom(...Object.keys(KINDS)),
    fc.integer(),
    (kind, seed) => {
      const column = createColumn(kind, seed);
      for (const locale of LOCALES) check(column, locale);
    },
  );
  const examples = Object.keys(KINDS).map((kind): [string, number] => [kind, 1]);
  fc.assert(property, { ...(inputs(COLUMNS) as fc.Parameters<[string, number]>), examples });
}

/** Returns the largest error that an author's number of decimal places allows; `null` without one. */
function toChosenError({ format, numbers }: ValueStyle): number | null {
  const digits = numbers?.digits ?? (format === 'integer' ? 0 : null);
  return digits === null ? null : 0.5 * 10 ** -(format === 'percent' ? digits + 2 : digits);
}

/** Returns the largest error of a number in a column with this largest one. */
function toError(value: number, style: ValueStyle, largest: number): number {
  const cent = style.format === 'currency' ? Math.min(largest * FIVE_DIGITS, HALF_CENT) : 0;
  const own = toChosenError(style) ?? Math.max(Math.abs(value) * TWO_DIGITS, cent);
  return Math.max(own, largest * NOISE);
}

describe('the numbers of random columns', () => {
  it('equal the values with at least two significant digits', () => {
    checkColumns(({ style, values }, { tag, formatter, parse }) => {
      const shown = formatter.fit(style, values);
      const largest = Math.max(...values.map((value) => Math.abs(value ?? 0)));
      for (const value of values) {
        const text = formatter.format(value, shown);
        const about = `${tag} ${JSON.stringify(shown)}: ${value} is ${text}`;
        if (value === null) {
          expect(text, about).toBe(NO_VALUE);
          continue;
        }
        const error = toError(value, style, largest);
        const difference = Math.abs(parse(text) - value);
        expect(difference, about).toBeLessThanOrEqual(error + Math.abs(value) * ROUNDING);
        expect(parse(text), about).not.toBe(-0);
        const read = Math.abs(toShown(value, shown, formatter)! - parse(text));
        expect(read, about).toBeLessThanOrEqual(Math.abs(value) * ROUNDING);
      }
    });
  });

  it('have three significant digits in compact notation', () => {
    checkColumns(({ style, values }, { tag, formatter, parse }) => {
      for (const value of values.filter((each) => each !== null)) {
        const text = formatter.formatShort(value, style);
        const isLarge = Math.abs(value) * (style.format === 'percent' ? 100 : 1) >= 10_000;
        const error = Math.abs(value) * (isLarge ? THREE_DIGITS : TWO_DIGITS);
        const chosen = isLarge && style.numbers?.notation !== 'plain' ? null : toChosenError(style);
        const difference = Math.abs(parse(text) - value);
        const about = `${tag} ${JSON.stringify(style)}: ${value} is ${text}`;
        expect(difference, about).toBeLessThanOrEqual(
          (chosen ?? error) + Math.abs(value) * ROUNDING,
        );
      }
    });
  });
});

describe('the axes of random columns', () => {
  it('include all values, and have ticks with different texts, which equal the ticks', () => {
    checkColumns(({ style, values }, { tag, formatter, parse }) => {
      const numbers = values.filter((value) => value !== null);
      for (const hasZero of [true, false]) {
        const leastStep = findLeastStep(style);
        const scale = toValueScale(numbers, { count: 4, hasZero, leastStep });
        const ticks = toTicks(scale);
        const texts = ticks.map((tick) => formatter.formatTick(tick, style, scale));
        const about = `${tag} ${JSON.stringify({ style, scale })}: ${texts.join(' | ')}`;
        expect(new Set(texts).size, about).toBe(texts.length);
        expect(ticks.length, about).toBeGreaterThanOrEqual(2);
        expect(ticks.length, about).toBeLessThanOrEqual(8);
        for (const [index, tick] of ticks.entries()) {
          const difference = Math.abs(parse(texts[index]!) - tick);
          expect(difference, about).toBeLessThanOrEqual(Math.abs(tick) * ROUNDING);
          expect(parse(texts[index]!), about).not.toBe(-0);
        }
        expect(Math.min(...numbers, Infinity), about).toBeGreaterThanOrEqual(
          scale.min - scale.step * ROUNDING * 1e7,
        );
        expect(Math.max(...numbers, -Infinity), about).toBeLessThanOrEqual(
          scale.max + scale.step * ROUNDING * 1e7,
        );
      }
    });
  });
});
