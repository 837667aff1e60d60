import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { DataSource, LockedValues } from '../../../service/src/database/database.ts';

/** A table of which each tenant sees three rows, with the policy of the documentation. */
export const POLICED_TABLE = `
  CREATE TABLE sold AS SELECT 'tenant ' || t AS tenant, 'city ' || t || '.' || n AS city, n
    FROM generate_series(0, 19) AS t, generate_series(1, 3) AS n;
  ANALYZE sold;
  GRANT SELECT ON sold TO PUBLIC; ${readFileSync('docs/examples/row-policy.sql', 'utf8')}`;

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

/** Expects that a connection shows each token its own rows, and no rows to one without a tenant. */
export async function expectPolicy(source: Pick<DataSource, 'read'>): Promise<void> {
  const value = `SELECT current_setting('dashboard.tenant', true) AS value`;
  const valueOf = (locked: LockedValues) => readAs(source, locked, value, 'value');
  expect(await valueOf({})).toEqual([null]);
  expect(await readAs(source, {})).toEqual([]);
  expect(await readAs(source, lockTo(7))).toEqual(citiesOf(7));
  // The connection is a used one now.
  expect(await valueOf({})).toEqual(['']);
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
    `SELECT ${names.map((name) => `current_setting('dashboard.${name}', true)`).join(` || ';' || `)} AS found`,
    'found',
  );
  expect(found).toEqual([names.map((name) => `of ${name}`).join(';')]);
  const settings = others.map(
    (name) => `current_setting('dashboard.${name.replaceAll("'", "''")}', true)`,
  );
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
    const read = `SELECT current_setting('dashboard.tenant', true) AS value`;
    expect(await readAs(source, { tenant: value }, read, 'value')).toEqual([value]);
  }
}
