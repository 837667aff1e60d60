import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { displayUrl } from '../../src/protocol/display-url.ts';
import { isGuid, lifetimeSeconds, parseToken } from '../../src/protocol/token.ts';

it('accepts a token of 8 to 4096 safe characters, and trims it', () => {
  for (const token of ["aZ09-._~!$&'()*+,;=", 'abcdefgh', 'a'.repeat(4096)]) {
    expect(parseToken(` \n${token}\t`)).to.equal(token);
  }
});

it('refuses anything else', () => {
  const bad = [
    '',
    'short',
    'a'.repeat(4097),
    'abcd/efgh',
    'abcd%2Fef',
    'abcd efgh',
    'abcd\r\nefgh',
  ];
  const odd = [
    'abcdefgh?',
    'abcdefgh#',
    'abcdéfgh',
    '😀😀😀😀',
    '\ud800abcdefg',
    12345678,
    null,
    {},
  ];
  for (const value of [...bad, ...odd]) expect(parseToken(value)).to.be.null;
});

/** Any code unit, so that surrogates also occur alone. fast-check needs seconds to prepare its own unit `binary`. */
const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
/** Every second unit is ASCII: without it, hardly a text would be a token or an address. */
const ascii = fc.nat({ max: 0x7f }).map((code) => String.fromCharCode(code));
const text = fc.string({ unit: fc.oneof(unit, ascii), maxLength: 60 });

it('lets no text move a display address away from its place', () => {
  fc.assert(
    fc.property(text, (value) => {
      const token = parseToken(value);
      if (token === null) return;
      const url = new URL(displayUrl('https://bi.example.com/x', token));
      expect(url.href).to.equal(`https://bi.example.com/x/Tdb/${token}`);
    }),
    { numRuns: 5000 },
  );
});

it('recognizes a GUID', () => {
  expect(isGuid('6F1C5A0E-1111-4222-8333-444455556666')).to.be.true;
  for (const value of ['', '6f1c5a0e', '6f1c5a0e-1111-4222-8333-44445555666g', '../x']) {
    expect(isGuid(value)).to.be.false;
  }
});

it('never lengthens a life', () => {
  expect(lifetimeSeconds(60)).to.equal(60);
  for (const value of [7200, 1e12, 0, -5, NaN, '60', null, undefined]) {
    expect(lifetimeSeconds(value)).to.equal(7200);
  }
});
