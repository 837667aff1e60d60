import type { DataProbes } from '../data-probes.ts';

/** Roles that reach the files, the programs and the connections of the server. */
export const SERVER_ROLES = [
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_execute_server_program',
  'pg_signal_backend',
];

/** A missing right, an unknown function, a function that the server does not support, and a read-only transaction. */
const REFUSED = new Set(['42501', '42883', '0A000', '25006']);

/** The roles include those that the login may take, whether it inherits from them or not. */
const RIGHTS = `
  WITH roles AS (
    SELECT oid, rolname, rolsuper FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')
  ), written AS (
    SELECT DISTINCT tables.oid FROM pg_class AS tables CROSS JOIN roles
    WHERE relkind IN ('r', 'p', 'v', 'f') AND relnamespace <> 'pg_catalog'::regnamespace
      AND has_table_privilege(roles.oid, tables.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
  ), schemas AS (
    SELECT DISTINCT nspname FROM pg_namespace CROSS JOIN roles
    WHERE nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(roles.oid, pg_namespace.oid, 'CREATE')
  )
  SELECT 'is a superuser, or may become one' AS fault FROM roles WHERE rolsuper
  UNION SELECT 'is a member of ' || rolname FROM roles
    WHERE rolname IN (${toRoleList([...SERVER_ROLES, 'pg_write_all_data'])})
  UNION SELECT 'can change ' || count(*) || ' tables or views' FROM written HAVING count(*) > 0
  UNION SELECT 'can create tables in ' || count(*) || ' schemas' FROM schemas HAVING count(*) > 0
  UNION SELECT 'can create schemas' FROM roles
    WHERE has_database_privilege(roles.oid, current_database(), 'CREATE')`;

/** The beginning of a SELECT from the numbers without end. */
const ENDLESS = `WITH RECURSIVE endless (n) AS (SELECT 1::int8 UNION ALL SELECT n + 1 FROM endless)`;

/** The checks of PostgreSQL, and of engines that speak its protocol. */
export const POSTGRES_PROBES: DataProbes = {
  values: {
    numbers: 'SELECT 42::int4 AS whole, 0.5::float8 AS part, -7::int2 AS small',
    bigIntegers: `SELECT 9223372036854775807::int8 AS most, '-9223372036854775808'::int8 AS least`,
    decimals: `SELECT 12345678901234567890.123456789::numeric(38, 9) AS large,
      -0.000000001::numeric(38, 9) AS small`,
    singles: 'SELECT 397.9::float4 AS single',
    booleans: 'SELECT true AS yes, false AS no',
    bits: `SELECT '1010'::bit(4) AS bits`,
    binaries: `SELECT decode('00ff41', 'hex') AS short, decode(repeat('ab', 40), 'hex') AS long`,
    intervals: `SELECT interval '26 hours' AS long, interval '-90 minutes' AS negative`,
    json: `SELECT '{"a": 1.10}'::json AS object`,
    dates: `SELECT date '2024-02-29' AS leap, date '9999-12-31' AS last`,
    instants: `SELECT timestamptz '2024-07-01 12:00:00+02' AS summer,
      timestamptz '2024-01-01 00:30:00+01' AS winter`,
    localTimes: `SELECT timestamp '2024-03-31 02:30:00' AS skipped, timestamp '2024-10-27 02:30:00' AS twice`,
    nulls: `SELECT NULL::int8 AS a, NULL::numeric AS b, NULL::float8 AS c, NULL::text AS d, NULL::date AS e,
      NULL::timestamptz AS f, NULL::boolean AS g`,
  },
  toEqual: (column) => `${column}::text = :Value`,
  text: 'SELECT :Value AS value, char_length(:Value) AS length',
  list: 'SELECT value FROM unnest(:Value) AS list (value)',
  endless: `${ENDLESS} SELECT n FROM endless`,
  large: [
    `SELECT repeat('x', 2 * 1024 * 1024) AS value`,
    `${ENDLESS} SELECT repeat('x', 100000) AS value FROM endless`,
  ],
  toSlow: (id) => ({
    select: `SELECT pg_advisory_xact_lock(${id}), pg_sleep(120)`,
    isRunning: `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${id})`,
  }),
  statements: [
    'SELECT 1; SELECT 2',
    'CREATE TABLE check_data_refused (n int)',
    'SELECT 1 AS n INTO check_data_refused',
    'WITH gone AS (DELETE FROM pg_class WHERE false RETURNING 1) SELECT * FROM gone',
    'COPY (SELECT 1) TO STDOUT',
    `SELECT set_config('transaction_read_only', 'off', true)`,
    'COMMIT',
  ],
  toWrite: (id) => ({
    select: `SELECT lo_create(${id})`,
    trace: `SELECT oid FROM pg_largeobject_metadata WHERE oid = ${id}`,
  }),
  rights: RIGHTS,
  files: [
    `SELECT pg_read_file('/etc/hostname')`,
    `SELECT pg_read_binary_file('/etc/hostname')`,
    `SELECT pg_read_file('PG_VERSION')`,
    `SELECT pg_ls_dir('/')`,
    `SELECT pg_ls_dir('.')`,
    `SELECT pg_stat_file('/')`,
    `SELECT lo_import('/etc/hostname')`,
  ],
  network: [
    `SELECT dblink_connect('hostaddr=127.0.0.1 port=1')`,
    `SELECT * FROM dblink('hostaddr=127.0.0.1 port=1', 'SELECT 1') AS remote (n int)`,
  ],
  isRefusal: (code) => REFUSED.has(code),
};

/** Returns names of roles as a list of SQL texts. The names are constants of the code. */
export function toRoleList(roles: readonly string[]): string {
  return roles.map((role) => `'${role}'`).join();
}
