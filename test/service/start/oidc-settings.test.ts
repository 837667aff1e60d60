import { readFileSync } from 'node:fs';
import { createDashboardService, readSettings, SettingError } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { SIGN_ON_TEXTS } from '../../../service/src/telemetry/sign-on-texts.ts';
import { parseRoleRules, toGivenRoles } from '../../../service/src/state/role-rules.ts';

it('takes the example of the documentation', () => {
  const [, block] = /```sh\n([^]*?)```/.exec(readFileSync('docs/single-sign-on.md', 'utf8'))!;
  const lines = Array.from(block!.matchAll(/^(\w+)="?(.*?)"?$/gm), ([, name, value]) => [
    name,
    value,
  ]);
  const { oidcRoles, oidcIssuer } = read(Object.fromEntries(lines) as Record<string, string>);
  expect(oidcIssuer).toBe('https://login.example.com/realms/staff');
  expect(parseRoleRules(oidcRoles)).toContainEqual({
    ...{ claim: 'groups', value: 'analysts' },
    ...{ role: 'publisher', company: 'Aurora Coffee' },
  });
});

it('names each code of the log in the documentation', () => {
  const text = readFileSync('docs/single-sign-on.md', 'utf8');
  const codes = Array.from(text.matchAll(/^\| `([a-z-]+)`/gm), ([, code]) => code!);
  expect(codes.toSorted()).toEqual(Object.keys(SIGN_ON_TEXTS).toSorted());
});

const OIDC = {
  SERVICE_OIDC_ISSUER: 'https://login.example.com/realm',
  SERVICE_OIDC_CLIENT_ID: 'back-office',
  SERVICE_OIDC_CLIENT_SECRET: 'hunter2 hunter2',
};

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'memory:', SERVICE_API_KEY: 'key', ...environment }, '/');

const refusal = (start: string) =>
  expect.objectContaining({
    name: SettingError.name,
    message: expect.stringMatching(new RegExp(`^(?!.*hunter2)${start}[^\\n]+\\.$`)) as string,
  });

it('needs all parts of a provider, or none', () => {
  expect(read(OIDC).oidcClientId).toBe('back-office');
  for (const name of Object.keys(OIDC)) {
    expect(() => read({ ...OIDC, [name]: '' })).toThrow(refusal('Set all of SERVICE_OIDC_ISSUER'));
  }
  const alone = { SERVICE_OIDC_ROLES: 'groups:all=reader' };
  expect(() => read(alone)).toThrow(refusal('Set all of SERVICE_OIDC_ISSUER'));
});

it.each(['https://login.example.com/', 'http://127.0.0.1:9000', 'http://localhost:9000/realms/a'])(
  'takes the issuer %s',
  (SERVICE_OIDC_ISSUER) => {
    expect(read({ ...OIDC, SERVICE_OIDC_ISSUER }).oidcIssuer).toBe(SERVICE_OIDC_ISSUER);
  },
);

it.each([
  'http://login.example.com',
  'http://localhost.example.com',
  'https://me:hunter2@login.example.com',
  'https://login.example.com/?hunter2',
  'ftp://127.0.0.1',
  'hunter2',
])('refuses the issuer %s', (SERVICE_OIDC_ISSUER) => {
  expect(() => read({ ...OIDC, SERVICE_OIDC_ISSUER })).toThrow(refusal('SERVICE_OIDC_ISSUER '));
});

it.each([
  'groups:hunter2=owner',
  'groups:hunter2',
  'groups=reader',
  ':hunter2=reader',
  'groups:=reader',
  'groups:hunter2=reader@',
  'groups:%E0%A4%A=reader',
  '%E0%A4%A:sales=reader',
  'groups:sales=reader@%E0%A4%A',
])('stops the start for the rule %s', (rule) => {
  const SERVICE_OIDC_ROLES = `groups:all=reader ${rule}`;
  const start = 'SERVICE_OIDC_ROLES .* Fix rule ';
  expect(() => read({ ...OIDC, SERVICE_OIDC_ROLES })).toThrow(refusal(start));
  const oidcRoles = ['groups:all=reader', rule];
  expect(() => createDashboardService({ oidcRoles })).toThrow(refusal(start));
});

const COMPANIES = [
  { id: 1, name: 'Aurora' },
  { id: 2, name: 'Zephyr & Sons' },
  { id: 3, name: 'Twin' },
  { id: 4, name: 'Twin' },
];

it.each([
  ['a text', 'team:sales=author', { team: 'sales' }, [[null, 'author']]],
  ['a list', 'team:sales=author', { team: ['it', 'sales'] }, [[null, 'author']]],
  ['a boolean', 'staff:true=reader', { staff: true }, [[null, 'reader']]],
  ['a path', 'realm_access.roles:a=reader', { realm_access: { roles: ['a'] } }, [[null, 'reader']]],
  ['a name with dots', 'a.b:c=reader', { 'a.b': 'c' }, [[null, 'reader']]],
  ['a value with signs', 'g:CN=a:b=reader', { g: 'CN=a:b' }, [[null, 'reader']]],
  ['a claim with signs', 'a%3Ab:c%20d=reader', { 'a:b': 'c d' }, [[null, 'reader']]],
  ['a company', 'g:a=reader@Zephyr%20%26%20Sons', { g: 'a' }, [[2, 'reader']]],
  ['the highest role', 'g:a=author g:b=reader', { g: ['a', 'b'] }, [[null, 'author']]],
  [
    'roles by company',
    'g:a=author@Aurora g:a=reader',
    { g: 'a' },
    [
      [1, 'author'],
      [null, 'reader'],
    ],
  ],
  ['no part of a value', 'g:sales=reader', { g: ['presales', 'salesforce'] }, []],
  ['no other case', 'g:sales=reader', { g: 'Sales' }, []],
  ['no inherited property', 'constructor.name:Object=reader', {}, []],
  ['e-mail', 'email:a@b.c=author', { email: 'a@b.c' }, [[null, 'author']]],
  [
    'a verified e-mail',
    'email:a@b.c=author',
    { email: 'a@b.c', email_verified: 'true' },
    [[null, 'author']],
  ],
  ['no unverified e-mail', 'email:a@b.c=author', { email: 'a@b.c', email_verified: false }, []],
  ['no e-mail in another case', 'email:a@b.c=author', { email: 'A@b.c' }, []],
  ['no e-mail with another part', 'email:a@b.c=author', { email: 'a+x@b.c' }, []],
  ['no list in a list', 'g:a=author', { g: [['a']] }, []],
  ['no object', 'g:[object%20Object]=author', { g: {} }, []],
  ['no property of all objects', '__proto__.g:a=author constructor.name:Object=author', {}, []],
  [
    'a claim with the name of such a property',
    '__proto__:a=author',
    JSON.parse('{"__proto__":"a"}') as Record<string, unknown>,
    [[null, 'author']],
  ],
  ['no unknown company', 'g:a=reader@aurora', { g: 'a' }, []],
  ['no name of two companies', 'g:a=reader@Twin', { g: 'a' }, []],
] as const)('gives roles by %s', (_, rules, claims, expected) => {
  const { roles } = toGivenRoles(parseRoleRules(rules.split(' ')), claims, COMPANIES);
  expect(roles.map(({ companyId, role }) => [companyId, role])).toEqual(expected);
});
