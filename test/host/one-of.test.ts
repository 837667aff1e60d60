import { expect, test } from 'vitest';
import { oneOf } from '../../src/host/answer/one-of.ts';

const forbidden = expect.objectContaining({
  code: 'forbidden',
  status: 403,
  message: 'This user may not see this selection.',
});

test('returns the entry itself, which may be a number or a boolean', () => {
  expect(oneOf('North', ['North', 'South'])).toBe('North');
  expect(oneOf('2026', [2025, 2026])).toBe(2026);
  expect(oneOf('false', [true, false])).toBe(false);
});

test('returns the fallback for a missing value only', () => {
  expect(oneOf(undefined, ['North'], 'North')).toBe('North');
  expect(() => oneOf('', ['North'], 'North')).toThrow(forbidden);
});

test.for(['', 'north', 'North ', 'West', 'undefined', '__proto__', '0'])(
  'refuses %j with the same message as any other value',
  (value) => {
    expect(() => oneOf(value, ['North', 'South'], 'North')).toThrow(forbidden);
  },
);

test('refuses a missing value without a fallback, and a list without entries', () => {
  expect(() => oneOf(undefined, ['North'])).toThrow(forbidden);
  expect(() => oneOf('North', [])).toThrow(forbidden);
});
