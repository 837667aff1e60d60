import { describe, expect, it } from 'vitest';
import {
  allowsAddress,
  allowsOthers,
  allowsOwnScripts,
  allowsScript,
  type Directive,
  parsePolicies,
} from '../../src/doctor/content-security-policy.ts';

const PAGE = 'https://app.example/reports';
const SERVICE = 'https://bi.example/bi/Tdb/token';

const allows = (policy: string, address = SERVICE, page = PAGE): boolean =>
  allowsAddress(parsePolicies(policy), 'frame-src', new URL(address), new URL(page));

describe('an address is allowed', () => {
  it.each<[policy: string, address?: string, page?: string]>([
    [''],
    ["script-src 'none'"],
    ['frame-src *'],
    ['frame-src https:'],
    ['frame-src HTTPS:'],
    ['frame-src http:'],
    ['frame-src bi.example'],
    ['frame-src BI.Example'],
    ['frame-src https://bi.example'],
    ['frame-src HTTPS://bi.example'],
    ['frame-src http://bi.example'],
    ['frame-src https://bi.example:443'],
    ['frame-src bi.example:*'],
    ['frame-src https://*'],
    ['frame-src *.example'],
    ['frame-src https://bi.example/bi/'],
    ['frame-src https://bi.example/bi/Tdb/token'],
    ['frame-src   https://other.example   bi.example  '],
    [`  frame-src\tbi.example ; script-src 'none'`],
    ['FRAME-SRC bi.example'],
    ['child-src bi.example; default-src none.example'],
    ['default-src bi.example'],
    ['frame-src bi.example; child-src none.example; default-src none.example'],
    ['frame-src bi.example; frame-src none.example'],
    ['frame-src bi.example,, default-src https:'],
    ["frame-src 'self'", 'https://app.example/Tdb/token'],
    ["frame-src 'SELF'", 'https://app.example/Tdb/token'],
    ["frame-src 'self'", 'https://app.example:8443/a', 'https://app.example:8443/b'],
    ['frame-src app.example', 'http://app.example/a', 'http://app.example/b'],
    ['frame-src app.example', 'https://app.example/a', 'http://app.example/b'],
    ['frame-src http://app.example:80', 'http://app.example/a'],
    ['frame-src http://app.example:8080', 'http://app.example:8080/a'],
    ['frame-src *:8080', 'http://app.example:8080/a', 'http://app.example/'],
    ['frame-src http://[::1]:8080', 'http://[::1]:8080/a'],
    ['frame-src http://127.0.0.1:3000', 'http://127.0.0.1:3000/a'],
  ])('by “%s”', (policy, address, page) => {
    expect(allows(policy, address, page)).toBe(true);
  });
});

describe('an address is blocked', () => {
  it.each<[policy: string, address?: string, page?: string]>([
    ['frame-src'],
    ["frame-src 'none'"],
    ["frame-src 'self'"],
    ["default-src 'none'"],
    ["child-src 'none'; default-src *"],
    ["frame-src 'none'; frame-src *"],
    ["frame-src *, frame-src 'none'"],
    ['frame-src ws:'],
    ['frame-src https:', 'http://bi.example/Tdb/token'],
    ['frame-src https://bi.example', 'http://bi.example/Tdb/token'],
    ['frame-src bi.example', 'http://bi.example/Tdb/token'],
    ['frame-src example'],
    ['frame-src *.bi.example'],
    ['frame-src *.example', 'https://example/Tdb/token'],
    ['frame-src i.example'],
    ['frame-src bi.example.other'],
    ['frame-src bi.example:8443'],
    ['frame-src bi.example', 'https://bi.example:8443/Tdb/token'],
    ['frame-src https://bi.example:443', 'https://bi.example:8443/Tdb/token'],
    ['frame-src https://bi.example:443', 'http://bi.example/Tdb/token'],
    ['frame-src https://bi.example/other/'],
    ['frame-src https://bi.example/bi'],
    ['frame-src https://bi.example/bi/Tdb/other'],
    ['frame-src bi.example bi.example:x', 'https://other.example/'],
    ["frame-src 'self'", 'https://other.example/a'],
    ["frame-src 'self'", 'http://app.example/a'],
    ["frame-src 'self'", 'https://app.example:8443/a'],
    ["frame-src 'app.example'", 'https://app.example/a'],
    ['frame-src a:'],
    ['frame-src //bi.example'],
  ])('by “%s”', (policy, address, page) => {
    expect(allows(policy, address, page)).toBe(false);
  });

  it('by one policy of several headers', () => {
    const policies = parsePolicies(['frame-src *', "frame-src 'none'"]);
    expect(allowsAddress(policies, 'frame-src', new URL(SERVICE), new URL(PAGE))).toBe(false);
    expect(parsePolicies(undefined)).toEqual([]);
  });
});

it.each<[directive: Directive, policy: string, isAllowed: boolean]>([
  ['connect-src', "connect-src *; default-src 'none'", true],
  ['connect-src', "default-src 'none'", false],
  ['connect-src', "frame-src 'none'", true],
  ['frame-ancestors', "frame-ancestors 'none'", false],
  ['frame-ancestors', "default-src 'none'", true],
])('%s is decided by “%s”', (directive, policy, isAllowed) => {
  const policies = parsePolicies(policy);
  expect(allowsAddress(policies, directive, new URL(SERVICE), new URL(PAGE))).toBe(isAllowed);
});

describe('a script', () => {
  const script = new URL('https://cdn.example/embedded-dashboard.min.js');
  const marks = { nonce: 'abc', integrity: ' sha256-AAAA  sha384-BBBB ' };
  const hashes = "'sha256-AAAA' 'sha384-BBBB'";

  it.each<[policy: string, isAllowed: boolean]>([
    ["frame-src 'none'", true],
    ['script-src cdn.example', true],
    ["script-src 'none'", false],
    ["script-src-elem cdn.example; script-src 'none'", true],
    ["script-src-elem 'none'; script-src cdn.example", false],
    ["default-src 'self'", false],
    ["script-src 'nonce-abc'", true],
    ["script-src 'nonce-other'", false],
    ["script-src 'nonce-abc' 'strict-dynamic'", true],
    ["script-src cdn.example 'strict-dynamic'", false],
    [`script-src ${hashes}`, true],
    ["script-src 'sha256-AAAA'", false],
    ["script-src 'nonce-abc', script-src 'none'", false],
  ])('is judged by “%s”', (policy, isAllowed) => {
    expect(allowsScript(parsePolicies(policy), script, new URL(PAGE), marks)).toBe(isAllowed);
  });

  it('without nonce and hash needs its address', () => {
    const isAllowed = (policy: string, without: object): boolean =>
      allowsScript(parsePolicies(policy), script, new URL(PAGE), without);
    expect(isAllowed("script-src 'nonce-undefined'", {})).toBe(false);
    expect(isAllowed("script-src 'nonce-'", { nonce: '', integrity: '' })).toBe(false);
  });
});

it.each<[policy: string, isOpen: boolean]>([
  ["script-src 'none'", true],
  ["frame-src 'none'", false],
  ["frame-src 'self' 'NONE'", false],
  ["frame-src 'self' bi.example", true],
  ["frame-src *, frame-src 'self'", false],
])('other origins are judged by “%s”', (policy, isOpen) => {
  expect(allowsOthers(parsePolicies(policy), 'frame-src')).toBe(isOpen);
});

it.each<[policy: string, isAllowed: boolean]>([
  ["default-src 'none'", true],
  ['sandbox', false],
  ['sandbox allow-scripts', false],
  ['sandbox allow-same-origin', false],
  ['sandbox allow-scripts allow-same-origin', true],
  ["default-src 'self', sandbox", false],
])('scripts of the own origin are judged by “%s”', (policy, isAllowed) => {
  expect(allowsOwnScripts(parsePolicies(policy))).toBe(isAllowed);
});
