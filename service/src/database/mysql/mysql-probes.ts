import type { DataProbes } from '../data-probes.ts';

/** A missing right, and an unknown function. */
const REFUSED = new Set(['42501', '42883']);
/** More rows than any limit: some 300 collations, joined with themselves. Recursive queries have a limit. */
const MANY = `information_schema.collations AS a, information_schema.collations AS b, information_schema.collations AS c`;

/** All rights but those to read. The server shows a login its own rights, and the names of its roles. */
const RIGHTS = `
  SELECT DISTINCT CONCAT('has the right ', privilege_type) AS fault FROM (
    SELECT privilege_type FROM information_schema.user_privileges
    UNION ALL SELECT privilege_type FROM information_schema.schema_privileges
    UNION ALL SELECT privilege_type FROM information_schema.table_privileges
    UNION ALL SELECT privilege_type FROM information_schema.column_privileges
  ) AS rights
  WHERE privilege_type NOT IN ('SELECT', 'USAGE', 'SHOW VIEW', 'SHOW DATABASES')
  UNION SELECT CONCAT('has the role ', role_name, ', whose rights are not visible')
    FROM information_schema.applicable_roles`;

/** The checks of MariaDB and MySQL. */
export const MYSQL_PROBES: DataProbes = {
  values: {
    numbers: 'SELECT 42 AS whole, 0.5e0 AS part, -7 AS small',
    bigIntegers: `SELECT 9223372036854775807 AS most, CAST('-9223372036854775808' AS SIGNED) AS least`,
    decimals: `SELECT CAST('12345678901234567890.123456789' AS DECIMAL(38, 9)) AS large,
      CAST('-0.000000001' AS DECIMAL(38, 9)) AS small`,
    singles: 'SELECT CAST(397.9 AS FLOAT) AS single',
    // Only columns of tables have these types.
    booleans: `SELECT yes, no FROM JSON_TABLE('[[1, 0]]', '$[*]'
      COLUMNS (yes BOOLEAN PATH '$[0]', no BOOLEAN PATH '$[1]')) AS booleans`,
    bits: String.raw`SELECT bits FROM JSON_TABLE('["\\n"]', '$[*]' COLUMNS (bits BIT(4) PATH '$')) AS line_end`,
    binaries: `SELECT UNHEX('00ff41') AS short, UNHEX(REPEAT('ab', 40)) AS wide`,
    intervals: `SELECT CAST('26:00:00' AS TIME) AS wide, CAST('-01:30:00' AS TIME) AS negative`,
    json: `SELECT JSON_EXTRACT('{"a": 1.10}', '$') AS object`,
    dates: `SELECT DATE '2024-02-29' AS leap, DATE '9999-12-31' AS last`,
    instants: 'SELECT FROM_UNIXTIME(1719828000) AS summer, FROM_UNIXTIME(1704065400) AS winter',
    localTimes: `SELECT TIMESTAMP '2024-03-31 02:30:00' AS skipped, TIMESTAMP '2024-10-27 02:30:00' AS twice`,
    nulls: `SELECT CAST(NULL AS SIGNED) AS a, CAST(NULL AS DECIMAL(9, 2)) AS b, NULL + 0e0 AS c,
      CAST(NULL AS CHAR) AS d, CAST(NULL AS DATE) AS e, CAST(NULL AS DATETIME) AS f, NULL AS g`,
  },
  toEqual: (column) => `${column} = :Value`,
  text: 'SELECT :Value AS value, CHAR_LENGTH(:Value) AS length',
  list: `SELECT value FROM JSON_TABLE(:Value, '$[*]' COLUMNS (value TEXT CHARACTER SET utf8mb4 PATH '$')) AS list`,
  endless: `SELECT 1 AS n FROM ${MANY}`,
  large: [
    `SELECT REPEAT('x', 2 * 1024 * 1024) AS value`,
    `SELECT REPEAT('x', 100000) AS value FROM ${MANY}`,
  ],
  toSlow: (id) => ({
    select: `SELECT ${id} AS id FROM DUAL WHERE SLEEP(120) = 0`,
    isRunning: `EXISTS (SELECT 1 FROM information_schema.processlist
      WHERE info LIKE 'SELECT ${id} AS id%' AND id <> CONNECTION_ID())`,
  }),
  statements: [
    'SELECT 1; SELECT 2',
    'CREATE TABLE check_data_refused (n int)',
    'CREATE TEMPORARY TABLE check_data_refused (n int)',
    'SELECT 1 INTO @check_data_refused',
    `SELECT 1 INTO OUTFILE '/tmp/check_data_refused'`,
    'SET @check_data_refused = 1',
    'DELETE FROM check_data_refused WHERE 1 = 0',
    'SHOW TABLES',
    'DO 1',
    'COMMIT',
  ],
  toWrite: (id) => ({
    select: `SELECT GET_LOCK('check-data-${id}', 0)`,
    trace: `SELECT 1 AS n FROM DUAL WHERE IS_USED_LOCK('check-data-${id}') IS NOT NULL`,
  }),
  rights: RIGHTS,
  files: [`SELECT LOAD_FILE('/etc/hostname') AS value`, `SELECT LOAD_FILE('/etc/passwd') AS value`],
  network: [
    `SELECT SPIDER_DIRECT_SQL('SELECT 1', '', 'host "127.0.0.1", port "1"')`,
    `SELECT SYS_EXEC('true')`,
  ],
  isRefusal: (code) => REFUSED.has(code),
};
