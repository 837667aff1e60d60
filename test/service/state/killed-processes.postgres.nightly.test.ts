import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasNginx, startNginxOnPort } from '../../support/nginx.ts';
import { onFreePort } from '../../support/on-free-port.mjs';
import { runSql, SECRET, testDatabase } from '../../support/test-database.ts';
import { API_KEY, ConfirmedWrites } from './confirmed-writes.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

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
  // One of them fills the database, while the others wait for its lock.
  const all = Array.from({ length: PROCESSES }, () => onFreePort(start));
  services = await Promise.all(all);
  ports = services.map(({ url }) => Number(new URL(url).port));
});

afterAll(async () => {
  await Promise.all(services.map(({ end }) => end()));
  await rm(folder, { recursive: true });
});

it.skipIf(!hasNginx)(
  'each of four processes behind nginx can be killed: nothing is lost',
  async () => {
    const servers = ports.map((each) => `server 127.0.0.1:${each} fail_timeout=1s;`).join(' ');
    const configuration = (await readFile('docs/examples/several-processes.conf', 'utf8')).replace(
      /server 10\.[^}]*?(?=keepalive)/,
      servers,
    );
    await using nginx = await startNginxOnPort(
      folder,
      (port) =>
        `access_log off; ${configuration.replace('listen 80;', `listen 127.0.0.1:${port};`)}`,
    );
    const url = `http://127.0.0.1:${nginx.port}`;

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
