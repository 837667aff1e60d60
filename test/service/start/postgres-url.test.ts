import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SettingError } from '../../../service/src/process/setting-error.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { parsePostgresUrl, withLogin } from '../../../service/src/start/postgres-url.ts';
import { makeCertificate } from '../../support/certificate.ts';

const BASE = 'postgres://ann:hunter2@one.test/sales';

const parse = (text: string) => parsePostgresUrl(text, 'DATABASE_URL');

it('names hosts in turn, each with its port', () => {
  const { servers, ...address } = parse('postgres://ann:s%2Fx@One.test,two.test:6543,[::1]/sales');
  expect(servers).toEqual([
    { host: 'one.test', port: 5432 },
    { host: 'two.test', port: 6543 },
    { host: '::1', port: 5432 },
  ]);
  expect(address).toMatchObject({ user: 'ann', password: 's/x', database: 'sales', ssl: false });
});

it('accepts a standby only as SERVICE_DATA_URL, unless that asks for another server', () => {
  expect(parseDatabaseUrl(BASE)).toMatchObject({ address: { isPrimary: true } });
  expect(parse(BASE).isPrimary).toBe(false);
  expect(parse(`${BASE}?target_session_attrs=read-write`).isPrimary).toBe(true);
});

it('names the connections', () => {
  expect(parse(BASE).applicationName).toBe('dashboard-service');
  expect(parse(`${BASE}?application_name=Board%201`).applicationName).toBe('Board 1');
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const certificate = join(folder, 'root.crt');
  const other = join(folder, 'other.txt');
  const root = `sslrootcert=${encodeURIComponent(certificate)}`;
  let ca: string;

  beforeAll(() => {
    makeCertificate({ key: join(folder, 'root.key'), certificate });
    writeFileSync(other, 'hunter2');
    ca = readFileSync(certificate, 'utf8');
  });

  const unnamed = expect.any(Function) as () => undefined;
  it.each([
    ['sslmode=disable', () => false],
    ['sslmode=require', () => ({ rejectUnauthorized: false })],
    ['sslmode=verify-ca', () => ({ checkServerIdentity: unnamed })],
    ['sslmode=verify-full', () => true],
    [`sslmode=require&${root}`, () => ({ ca, checkServerIdentity: unnamed })],
    [`sslmode=verify-ca&${root}`, () => ({ ca, checkServerIdentity: unnamed })],
    [`sslmode=verify-full&${root}`, () => ({ ca })],
  ])('with %s', (parameters, toSsl) => {
    expect(parse(`${BASE}?${parameters}`).ssl).toEqual(toSsl());
  });

  it.each([
    [root, 'sslrootcert needs sslmode=verify-full.'],
    [`sslmode=disable&${root}`, 'sslrootcert needs sslmode=verify-full.'],
    ['sslmode=verify-ca&sslrootcert=/hunter2', 'sslrootcert must be a readable file'],
    [`sslmode=verify-ca&sslrootcert=${other}`, 'sslrootcert must be a readable file'],
    ['sslmode=hunter2', 'sslmode must be disable, require, verify-ca or verify-full.'],
    ['application_name=', 'application_name must have'],
    ['application_name=hunter2%00', 'application_name must have'],
    ['target_session_attrs=hunter2', 'target_session_attrs can only be read-write.'],
    ['connect_timeout=hunter2', 'parameter connect_timeout is not supported, only sslmode,'],
    ['sslmode=require&hunter2%40b=', 'a parameter is not supported, only sslmode,'],
  ])('refuses %s, and names no value', (parameters, message) => {
    expect(() => parse(`${BASE}?${parameters}`)).toThrow(
      expect.objectContaining({
        name: 'SettingError',
        message: expect.stringMatching(
          new RegExp(String.raw`^DATABASE_URL: (?!.*hunter2)${message}[^\n]*$`),
        ) as string,
      }),
    );
  });
});

it.each([
  'postgres://ann:hunter2@one.test,/sales',
  'postgres://ann:hunter2@one.test,two.test:hunter2/sales',
  'postgres://ann:hunter2@one.test',
  'postgres://ann:hunter2?x=@one.test/sales',
  'postgres://hunter2@one.test/sales',
  // An unescaped # would cut off the rest.
  'postgres://ann:hunter2@one.test/sales?sslmode=require#hunter2',
  'postgres://ann:hunter2@one.test/sales#hunter2',
])('refuses %s, and does not repeat it', (text) => {
  expect(() => parse(text)).toThrow(SettingError);
  expect(() => parse(text)).toThrow(
    'DATABASE_URL must be postgres://user:password@host:port/database.',
  );
});

it('gets another login, for all its hosts and with its parameters', () => {
  const text = 'postgresql://ann:hunter2@one.test,two.test:6543/sales?sslmode=require';
  expect(withLogin(text, 'Bob B', 'a/b')).toBe(
    'postgres://Bob%20B:a%2Fb@one.test,two.test:6543/sales?sslmode=require',
  );
});
