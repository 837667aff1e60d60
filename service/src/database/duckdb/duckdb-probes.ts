import type { DataProbes } from '../data-probes.ts';
import { POSTGRES_PROBES } from '../postgres/postgres-probes.ts';

/** A missing right, and an unknown function. */
const REFUSED = new Set(['42501', '42883']);

/** The settings of the process that must not be open, and the databases that can be written. */
const RIGHTS = `
  SELECT 'can reach other files' AS fault WHERE current_setting('enable_external_access')
  UNION ALL SELECT 'can change settings' WHERE NOT current_setting('lock_configuration')
  UNION ALL SELECT 'can load extensions' WHERE current_setting('autoload_known_extensions')
    OR current_setting('autoinstall_known_extensions')
  UNION ALL SELECT 'can change the file' FROM duckdb_databases()
    WHERE NOT readonly AND NOT internal AND path IS NOT NULL`;

/** The checks of DuckDB. Its literals and casts are those of PostgreSQL. */
export const DUCKDB_PROBES: DataProbes = {
  values: {
    ...POSTGRES_PROBES.values,
    bits: `SELECT '1010'::bit AS bits`,
    binaries: `SELECT unhex('00ff41') AS short, unhex(repeat('ab', 40)) AS long`,
  },
  toEqual: (column) => `${column} = :Value`,
  text: 'SELECT :Value AS value, length(:Value) AS length',
  list: POSTGRES_PROBES.list,
  endless: 'SELECT range AS n FROM range(9223372036854775807)',
  large: [
    `SELECT repeat('x', 2 * 1024 * 1024) AS value`,
    `SELECT repeat('x', 100000) AS value FROM range(9223372036854775807)`,
  ],
  // Each query has a connection of its own, and one more is that of the process.
  toSlow: (id) => ({
    select: `SELECT ${id} AS id, sum(sleep_ms(100)) FROM range(1200)`,
    isRunning: '(SELECT count FROM duckdb_connection_count()) > 2',
  }),
  statements: [
    'SELECT 1; SELECT 2',
    'CREATE TABLE check_data_refused (n int)',
    'CREATE TEMPORARY TABLE check_data_refused (n int)',
    `COPY (SELECT 1) TO '/tmp/check_data_refused'`,
    `EXPORT DATABASE '/tmp/check_data_refused'`,
    `ATTACH ':memory:' AS check_data_refused`,
    `INSTALL httpfs`,
    `LOAD httpfs`,
    'SET threads = 1',
    'SET VARIABLE check_data_refused = 1',
    'PRAGMA version',
    'CALL pragma_version()',
    'EXPLAIN SELECT 1',
    'CHECKPOINT',
    'COMMIT',
    `SELECT * FROM query('SELECT 1')`,
    `SELECT * FROM "enable_logging"()`,
    'SELECT * FROM enable_profiling()',
  ],
  toWrite: (id) => ({
    select: `SELECT write_log('check-data-${id}')`,
    trace: `SELECT message FROM duckdb_logs WHERE message = 'check-data-${id}'`,
  }),
  rights: RIGHTS,
  files: [
    `SELECT * FROM read_text('/etc/hostname')`,
    `SELECT * FROM read_blob('/proc/self/environ')`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `SELECT * FROM '/etc/passwd.csv'`,
    `SELECT * FROM glob('/etc/*')`,
    `SELECT * FROM read_duckdb('/etc/passwd')`,
  ],
  network: [
    `SELECT * FROM read_csv('http://127.0.0.1:1/sales.csv')`,
    `SELECT * FROM read_parquet('s3://127.0.0.1:1/sales.parquet')`,
    `SELECT * FROM 'https://127.0.0.1:1/sales.csv'`,
  ],
  isRefusal: (code) => REFUSED.has(code),
};
