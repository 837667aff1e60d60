import { expect } from '@open-wc/testing';
import { toDisplayQuery, type GivenDisplayOptions } from '../../src/protocol/display-parameters.ts';
import { displayUrl, parseBaseUrl } from '../../src/protocol/display-url.ts';

it('accepts http and https addresses, keeps their path, and removes trailing slashes', () => {
  const addresses: [string, string][] = [
    ['https://bi.example.com', 'https://bi.example.com'],
    ['https://bi.example.com/', 'https://bi.example.com'],
    ['HTTPS://BI.example.com/a/b//', 'https://bi.example.com/a/b'],
    ['http://localhost:4600', 'http://localhost:4600'],
    ['http://[::1]:4600/', 'http://[::1]:4600'],
  ];
  for (const [value, expected] of addresses) expect(parseBaseUrl(value)).to.equal(expected);
});

it('refuses every other address', () => {
  const bad = [
    '',
    'bi.example.com',
    '//bi.example.com',
    '/relative',
    'ftp://bi.example.com',
    'javascript:alert(1)',
    'https://user:secret@bi.example.com',
    'https://bi.example.com?x=1',
    'https://bi.example.com#x',
    'https://',
    'https://exa mple.com',
  ];
  for (const value of bad) expect(parseBaseUrl(value), value).to.be.null;
});

it('appends the set options to the token, and does not encode the dollar sign', () => {
  const toQuery = (options: GivenDisplayOptions): string =>
    toDisplayQuery(
      (property) => options[property],
      (value) => value ?? null,
    );
  const base = 'https://bi.example.com/x';
  expect(displayUrl(base, 'abcdefgh')).to.equal(`${base}/Tdb/abcdefgh`);
  expect(displayUrl(base, 'abcdefgh', toQuery({ theme: 'light', color: null }))).to.equal(
    `${base}/Tdb/abcdefgh`,
  );
  const query = toQuery({ backgroundColor: '$fff', color: 'red', theme: 'dark' });
  expect(displayUrl(base, 'abcdefgh', query)).to.equal(
    `${base}/Tdb/abcdefgh?theme=dark&color=red&background-color=$fff`,
  );
});
