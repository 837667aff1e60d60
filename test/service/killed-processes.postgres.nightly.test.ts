import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.mjs';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { runSql, SECRET, testDatabase } from '../support/test-database.ts';
import { API_KEY, ConfirmedWrites } from './confirmed-writes.ts';
import { type ServiceProcess, startService } from './service-process.ts';

const PROCESSES = 4;
/** The confirmed tokens between two kills. */
const TOKENS = 25;

let folder: string;
let database: string;
let ports: number[];
let services: ServiceProcess[] = [];

/** A process that starts again keeps its port, which nginx knows. */
function start(port: number): Promise<ServiceProcess> {
  return startService({
    DATABASE_URL: database,
    SERVICE_SECRET: SECRET,
    SERVICE_API_KEY: API_KEY,
    SERVICE_ADMIN_PASSWORD: 'correct horse',
    SERVICE_CONNECTIONS: '4',
    SERVICE_PORT: String(port),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/nginx-`);
  database = await testDatabase();
  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  // One of them fills the database, while the others wait for its lock.
  services = await Promise.all(ports.map(start));
});

afterAll(async () => {
  await Promise.all(services.map(({ end }) => end()));
  await rm(folder, { recursive: true });
});

it.skipIf(!hasNginx)(
  'each of four processes behind nginx can be killed: nothing is lost',
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const servers = ports.map((each) => `server 127.0.0.1:${each} fail_timeout=1s;`).join(' ');
    const configuration = (await readFile('docs/examples/several-processes.conf', 'utf8'))
      .replace(/server 10\.[^}]*?(?=keepalive)/, servers)
      .replace('listen 80;', `listen 127.0.0.1:${port};`);
    await using _ = await startNginx(folder, `access_log off; ${configuration}`);

    const confirmed = new ConfirmedWrites();
    let isOver = false;
    const writing = Promise.all(
      ['a', 'b', 'c', 'd'].map((writer) => confirmed.write(url, writer, () => isOver)),
    );
    const untilMore = async (): Promise<void> => {
      const enough = confirmed.tokenCount + TOKENS;
      await expect.poll(() => confirmed.tokenCount).toBeGreaterThan(enough);
    };
    for (const [index, each] of ports.entries()) {
      await untilMore();
      services[index]!.child.kill('SIGKILL');
      await untilMore();
      services[index] = await start(each);
    }
    await untilMore();
    isOver = true;
    await writing;

    const lost = await confirmed.findLost((sql) => runSql(database, sql));
    expect(lost).toEqual({ lost: [], reopened: [] });
    expect(confirmed.logoutCount).toBeGreaterThan(0);
  },
);
