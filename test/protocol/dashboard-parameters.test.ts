import { expect } from '@open-wc/testing';
import { type ParameterFault, parseParameters } from '../../src/protocol/dashboard-parameters.ts';
import { toFaultSentence } from '../../src/protocol/parameter-rules.ts';

it('keeps strings, converts numbers and booleans to strings, and omits unset values', () => {
  const given = { Region: 'North', year: 2026, open: false, none: null, missing: undefined };
  const parsed = parseParameters(given);
  expect({ ...parsed }).to.deep.equal({ Region: 'North', year: '2026', open: 'false' });
  expect(Object.getPrototypeOf(parsed)).to.equal(null);
});

it('accepts 16 names of 64 characters, and values of 256', () => {
  const names = Array.from({ length: 15 }, (_, index) => `p${index}`);
  const given = {
    ['x'.repeat(64)]: 'y'.repeat(256),
    ...Object.fromEntries(names.map((name) => [name, ''])),
  };
  expect(Object.keys(parseParameters(given))).to.have.length(16);
});

for (const [fault, given] of [
  ['an object', null],
  ['an object', 'North'],
  ['an object', ['North']],
  ['an object', new Map([['Region', 'North']])],
  ['16 names', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`p${index}`, 'x']))],
  ['parameters[""] must have a name', { '': 'x' }],
  ['["1st"] must have a name', { '1st': 'secret' }],
  ['["1st"] must be a string', { '1st': {} }],
  ['["__proto"] must have a name', { __proto: 'x' }],
  ['["a\\nb"] must have a name', { 'a\nb': 'x' }],
  ['["Région"] must have a name', { Région: 'x' }],
  [`["${'x'.repeat(64)}"] must have a name`, { ['x'.repeat(65)]: 'x' }],
  ['.REGION must differ from the other names in more than case', { region: 'x', REGION: 'x' }],
  ['.Region must be a string', { Region: {} }],
  ['.Region must be a string', { Region: Number.NaN }],
  ['.Region must be a string', { Region: Infinity }],
  ['.Region must have 256', { Region: 'x'.repeat(257) }],
  ['.Region must be without ;', { Region: 'secret;x' }],
  ['.Region must be without ;', { Region: 'secret=x' }],
  ['.Region must be without ;', { Region: 'secret＝x' }],
  ['.Region must be without ;', { Region: 'secret%3Bx' }],
  ['and without control characters', { Region: 'secret\n' }],
  ['and without control characters', { Region: 'secret\u0085' }],
  ['lone surrogates', { Region: 'secret\ud800' }],
  [
    '4096 bytes',
    Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`p${index}`, 'é'.repeat(256)])),
  ],
] as const) {
  it(`refuses ${JSON.stringify(given)?.slice(0, 40)}, and says: ${fault}`, () => {
    try {
      parseParameters(given);
    } catch (error) {
      const sentence = toFaultSentence('parameters', error as ParameterFault);
      expect(sentence).to.contain(fault).and.not.contain('secret');
      return;
    }
    expect.fail('It was accepted.');
  });
}
