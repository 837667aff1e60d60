import * as fc from 'fast-check';
import type { Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import {
  type FilterQuery,
  parseFilterQuery,
  RefusedChoice,
} from '../../../service/src/dashboard/filter-query.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { scaled } from '../../support/tier.mjs';

const filters: Filter[] = [
  { kind: 'choice', parameter: 'Region', label: 'Region', list: [{ value: 'North' }] },
  { kind: 'choice', parameter: 'Products', label: 'Products', multiple: true, list: [] },
  { kind: 'date', parameter: 'Start', label: 'From' },
  { kind: 'number', parameter: 'Least', label: 'Least' },
  { kind: 'text', parameter: 'Name', label: 'Name' },
  { kind: 'text', parameter: 'Locked', label: 'Locked' },
];
const locked = { locked: 'token', other: 'token' };

const parse = (query: string): FilterQuery =>
  parseFilterQuery(new URLSearchParams(query), filters, locked);
const chosenBy = (query: string): Record<string, readonly string[]> =>
  Object.fromEntries(parse(query).chosen);
const refusalOf = (query: string): string => {
  try {
    return JSON.stringify(chosenBy(query));
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedChoice);
    return (error as Error).message;
  }
};

describe('the query of a page', () => {
  it.each([
    ['', {}],
    ['theme=dark&color=red&csv=x&filter=1&filters.Region=x', {}],
    ['filter.Region=North', { region: ['North'] }],
    ['FILTER.rEGION=North&filter.name=a+b', { region: ['North'], name: ['a b'] }],
    ['filter.Region=', { region: [] }],
    ['filter-empty.Region=1', { region: [''] }],
    ['filter.Products=', { products: [] }],
    ['filter.Products=&filter.Products=a&filter.products=b', { products: ['a', 'b'] }],
    ['filter.Start=2024-02-29&filter.Least=-1.5e3', { start: ['2024-02-29'], least: ['-1.5e3'] }],
    ['filter.Least=.5', { least: ['.5'] }],
    [`filter.Name=${'x'.repeat(256)}`, { name: ['x'.repeat(256)] }],
  ])('sets the filters: %s', (query, chosen) => {
    expect(chosenBy(query)).toEqual(chosen);
  });

  it.each([
    ['filter.Other=1', 'There is no such filter.'],
    ['filter.=1', 'There is no such filter.'],
    ['filter.__proto__=1', 'There is no such filter.'],
    ['filter.Locked=x', 'The token sets this parameter.'],
    ['filter.LOCKED=token', 'The token sets this parameter.'],
    ['filter.Region=North&filter.region=North', 'The filter is repeated.'],
    ['filter.Region=North&filter.region=', 'The filter is repeated.'],
    ['filter-empty.Region=1&filter.Region=South', 'The filter is repeated.'],
    ['filter.Products=a&filter.Products=a', 'A value is repeated.'],
    ['filter-empty.Products=1&filter-empty.Products=1', 'A value is repeated.'],
    ['filter-empty.Other=1', 'There is no such filter.'],
    ['filter-empty.Region=2', 'A value does not fit the filter.'],
    ['filter-empty.Name=1', 'A value does not fit the filter.'],
    ...[
      ...['Region=a;b', 'Region=a=b', 'Region=a%253Db', 'Name=a%0Ab', 'Name=%C2%85'],
      ...['Start=2023-02-29', 'Start=0000-01-01', 'Start=2024-1-1', 'Start=2024-02-29T00:00'],
      ...['Least=1e999', 'Least=0x10', 'Least=1,5', 'Least=+1', `Name=${'x'.repeat(257)}`],
    ].map((field) => [`filter.${field}`, 'A value does not fit the filter.']),
    [
      Array.from({ length: 20 }, (_, n) => `filter.Products=${n}${'x'.repeat(250)}`).join('&'),
      'The choices are too long.',
    ],
  ])('is refused without its text: %s', (query, message) => {
    expect(refusalOf(query)).toBe(message);
  });

  it('refuses a lone surrogate', () => {
    const query = [['filter.Name', '\ud800']] as const;
    expect(() => parseFilterQuery(query, filters, locked)).toThrow(RefusedChoice);
  });

  it('says which values the form was made with', () => {
    expect([...parse('was.Region=South&filter.Region=North').earlier]).toEqual([
      ['region', ['South']],
    ]);
  });

  it('may repeat a name as often as a call of the back office has room for', () => {
    const repeated = Array.from({ length: 400_000 }, () => ['was.Region', ''] as const);
    expect(parseFilterQuery(repeated, filters, locked).earlier.get('region')?.length).toBe(400_000);
    const given = repeated.map(([, value]) => ['filter.Region', value] as const);
    expect(() => parseFilterQuery(given, filters, locked)).toThrow(RefusedChoice);
  });
});

describe('any query', () => {
  const name = fc.oneof(
    fc.constantFrom(...filters.map(({ parameter }) => `filter.${parameter}`)),
    fc.constantFrom('Filter.REGION', 'filter.', 'filter.Other', 'filter.__proto__', 'theme'),
    hostileText.map((text) => `filter.${text}`),
    hostileText,
  );
  const value = fc.oneof(
    fc.constantFrom('', 'North', '2024-02-29', '1.5', '\ud800', '%3B', '%3d', 'a\u0000', 'x;y'),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.nat(300).map((length) => 'x'.repeat(length)),
    hostileText,
  );
  const query = fc.array(fc.tuple(name, value), { maxLength: 8 });

  it('sets open filters only, to values of the right form', () => {
    const open = new Set(['region', 'products', 'start', 'least', 'name']);
    let accepted = 0;
    const check = (fields: [string, string][]): void => {
      try {
        const { chosen } = parseFilterQuery(fields, filters, locked);
        accepted += chosen.size > 0 ? 1 : 0;
        for (const [key, values] of chosen) {
          expect(open.has(key)).toBe(true);
          if (key !== 'products') expect(values.length).toBeLessThan(2);
          for (const each of values) {
            expect(each.isWellFormed()).toBe(true);
            expect(each).toMatch(/^[^;=\p{Cc}]{1,256}$/u);
            expect(each).not.toMatch(/%3[bd]/i);
          }
        }
      } catch (error) {
        expect(error).toBeInstanceOf(RefusedChoice);
        expect((error as Error).message).toMatch(/^(The|There|A) [a-z ]+\.$/);
      }
    };
    fc.assert(fc.property(query, check), inputs(200_000));
    expect(accepted).toBeGreaterThan(scaled(2000));
  });
});
