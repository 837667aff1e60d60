import { expect } from '@open-wc/testing';
import { toFilterQuery } from '../../src/protocol/dashboard-filters.ts';
import type { ParameterFault } from '../../src/protocol/dashboard-parameters.ts';
import { toFaultSentence } from '../../src/protocol/parameter-rules.ts';

const SEVENTEEN = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`p${index}`, 'x']));
const FIFTY = Array.from({ length: 50 }, (_, index) => index);

it('writes a field for each value, and the empty text as the service has it', () => {
  for (const [given, query] of [
    [{}, ''],
    [{ Region: 'North' }, 'filter.Region=North'],
    [{ Region: ['North', 'South'] }, 'filter.Region=North&filter.Region=South'],
    [{ Region: [] }, ''],
    [{ Region: null, City: undefined, Kind: [null] }, ''],
    [{ Region: '' }, 'filter-empty.Region=1'],
    [{ Region: ['', 'North'] }, 'filter-empty.Region=1&filter.Region=North'],
    [{ Year: 2026, Open: false }, 'filter.Open=false&filter.Year=2026'],
    [{ Region: 'a&b #%/?+ é' }, 'filter.Region=a%26b%20%23%25%2F%3F%2B%20%C3%A9'],
    [{ Price: '$12345678' }, 'filter.Price=%2412345678'],
    [
      { Year: FIFTY },
      FIFTY.map((each) => `filter.Year=${each}`)
        .toSorted()
        .join('&'),
    ],
  ] as const) {
    expect(toFilterQuery(given)).to.equal(query);
  }
});

it('is equal for equal choices, in any order', () => {
  const query = toFilterQuery({ Region: ['North', 'South'], Year: 2026 });
  expect(toFilterQuery({ Year: '2026', Region: ['South', 'North'] })).to.equal(query);
});

for (const [fault, given] of [
  ['filters must be an object', null],
  ['filters must be an object', ['North']],
  ['filters must be an object', new Map([['Region', 'North']])],
  ['filters may have 16 names', SEVENTEEN],
  ['filters["1st"] must have a name', { '1st': 'secret' }],
  ['filters["__proto__"] must have a name', JSON.parse('{"__proto__":"x"}')],
  ['filters["a&b"] must have a name', { 'a&b': 'x' }],
  ['filters.REGION must differ', { region: 'x', REGION: 'x' }],
  ['filters.REGION must differ', { region: null, REGION: 'x' }],
  ['filters.Region must be a string', { Region: { from: 1 } }],
  ['filters.Region must be a string', { Region: [['North']] }],
  ['filters.Region must be a string', { Region: ['North', {}] }],
  ['filters.Region must have 256', { Region: ['x', 'x'.repeat(257)] }],
  ['filters.Region must be without ;', { Region: 'secret;x' }],
  ['filters.Region must be without ;', { Region: ['North', 'secret%3Bx'] }],
  ['lone surrogates', { Region: ['North', 'secret\ud800'] }],
  ['filters.Year may have 50 values', { Year: [...FIFTY, 50] }],
  ['filters may have 2048 characters', { a: Array.from(FIFTY, (n) => `${n}${'x'.repeat(40)}`) }],
  ['filters may have 2048 characters', { a: 'é'.repeat(256), b: 'é'.repeat(256) }],
] as const) {
  it(`refuses ${JSON.stringify(given)?.slice(0, 40)}, and says: ${fault}`, () => {
    try {
      toFilterQuery(given);
    } catch (error) {
      const sentence = toFaultSentence('filters', error as ParameterFault);
      expect(sentence).to.contain(fault).and.not.contain('secret');
      return;
    }
    expect.fail('It was accepted.');
  });
}
