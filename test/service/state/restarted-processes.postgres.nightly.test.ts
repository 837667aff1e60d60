import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { hasHaproxy } from '../../support/haproxy.ts';
import { hasNginx, startNginxOnPort } from '../../support/nginx.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { useFolder } from '../../support/use-folder.ts';
import { startDocumentedHaproxy } from '../documented-haproxy.ts';
import { PreviousVersion, previousCommit } from '../previous-version.ts';
import { startService } from '../service-process.ts';
import { ConfirmedWrites } from './confirmed-writes.ts';
import { Processes } from './processes.ts';
import { ReadingCalls, SLOW_SALES } from './reading-calls.ts';

const PROCESSES = 4;
const folder = useFolder();

/** Starts nginx as documented, in front of the processes that listen on these ports of 127.0.0.1. */
async function startNginx(ports: readonly number[]) {
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  const documented = await readFile('docs/examples/several-processes.conf', 'utf8');
  const configuration = documented.replace(/server 10\.[^}]*?(?=keepalive)/, servers);
  return startNginxOnPort(folder, (port) =>
    configuration.replace('listen 80;', `listen 127.0.0.1:${port};`),
  );
}

async function startProcesses(changes: Record<string, string>, start = startService) {
  const database = await testDatabase();
  const environment = { ...toEnvironment(database), ...changes };
  const processes = await Processes.start(PROCESSES, environment, start);
  onTestFinished(() => processes.endAll());
  return { database, processes };
}

/** Reads through a proxy while each process is ended and replaced by one that `next` starts. */
async function replaceEach(
  database: string,
  processes: Processes,
  { start, calls }: { start: typeof startNginx; calls: number },
  next = startService,
): Promise<void> {
  await runSql(database, SLOW_SALES);
  await using proxy = await start(processes.ports);
  const reading = new ReadingCalls(proxy.port);
  for (let index = 0; index < PROCESSES; index += 1) {
    await reading.untilMore(calls);
    await processes.end(index);
    await reading.untilMore(calls);
    await processes.startAgain(index, next);
  }
  await reading.untilMore(calls);
  await reading.end();
  expect(reading.failed).toEqual([]);
}

/** The end of the title if a program is missing. */
const lacking = (isThere: boolean, name: string): string =>
  isThere ? '' : `, skipped: this machine lacks ${name}`;

// nginx does not read `/ready`, so a process behind it has no time to drain.
describe.for([
  { name: 'nginx', isThere: hasNginx, drainSeconds: 0, start: startNginx },
  { name: 'HAProxy', isThere: hasHaproxy, drainSeconds: 5, start: startDocumentedHaproxy },
])('behind $name', ({ name, isThere, drainSeconds, start }) => {
  it.skipIf(!isThere)(
    `each of four processes can be restarted: no call fails, and no page is cut${lacking(isThere, name)}`,
    async () => {
      const { database, processes } = await startProcesses({
        SERVICE_DRAIN_SECONDS: String(drainSeconds),
        SERVICE_CACHE_SECONDS: '0',
      });
      await replaceEach(database, processes, { start, calls: 24 });
    },
  );
});

it.skipIf(!hasNginx || !previousCommit)(
  `each of four processes behind nginx can be replaced by the next version: no call fails, and no page is cut${lacking(hasNginx, 'nginx')}`,
  async () => {
    using previous = new PreviousVersion();
    const settings = { SERVICE_CACHE_SECONDS: '0' };
    const { database, processes } = await startProcesses(settings, previous.start);
    const readVersion = async (): Promise<number> => {
      const versions = `${STATE_SCHEMA}.schema_versions`;
      const [row] = await runSql(database, `SELECT max(version) AS version FROM ${versions}`);
      return Number(row!.version);
    };
    const before = await readVersion();
    await replaceEach(database, processes, { start: startNginx, calls: 112 });
    expect(await readVersion()).toBeGreaterThan(before);
  },
);

it.skipIf(!hasNginx)(
  `each of four processes behind nginx can be killed: nothing is lost${lacking(hasNginx, 'nginx')}`,
  async () => {
    const { database, processes } = await startProcesses({});
    await using nginx = await startNginx(processes.ports);
    const confirmed = new ConfirmedWrites();
    let isOver = false;
    const writing = Promise.all(
      ['a', 'b', 'c', 'd'].map((writer) =>
        confirmed.write(`http://127.0.0.1:${nginx.port}`, writer, () => isOver),
      ),
    );
    for (let index = 0; index < PROCESSES; index += 1) {
      await confirmed.untilMoreTokens(25);
      processes.kill(index);
      await confirmed.untilMoreTokens(25);
      await processes.startAgain(index);
    }
    await confirmed.untilMoreTokens(25);
    isOver = true;
    await writing;
    const lost = await confirmed.findLost((sql) => runSql(database, sql));
    expect(lost).toEqual({ lost: [], reopened: [] });
    expect(confirmed.logoutCount).toBeGreaterThan(0);
  },
);
