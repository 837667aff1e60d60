import { describe, expect, it } from 'vitest';
import {
  allowsAddress,
  allowsOthers,
  allowsOwnScripts,
  allowsScript,
  type Directive,
  parsePolicies,
} from '../../command/src/doctor/content-security-policy.ts';
import { toRows } from '../support/to-rows.ts';

const PAGE = new URL('https://app.example/reports');
const SERVICE = new URL('https://bi.example/bi/Tdb/token');

/** Policies with the answer of `https://bi.example/bi/Tdb/token`, or of the address, and the page, after ` in `. */
const ADDRESSES = `
  → allowed
  script-src 'none' · frame-src * · frame-src https: · frame-src HTTPS: · frame-src http: · frame-src bi.example ·
  frame-src BI.Example · frame-src https://bi.example · frame-src HTTPS://bi.example · frame-src http://bi.example ·
  frame-src https://bi.example:443 · frame-src bi.example:* · frame-src https://* · frame-src *.example ·
  frame-src https://bi.example/bi/ · frame-src https://bi.example/bi/Tdb/token ·
  frame-src   https://other.example   bi.example · ;  frame-src\tbi.example ; script-src 'none' ·
  FRAME-SRC bi.example · child-src bi.example; default-src none.example · default-src bi.example ·
  frame-src bi.example; child-src none.example; default-src none.example ·
  frame-src bi.example; frame-src none.example · frame-src bi.example,, default-src https: → allowed
  frame-src 'self' of https://app.example/Tdb/token · frame-src 'SELF' of https://app.example/Tdb/token ·
  frame-src 'self' of https://app.example:8443/a in https://app.example:8443/b ·
  frame-src app.example of http://app.example/a in http://app.example/b ·
  frame-src app.example of https://app.example/a in http://app.example/b ·
  frame-src http://app.example:80 of http://app.example/a ·
  frame-src http://app.example:8080 of http://app.example:8080/a ·
  frame-src *:8080 of http://app.example:8080/a in http://app.example/ ·
  frame-src http://[::1]:8080 of http://[::1]:8080/a ·
  frame-src http://127.0.0.1:3000 of http://127.0.0.1:3000/a → allowed
  frame-src · frame-src 'none' · frame-src 'self' · default-src 'none' · child-src 'none'; default-src * ·
  frame-src 'none'; frame-src * · frame-src *, frame-src 'none' · frame-src ws: · frame-src example ·
  frame-src *.bi.example · frame-src i.example · frame-src bi.example.other · frame-src bi.example:8443 ·
  frame-src https://bi.example/other/ · frame-src https://bi.example/bi · frame-src a: · frame-src //bi.example ·
  frame-src https://bi.example/bi/Tdb/other → blocked
  frame-src https: of http://bi.example/Tdb/token · frame-src https://bi.example of http://bi.example/Tdb/token ·
  frame-src bi.example of http://bi.example/Tdb/token · frame-src *.example of https://example/Tdb/token ·
  frame-src bi.example of https://bi.example:8443/Tdb/token ·
  frame-src https://bi.example:443 of https://bi.example:8443/Tdb/token ·
  frame-src https://bi.example:443 of http://bi.example/Tdb/token ·
  frame-src bi.example bi.example:x of https://other.example/ · frame-src 'self' of https://other.example/a ·
  frame-src 'self' of http://app.example/a · frame-src 'self' of https://app.example:8443/a ·
  frame-src 'app.example' of https://app.example/a → blocked
`;

describe('an address', () => {
  it.each(toRows(ADDRESSES))('is judged by “%s”: %s', (row, answer) => {
    const [text = '', page] = row.split(' in ');
    const [policy = '', address] = text.split(' of ');
    const [target, place] = [new URL(address ?? SERVICE), new URL(page ?? PAGE)];
    const isAllowed = allowsAddress(parsePolicies(policy), 'frame-src', target, place);
    expect(isAllowed).toBe(answer === 'allowed');
  });

  it('is judged by each policy of several headers', () => {
    const policies = parsePolicies(['frame-src *', "frame-src 'none'"]);
    expect(allowsAddress(policies, 'frame-src', SERVICE, PAGE)).toBe(false);
    expect(parsePolicies(undefined)).toEqual([]);
  });

  it.each<[directive: Directive, policy: string, isAllowed: boolean]>([
    ['connect-src', "connect-src *; default-src 'none'", true],
    ['connect-src', "default-src 'none'", false],
    ['connect-src', "frame-src 'none'", true],
    ['frame-ancestors', "frame-ancestors 'none'", false],
    ['frame-ancestors', "default-src 'none'", true],
  ])('of %s is judged by “%s”: %s', (directive, policy, isAllowed) => {
    expect(allowsAddress(parsePolicies(policy), directive, SERVICE, PAGE)).toBe(isAllowed);
  });
});

/** Policies with the answer of a script that has the nonce `abc` and two hashes. */
const SCRIPTS = `
  frame-src 'none' · script-src cdn.example · script-src-elem cdn.example; script-src 'none' ·
  script-src 'nonce-abc' · script-src 'nonce-abc' 'strict-dynamic' · script-src 'sha256-AAAA' 'sha384-BBBB' → allowed
  script-src 'none' · script-src-elem 'none'; script-src cdn.example · default-src 'self' ·
  script-src 'nonce-other' · script-src cdn.example 'strict-dynamic' · script-src 'sha256-AAAA' ·
  script-src 'nonce-abc', script-src 'none' → blocked
`;

describe('a script', () => {
  const script = new URL('https://cdn.example/embedded-dashboard.min.js');
  const judge = (policy: string, marks: object): boolean =>
    allowsScript(parsePolicies(policy), script, PAGE, marks);

  it.each(toRows(SCRIPTS))('is judged by “%s”: %s', (policy, answer) => {
    const marks = { nonce: 'abc', integrity: ' sha256-AAAA  sha384-BBBB ' };
    expect(judge(policy, marks)).toBe(answer === 'allowed');
  });

  it('without nonce and hash needs its address', () => {
    expect(judge("script-src 'nonce-undefined'", {})).toBe(false);
    expect(judge("script-src 'nonce-'", { nonce: '', integrity: '' })).toBe(false);
  });
});

const OTHERS = `
  script-src 'none' · frame-src 'self' bi.example → allowed
  frame-src 'none' · frame-src 'self' 'NONE' · frame-src *, frame-src 'self' → blocked
`;

it.each(toRows(OTHERS))('other origins are judged by “%s”: %s', (policy, answer) => {
  expect(allowsOthers(parsePolicies(policy), 'frame-src')).toBe(answer === 'allowed');
});

const OWN_SCRIPTS = `
  default-src 'none' · sandbox allow-scripts allow-same-origin → allowed
  sandbox · sandbox allow-scripts · sandbox allow-same-origin · default-src 'self', sandbox → blocked
`;

it.each(toRows(OWN_SCRIPTS))('own scripts are judged by “%s”: %s', (policy, answer) => {
  expect(allowsOwnScripts(parsePolicies(policy))).toBe(answer === 'allowed');
});
