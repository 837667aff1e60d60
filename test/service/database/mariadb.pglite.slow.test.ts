import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TablesAnswer } from '../../../service/src/admin/dashboards/editor-wire.ts';
import type { DataPool } from '../../../service/src/database/data-engine.ts';
import { MYSQL_PROBES } from '../../../service/src/database/mysql/mysql-probes.ts';
import { parseDataAddress } from '../../../service/src/database/data-sources.ts';
import { logIn } from '../../support/back-office.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { ALL_HOLD, runDataChecks } from '../../support/data-checks.ts';
import { hasMariadb, type MariadbServer, startMariadb } from '../../support/mariadb-server.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';

const PASSWORD = 'a/secret of:the@tests';
/** Modes and a zone that would change what SQL and its values mean. */
const ODD_SETTINGS = ['--sql-mode=ANSI,NO_BACKSLASH_ESCAPES', '--default-time-zone=+09:00'];

let server: MariadbServer;

beforeAll(async () => {
  if (!hasMariadb) return;
  server = await startMariadb(...ODD_SETTINGS);
  server.run(`CREATE DATABASE shop;
    CREATE TABLE shop.orders (id int, region varchar(20), paid boolean, \`Net amount\` decimal(9, 2),
      \`range\` timestamp DEFAULT '2026-01-01 00:00:00');
    INSERT INTO shop.orders (id, region, paid, \`Net amount\`)
      VALUES (1, 'North', true, 1.10), (2, 'South', false, 20), (3, NULL, NULL, NULL)`);
});

afterAll(() => server?.stop());

let logins = 0;

/** Creates a login that may read the tables, and returns its address. `$` in `rights` is its name. */
function createLogin(rights = ''): string {
  logins += 1;
  const name = `reader_${logins}`;
  server.run(`CREATE USER ${name} IDENTIFIED BY '${PASSWORD}'; GRANT SELECT ON shop.* TO ${name};
    ${rights.replaceAll('$', name)}`);
  return `mysql://${name}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}/shop`;
}

function open(address: string, limits = { connections: 1, limitMs: 60_000 }): DataPool {
  const pool = parseDataAddress(address, { server: () => true, file: () => null })!.open(limits);
  onTestFinished(() => pool.close());
  return pool;
}

describe.skipIf(!hasMariadb)('check-data', () => {
  it('holds for the login of the documentation, whatever the settings of the server are', async () => {
    server.run(await readFile('docs/examples/data/mariadb-login.sql', 'utf8'));
    const address = `mysql://dashboards:a-long-password@127.0.0.1:${server.port}/shop`;
    expect(await runDataChecks(address)).toMatchObject(ALL_HOLD);
  });

  it.each<[string, string, string[], RegExp]>([
    [
      'may write',
      'GRANT INSERT ON shop.orders TO $',
      ['Reading only: login'],
      /has the right INSERT/,
    ],
    [
      'has a role that writes',
      'CREATE ROLE writer; GRANT DELETE ON shop.* TO writer; GRANT writer TO $; SET DEFAULT ROLE writer FOR $',
      ['Reading only: login'],
      /has the role writer/,
    ],
    [
      'reads files',
      'GRANT FILE ON *.* TO $',
      ['Reading only: login', 'No files'],
      /LOAD_FILE.*query works/,
    ],
  ])('fails for a login that %s', async (_, rights, failed, reason) => {
    const checked = await runDataChecks(createLogin(rights));
    expect([checked.status, checked.failed]).toEqual([1, failed]);
    expect(checked.output).toMatch(reason);
    expect(checked.output).not.toContain('secret');
  });
});

describe.skipIf(!hasMariadb)('a query', () => {
  it('ends after its rows, also if the SELECT has a larger limit of its own', async () => {
    const pool = open(createLogin());
    const sql = 'SELECT id FROM orders, information_schema.columns LIMIT 1000000';
    const readId = async (): Promise<unknown> =>
      (await pool.read('SELECT CONNECTION_ID() AS id', [], {})).rows[0]!.id;
    const id = await readId();
    const { rows } = await pool.read(sql, [], { maxRows: 7 });
    expect(rows.length).toBe(7);
    // The first connection still had rows to send.
    expect(await readId()).not.toBe(id);
    const few = await pool.read('SELECT id FROM orders ORDER BY id', [], { maxRows: 2 });
    expect(few.rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('counts the memory of its values, not only their bytes', async () => {
    const pool = open(createLogin());
    const read = (columns: number) => {
      const nulls = Array.from({ length: columns }, (_, index) => `NULL AS c${index}`).join();
      const rows = 'information_schema.collations AS a, information_schema.collations AS b';
      return pool.read(`SELECT ${nulls} FROM ${rows}`, [], { maxRows: 1000 });
    };
    expect((await read(300)).rows.length).toBe(1000);
    await expect(read(400)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('ends at the server as soon as its result is too large', async () => {
    // The server could send rows for minutes.
    const pool = open(createLogin(), { connections: 1, limitMs: 3_600_000 });
    const sql = MYSQL_PROBES.large[1]!.replace('100000', '1000');
    await expect(pool.read(sql, [], {})).rejects.toMatchObject({ code: 'too-large' });
    await expect.poll(() => server.run('SHOW PROCESSLIST')).not.toContain('REPEAT');
  });

  it('names its dashboard in the list of processes', async () => {
    const owner = { companyId: 7, sessionId: 'anna', dashboardGuid: 'a-guid' };
    const over = new AbortController();
    const options = { owner, dataset: 'sold goods', cancel: over.signal };
    const reading = open(createLogin()).read('SELECT sleep(1000)', [], options);
    const failing = expect(reading).rejects.toMatchObject({ code: 'aborted' });
    await expect
      .poll(() => server.run('SHOW FULL PROCESSLIST'))
      .toContain('/* company=7 dashboard=a-guid dataset=sold%20goods */');
    over.abort();
    await failing;
  });

  it('is one SELECT: another statement names the rule', async () => {
    const pool = open(createLogin('GRANT ALL ON shop.* TO $'));
    const rule = 'The SQL of a dataset is one SELECT, without INTO.';
    await expect(pool.read('SET @x = 1', [], {})).rejects.toThrow(rule);
    // For the server, a control character after two minus signs begins a comment.
    for (const sql of ['SELECT 1 INTO @x', 'SELECT 1 --\u0001 ;\n INTO @x']) {
      await expect(pool.read(sql, [], {})).rejects.toThrow(rule);
    }
    for (const sql of ['DELETE FROM orders', 'SELECT 1) OR EXISTS (SELECT 2']) {
      await expect(pool.read(sql, [], {})).rejects.toMatchObject({
        code: expect.stringMatching(/^(25006|42000)$/),
      });
    }
    const { rows } = await pool.read('SELECT count(*) AS n FROM orders', [], {});
    expect(rows).toEqual([{ n: '3' }]);
  });

  it('cannot write by a function that its login may call', async () => {
    server.run(`DELIMITER //
      CREATE FUNCTION shop.add_order() RETURNS int MODIFIES SQL DATA SQL SECURITY DEFINER
      BEGIN INSERT INTO shop.orders (id) VALUES (99); RETURN 1; END//`);
    const pool = open(createLogin('GRANT EXECUTE ON shop.* TO $'));
    await expect(pool.read('SELECT shop.add_order() AS n', [], {})).rejects.toMatchObject({
      code: '25006',
    });
    expect(server.run('SELECT count(*) FROM shop.orders').trim()).toBe('3');
  });

  it('is encrypted if its address says so, with all limits, and can check the certificate', async () => {
    const folder = await mkdtemp(`${tmpdir()}/certificate-`);
    onTestFinished(() => rm(folder, { recursive: true }));
    makeCertificate({ key: `${folder}/key`, certificate: `${folder}/crt` });
    const other = await startMariadb(`--ssl-cert=${folder}/crt`, `--ssl-key=${folder}/key`);
    onTestFinished(() => other.stop());
    other.run(
      `CREATE DATABASE shop; CREATE USER ann IDENTIFIED BY 'ann-secret' REQUIRE SSL; GRANT SELECT ON shop.* TO ann`,
    );
    const address = `mysql://ann:ann-secret@127.0.0.1:${other.port}/shop`;
    const cipher = `SELECT variable_value AS cipher FROM information_schema.session_status
      WHERE variable_name = 'Ssl_cipher'`;
    const encrypted = open(`${address}?ssl-mode=REQUIRED`);
    const { rows } = await encrypted.read(cipher, [], {});
    expect(rows).toEqual([{ cipher: expect.stringMatching(/^TLS_/) }]);
    const large = encrypted.read(MYSQL_PROBES.large[1]!, [], { maxRows: 200 });
    await expect(large).rejects.toMatchObject({ code: 'too-large' });
    for (const mode of ['DISABLED', 'VERIFY_IDENTITY']) {
      const refused = open(`${address}?ssl-mode=${mode}`).read('SELECT 1 AS n', [], {});
      await expect(refused).rejects.toMatchObject({
        code: mode === 'DISABLED' ? '28000' : 'unavailable',
      });
    }
  });

  it('blames no SQL when its connection breaks', async () => {
    const relay = createServer((client) => {
      const upstream = connect(server.port, '127.0.0.1');
      upstream.pipe(client);
      client.on('data', (data) => {
        if (data.includes('EXISTS')) client.destroy();
        else upstream.write(data);
      });
      client.on('close', () => upstream.destroy());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void relay.close());
    await once(relay, 'listening');
    const { port } = relay.address() as AddressInfo;
    const pool = open(createLogin().replace(`:${server.port}/`, `:${port}/`));
    const read = pool.read('SELECT 1 AS n', [], {});
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe.skipIf(!hasMariadb)('in the service', () => {
  let service: DashboardService;
  let url: string;

  beforeAll(async () => {
    const connectionHosts = [`127.0.0.1:${server.port}`];
    service = createDashboardService({ ...(await testService()), connectionHosts });
    ({ url } = await service.listen(0));
  });

  afterAll(() => service.close());

  it('lists tables with quotes where SQL needs them, and refuses servers that are not allowed', async () => {
    const office = await logIn(url, SETTINGS.adminPassword);
    const add = (connectionString: string): Promise<Response> =>
      office.post(
        'companies/1/connections',
        new URLSearchParams({ name: 'Shop', connectionString }),
      );
    const refusal = await add('mysql://ann:x@db.test/shop');
    expect([refusal.status, await refusal.text()]).toEqual([
      400,
      expect.stringContaining('postgres:// or mysql://'),
    ]);
    expect((await add(createLogin())).status).toBe(303);
    const answer = await office.post('dashboards/tables', { companyId: 1, connection: 'Shop' });
    expect((await answer.json()) as TablesAnswer).toEqual({
      dialect: 'mysql',
      tables: [
        {
          name: 'orders',
          columns: [
            { name: 'id', type: 'int(11)' },
            { name: 'region', type: 'varchar(20)' },
            { name: 'paid', type: 'tinyint(1)' },
            { name: '`Net amount`', type: 'decimal(9,2)' },
            { name: '`range`', type: 'timestamp' },
          ],
        },
      ],
    });
  });
});
