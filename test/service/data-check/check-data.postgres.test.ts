import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DATA_CHECKS } from '../../../service/src/data-check/check-data.ts';
import { CheckedServer } from '../../../service/src/data-check/checked-server.ts';
import type { Allows } from '../../../service/src/database/data-engine.ts';
import { parseDataAddress } from '../../../service/src/database/data-sources.ts';
import type { DataProbes } from '../../../service/src/database/data-probes.ts';
import { POSTGRES } from '../../../service/src/database/postgres/postgres-dialect.ts';
import { POSTGRES_PROBES as PROBES } from '../../../service/src/database/postgres/postgres-probes.ts';
import { runDataChecks } from '../../support/data-checks.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql } from '../../support/test-database.ts';
import { UNUSED_PORT } from '../../support/unused-port.ts';
import { spawnService, waitForEnd } from '../service-process.ts';

const ALL: Allows = { server: () => true, file: () => null };
const PASSWORD = 'a/secret of:the@tests';

let server: PostgresServer;
/** The address of a superuser, whose password is not checked. */
let administrator: string;

beforeAll(async () => {
  server = await startPostgres();
  administrator = server.createDatabase();
  const [hba] = await runSql(administrator, 'SHOW hba_file');
  const rules = [
    'local all all trust',
    'host all service all trust',
    'host all all all scram-sha-256',
  ];
  const rows = rules.map((rule) => `('${rule}')`).join();
  await runSql(
    administrator,
    `COPY (VALUES ${rows}) TO '${String(hba!.hba_file)}'; SELECT pg_reload_conf();
     REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE EXTENSION dblink;
     CREATE TABLE "Sales of ""North""" (id int, "Net amount" numeric)`,
  );
});

afterAll(() => server.stop());

let logins = 0;

/** Creates a login that may read the table, and returns its address. `$` in `rights` is its name. */
async function createLogin(rights = ''): Promise<string> {
  logins += 1;
  const name = `reader_${logins}`;
  await runSql(
    administrator,
    `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name};
     REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC; ${rights.replaceAll('$', name)}`,
  );
  const address = new URL(administrator);
  address.username = name;
  address.password = encodeURIComponent(PASSWORD);
  return address.href;
}

/** Returns all that the checks could leave on the server. */
const listObjects = (): Promise<object> =>
  runSql(
    administrator,
    `SELECT 'class', oid FROM pg_class WHERE relpersistence = 'p'
     UNION SELECT 'large object', oid FROM pg_largeobject_metadata ORDER BY 1, 2`,
  );

describe('the command', () => {
  it('holds for a login that may only read, prints a row per check, and leaves nothing', async () => {
    const address = await createLogin();
    const before = await listObjects();
    const child = spawnService({}, [], ['check-data', address]);
    const { status, stdout, stderr } = await waitForEnd(child);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !/ {2}ok {2}/.test(line))).toEqual([
      expect.stringMatching(/^check +result +meaning$/),
      '46 of 46 checks hold.',
    ]);
    expect([status, stderr, lines.length]).toEqual([0, '', 48]);
    expect(await listObjects()).toEqual(before);
  });

  it('finds no fault in the login of the documentation', async () => {
    await runSql(administrator, await readFile('docs/examples/data/postgresql-login.sql', 'utf8'));
    const address = new URL(administrator);
    address.username = 'dashboards';
    address.password = 'a-long-password';
    const { failed } = await runDataChecks(address.href);
    // This database has an extension that connects.
    expect(failed.filter((name) => name !== 'No network')).toEqual([]);
  });

  it('needs an address', async () => {
    const { status, stderr } = await waitForEnd(spawnService({}, [], ['check-data']));
    expect([status, stderr]).toEqual([1, expect.stringContaining('--help')]);
  });

  it.each<[string, string, string[], RegExp]>([
    [
      'may write and create tables',
      'GRANT UPDATE ON ALL TABLES IN SCHEMA public TO $; GRANT CREATE ON SCHEMA public TO $',
      ['Reading only: login'],
      /can change 1 tables.*tables in 1 schemas/,
    ],
    [
      'may become a role that writes',
      'CREATE ROLE writer; GRANT pg_write_all_data TO writer; GRANT writer TO $; ALTER ROLE $ NOINHERIT',
      ['Reading only: login'],
      /a member of pg_write_all_data/,
    ],
    [
      'reads files, and connects',
      'GRANT EXECUTE ON FUNCTION pg_read_file(text), dblink_connect(text) TO $',
      ['No files', 'No network'],
      /PG_VERSION.*query works[^]*dblink_connect.*fails with/,
    ],
    [
      'lists files',
      'GRANT EXECUTE ON FUNCTION pg_ls_dir(text) TO $; GRANT pg_read_server_files TO $',
      ['Reading only: login', 'No files'],
      /pg_ls_dir.*query works/,
    ],
    [
      'can read no table',
      'REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM $',
      ['Tables'],
      /no table/,
    ],
  ])('fails for a login that %s', async (_, rights, failed, reason) => {
    const checked = await runDataChecks(await createLogin(rights));
    expect([checked.status, checked.failed]).toEqual([1, failed]);
    expect(checked.output).toMatch(reason);
    expect(checked.output).not.toContain('secret');
  });

  it('fails for a superuser whose password nobody checks', async () => {
    const { status, failed, output } = await runDataChecks(administrator);
    const borders = ['Reading only: login', 'No files', 'No network', 'Passwords'];
    expect([status, failed]).toEqual([1, borders]);
    expect(output).toContain('The server accepts any password.');
  });

  it('cannot run without a server, a login or an address', async () => {
    const good = await createLogin();
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(good);
      change(url);
      return url.href;
    };
    const outputs = [
      changed((url) => (url.port = UNUSED_PORT)),
      changed((url) => (url.password = 'another-secret')),
      changed((url) => (url.pathname = '/no_such_database')),
      good.replace('postgres:', 'oracle:'),
      'secret',
    ].map(async (address) => {
      const { status, output } = await runDataChecks(address);
      return [status, output];
    });
    const malformed = expect.stringMatching(/^The address must be postgres:/);
    expect(await Promise.all(outputs)).toEqual([
      [2, 'The server cannot be reached. Check the host and the port.'],
      [2, 'The server refuses the login. Check the user and the password.'],
      [2, 'The server has no such database, or the login may not use it.'],
      [2, malformed],
      [2, malformed],
    ]);
  });
});

describe('a check fails', () => {
  const { values } = PROBES;

  /** Runs one check on a server that differs from PostgreSQL. */
  async function findFault(name: string, probes: Partial<DataProbes>, dialect = POSTGRES) {
    const address = { ...parseDataAddress(administrator, ALL)!, dialect };
    const parts = { address, probes: { ...PROBES, ...probes }, stranger: null, secrets: [] };
    const checked = new CheckedServer(parts);
    onTestFinished(() => checked.close());
    return DATA_CHECKS.find((each) => each.name === name)!.findFault(checked);
  }

  it.each<[string, Partial<DataProbes>, string]>([
    ['Numbers', { values: { ...values, numbers: `SELECT '42' AS n` } }, 'They arrive as 42 text.'],
    [
      'Big integers',
      { values: { ...values, bigIntegers: 'SELECT 9223372036854775807::float8 AS n' } },
      'They arrive as 9.223372036854776e+18 decimal.',
    ],
    [
      'Decimals',
      { values: { ...values, decimals: 'SELECT 12345678901234567890.123456789::float8 AS n' } },
      'They arrive as 1.2345678901234567e+19 decimal.',
    ],
    [
      'Bits',
      { toEqual: (column: string) => `${column}::text <> :Value` },
      'A filter does not find 1010.',
    ],
    [
      'Dates',
      { values: { ...values, dates: `SELECT timestamp '2024-02-29' AS n` } },
      'They arrive as 2024-02-29 00:00:00 instant.',
    ],
    [
      'Time zones: instants',
      { values: { ...values, instants: `SELECT timestamp '2024-07-01 12:00' AS n` } },
      'They arrive as 2024-07-01 12:00:00 instant.',
    ],
    [
      'Time zones: local times',
      { values: { ...values, localTimes: `SELECT timestamptz '2024-03-31 02:30+01' AS n` } },
      'They arrive as 2024-03-31 01:30:00 instant.',
    ],
    [
      'NULL',
      { values: { ...values, nulls: `SELECT NULL AS a, '' AS b` } },
      'It arrives as {"a":null,"b":""}.',
    ],
    [
      'Value: spaces at both ends',
      { text: 'SELECT trim(:Value) AS value' },
      'It arrives as "North".',
    ],
    [
      'Value: emoji of several code points',
      { text: 'SELECT :Value AS value, octet_length(:Value) AS length' },
      'The server counts 32 characters.',
    ],
    ['Value: a list of several values', { list: `SELECT 'a,b' AS value` }, 'It is ["a,b"].'],
    ['Limit of rows', { endless: 'SELECT 1 AS n' }, 'It sends 1 rows.'],
    ['Limit of size', { large: ['SELECT 1 AS n'] }, 'The query works.'],
    [
      'Limit of time',
      { toSlow: () => ({ select: 'SELECT 1', isRunning: 'true' }) },
      'The query works.',
    ],
    ['Cancel', { toSlow: () => ({ select: 'SELECT 1', isRunning: 'false' }) }, 'The query works.'],
    ['Reading only: statements', { statements: ['SELECT 1'] }, 'SELECT 1: The query works.'],
    [
      'Reading only: functions',
      { toWrite: () => ({ select: 'SELECT 1', trace: 'SELECT 1' }) },
      'The write is still there.',
    ],
  ])('for other values of %s', async (name, probes, fault) => {
    expect(await findFault(name, probes)).toBe(fault);
  });

  it('if a SELECT loses its columns or its places in another one', async () => {
    const toSource = (): string => '(SELECT 1 AS n) AS "rows"';
    expect(await findFault('No rows', {}, { ...POSTGRES, toSource })).toMatch(/different/);
    const bind: typeof POSTGRES.bind = (...query) => ({
      ...POSTGRES.bind(...query),
      toNamedOffset: () => 0,
    });
    expect(await findFault('Places of errors', {}, { ...POSTGRES, bind })).toBe(
      'The error is at 0.',
    );
  });

  it('if an error repeats the password', async () => {
    const address = parseDataAddress(administrator, ALL)!;
    const secrets = ['longer-secret'];
    const checked = new CheckedServer({ address, probes: PROBES, stranger: null, secrets });
    onTestFinished(() => checked.close());
    const passwords = DATA_CHECKS.at(-1)!;
    expect(await passwords.findFault(checked)).toBe(null);
    await checked.findError(`SELECT 'longer-secret'::int`);
    expect(await passwords.findFault(checked)).toBe('An error repeats the password.');
  });
});
