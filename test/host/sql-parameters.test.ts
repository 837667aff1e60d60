import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSqlParameters, type SqlParameters } from '../../src/host/call/sql-parameters.ts';
import { inputs } from '../support/inputs.ts';

const refusal = expect.objectContaining({
  code: 'config',
  message: expect.stringMatching(/^sqlParameters(\.\w+|: an entry)? must/),
});

test('joins names and values in their order', () => {
  const parameters = { Region: 'Île de France', year: 2026, active: true, ratio: -0.5, empty: '' };
  expect(formatSqlParameters(parameters)).toBe(
    'Region=Île de France;year=2026;active=true;ratio=-0.5;empty=',
  );
});

test('accepts a name of 64 and a value of 256 characters', () => {
  const [name, value] = ['x'.repeat(64), 'y'.repeat(256)];
  expect(formatSqlParameters({ [name]: value })).toBe(`${name}=${value}`);
});

test('the result parses back to the same parameters, or they are refused', () => {
  const anyName = fc.oneof(fc.stringMatching(/^[a-z]\w{0,4}$/), fc.string({ maxLength: 5 }));
  // fast-check needs most of a second to prepare its own unit `binary`.
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  const anyValue = fc.oneof(fc.string({ unit }), fc.double(), fc.boolean());
  fc.assert(
    fc.property(fc.dictionary(anyName, anyValue, { maxKeys: 3 }), (parameters) => {
      let formatted: string;
      try {
        formatted = formatSqlParameters(parameters);
      } catch (error) {
        expect(error).toEqual(refusal);
        return;
      }
      const pairs = formatted ? formatted.split(';').map((pair) => pair.split('=')) : [];
      expect(pairs).toEqual(
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      );
    }),
    inputs(2000),
  );
});

describe('refuses', () => {
  test.for([
    ...'a;b=c a=b ； ＝ \u037e \ufe54 \ufe66 =\u0338 %3B %3d \0 a\nb \u2028'.split(' '),
    ...['\u202e', '\u2066', '\ud800', 'x'.repeat(257)],
    ...[Number.NaN, Number.POSITIVE_INFINITY, null, undefined, ['a'], {}],
  ])('the value %j', (value) => {
    expect(() => formatSqlParameters({ name: value } as SqlParameters)).toThrow(refusal);
  });

  test.for(['', 'a b', ...'1a a-b a=b é __proto__ __x'.split(' '), 'x'.repeat(65)])(
    'the name %j',
    (name) => {
      const parameters = JSON.parse(`{${JSON.stringify(name)}:"x"}`) as SqlParameters;
      expect(() => formatSqlParameters(parameters)).toThrow(refusal);
    },
  );

  test.for<unknown>([
    { region: 'a', Region: 'b' },
    ...[new Map([['region', 'a']]), ['region=a'], 'region=a', 7, new Date(0)],
  ])('names that differ only in case, and a value that is not a plain object: %o', (value) => {
    expect(() => formatSqlParameters(value as SqlParameters)).toThrow(refusal);
  });
});
