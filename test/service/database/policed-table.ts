import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { DataSource, LockedValues } from '../../../service/src/database/database.ts';
import { toDataLogin } from '../../../service/src/start/make-data-login.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';

/** A table of which each tenant sees three rows, with the policy of the documentation. */
export const POLICED_TABLE = `
  CREATE TABLE sold AS SELECT 'tenant ' || t AS tenant, 'city ' || t || '.' || n AS city, n
    FROM generate_series(0, 19) AS t, generate_series(1, 3) AS n;
  ANALYZE sold;
  GRANT SELECT ON sold TO PUBLIC; ${readFileSync('docs/examples/row-policy.sql', 'utf8')}`;

/**
 * Makes a login as the command prints it, in a database of its own with the table: the statements hold for all logins of a
 * database.
 */
export async function createPolicedDatabase(
  withoutSetConfig = false,
): Promise<{ database: string; login: string }> {
  const database = await testDatabase();
  const name = `${new URL(database).pathname.slice(1)}_data`;
  const { address, statements } = toDataLogin(database, { name, withoutSetConfig });
  await runSql(database, statements.join('\n') + POLICED_TABLE);
  return { database, login: address };
}

/** A SELECT that has forgotten its WHERE. */
export const ALL_ROWS = 'SELECT tenant, city, n FROM public.sold ORDER BY n';

/** Returns the cities of one of the 20 tenants. */
export const citiesOf = (tenant: number): string[] => [1, 2, 3].map((n) => `city ${tenant}.${n}`);

export const lockTo = (tenant: number): LockedValues => ({ tenant: `tenant ${tenant}` });

/** Reads one column of a SELECT with the parameters of a token. */
export async function readAs(
  source: Pick<DataSource, 'read'>,
  locked: LockedValues,
  sql = ALL_ROWS,
  column = 'city',
): Promise<unknown[]> {
  return (await source.read(sql, [], { locked })).rows.map((row) => row[column]);
}

const toSetting = (name: string): string => `current_setting('dashboard.${name}', true)`;

/** Reads the setting that the policy compares. */
const readTenant = (source: Pick<DataSource, 'read'>, locked: LockedValues) =>
  readAs(source, locked, `SELECT ${toSetting('tenant')} AS value`, 'value');

/** Expects that a connection shows each token its own rows, and no rows to one without a tenant. */
export async function expectPolicy(source: Pick<DataSource, 'read'>): Promise<void> {
  expect(await readTenant(source, {})).toEqual([null]);
  expect(await readAs(source, {})).toEqual([]);
  expect(await readAs(source, lockTo(7))).toEqual(citiesOf(7));
  // The connection is a used one now.
  expect(await readTenant(source, {})).toEqual(['']);
  const none: LockedValues[] = [{}, { tenant: '' }, { tenant: ' ' }, { tenants: 'tenant 7' }];
  for (const locked of none) {
    expect(await readAs(source, locked)).toEqual([]);
  }
  await expect(readAs(source, lockTo(7), 'SELECT 1 / 0 AS city')).rejects.toThrow('zero');
  expect(await readAs(source, {})).toEqual([]);
  expect(await readAs(source, lockTo(8))).toEqual(citiesOf(8));
}

/** Expects that names that are words of SQL are settings, that other names are none, and that values stay texts. */
export async function expectTexts(source: Pick<DataSource, 'read'>): Promise<void> {
  const names = ['user', 'select', 'default', 'to', '_', 'a'.repeat(63)];
  const others = ['region-1', 'région', '1st', 'a b', '"', 'a.b', '$1', 'a'.repeat(64)];
  const locked = Object.fromEntries([...names, ...others].map((name) => [name, `of ${name}`]));
  const found = await readAs(
    source,
    locked,
    `SELECT ${names.map(toSetting).join(` || ';' || `)} AS found`,
    'found',
  );
  expect(found).toEqual([names.map((name) => `of ${name}`).join(';')]);
  const settings = others.map(toSetting);
  const missing = await readAs(
    source,
    locked,
    `SELECT concat(${settings.join(', ')}) AS missing`,
    'missing',
  );
  expect(missing).toEqual(['']);
  for (const value of [
    `'; ROLLBACK; --`,
    String.raw`\'; ROLLBACK; --`,
    '\\',
    '$do$',
    '"',
    'é\n😀',
  ]) {
    expect(await readTenant(source, { tenant: value })).toEqual([value]);
  }
}
