import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasNginx, startNginxOnPort } from '../../support/nginx.ts';
import { onFreePort } from '../../support/on-free-port.mjs';
import { runSql, SECRET, testDatabase } from '../../support/test-database.ts';
import { API_KEY, ConfirmedWrites } from './confirmed-writes.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

const PROCESSES = 4;
/** The confirmed tokens between two kills. */
const TOKENS = 25;
/** The calls between two restarts. */
const CALLS = 120;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

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

/** Starts nginx in front of the processes, as documented. */
async function startProxy(): Promise<AsyncDisposable & { url: string }> {
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  const documented = await readFile('docs/examples/several-processes.conf', 'utf8');
  const configuration = documented.replace(/server 10\.[^}]*?(?=keepalive)/, servers);
  const nginx = await startNginxOnPort(folder, (port) =>
    configuration.replace('listen 80;', `listen 127.0.0.1:${port};`),
  );
  return Object.assign(nginx, { url: `http://127.0.0.1:${nginx.port}` });
}

it.skipIf(!hasNginx)(
  'each of four processes behind nginx can be killed: nothing is lost',
  async () => {
    await using nginx = await startProxy();
    const confirmed = new ConfirmedWrites();
    let isOver = false;
    const writing = Promise.all(
      ['a', 'b', 'c', 'd'].map((writer) => confirmed.write(nginx.url, writer, () => isOver)),
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

it.skipIf(!hasNginx)(
  'each of four processes behind nginx can be restarted: no call fails',
  async () => {
    await using nginx = await startProxy();
    let calls = 0;
    let isOver = false;
    const failed: string[] = [];
    const note = (kind: string, { ok, status }: Response): void => {
      calls += 1;
      if (!ok) failed.push(`${kind}: ${status}`);
    };
    const read = async (session: string): Promise<void> => {
      while (!isOver) {
        const issued = await fetch(`${nginx.url}/Api/GetToken/${API_KEY}/${session}/${guid}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        });
        note('GetToken', issued);
        const opened = await fetch(`${nginx.url}/Tdb/${await issued.text()}`);
        note('page', opened);
        if (!(await opened.text()).trimEnd().endsWith('</html>')) failed.push('page: cut');
      }
    };
    const reading = Promise.all(['e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map(read));
    const untilMore = async (): Promise<void> => {
      const enough = calls + CALLS;
      await expect.poll(() => calls).toBeGreaterThan(enough);
    };
    for (const [index, each] of ports.entries()) {
      await untilMore();
      await services[index]!.end();
      await untilMore();
      services[index] = await start(each);
    }
    await untilMore();
    isOver = true;
    await reading;
    expect(failed).toEqual([]);
  },
);
