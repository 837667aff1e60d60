import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startNginxOnPort } from '../../test/support/nginx.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { type ChildServer, startServer } from '../child-server.ts';
import { askAtFullSpeed, askAtRate, createAgent, refuse } from '../http-load.ts';
import { toGetToken } from '../service/turns.ts';

/** The number of processes that share the calls. */
export const PROCESSES = 4;
/** The connections of the load for each process. */
export const CONNECTIONS_EACH = 4;

/** The calls of the steady load in a second. They leave the machine idle for more than half of the time. */
export const STEADY_PER_SECOND = 100;

/** The calls of one turn. The processor time is that of a call, in milliseconds. */
interface Turn {
  steadyMs: number;
  fullMs: number;
  /** The calls per second at full speed. */
  perSecond: number;
}

/** The turns with one process, and with {@link PROCESSES}. */
export interface ProcessTurns {
  one: Turn[];
  several: Turn[];
}

/** Sends calls of GetToken for twice `seconds` in each turn, first to one process, then to several. */
export async function measureProcesses(turns: number, seconds: number): Promise<ProcessTurns> {
  const postgres = await startPostgres('on');
  const folder = await mkdtemp(`${tmpdir()}/nginx-`);
  try {
    const database = postgres.createDatabase();
    await using servers = await startServers(database);
    await using one = await startProxy(folder, servers.list.slice(0, 1));
    await using several = await startProxy(folder, servers.list);
    const measured: ProcessTurns = { one: [], several: [] };
    for (let turn = 0; turn <= turns; turn += 1) {
      // The first turn is a warm-up and does not count.
      const kept = turn > 0 ? measured : { one: [], several: [] };
      kept.one.push(await takeTurn(one.port, servers.list, CONNECTIONS_EACH, seconds));
      kept.several.push(
        await takeTurn(several.port, servers.list, PROCESSES * CONNECTIONS_EACH, seconds),
      );
      console.log(`processes: ${turn} of ${turns} turns`);
    }
    return measured;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

/** Starts the first process alone: it fills the database. */
async function startServers(
  database: string,
): Promise<AsyncDisposable & { list: readonly ChildServer[] }> {
  const list: ChildServer[] = [];
  for (let count = 0; count < PROCESSES; count += 1) {
    list.push(await startServer('service/servers/service', database));
  }
  return {
    list,
    async [Symbol.asyncDispose]() {
      await Promise.all(list.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

/** Starts an nginx that shares the calls between servers. */
async function startProxy(
  folder: string,
  servers: readonly ChildServer[],
): ReturnType<typeof startNginxOnPort> {
  const own = await mkdtemp(`${folder}/`);
  return startNginxOnPort(own, (port) => `access_log off; ${toProxy(port, servers)}`);
}

/** Returns a block of nginx that shares the calls to a port between servers, and keeps the connections to them. */
function toProxy(port: number, servers: readonly ChildServer[]): string {
  const upstreams = servers.map(({ url }) => `server ${new URL(url).host};`).join(' ');
  return `upstream servers { ${upstreams} keepalive ${CONNECTIONS_EACH * PROCESSES}; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://servers; proxy_http_version 1.1; proxy_set_header Connection '';
      }
    }`;
}

async function takeTurn(
  port: number,
  servers: readonly ChildServer[],
  connections: number,
  seconds: number,
): Promise<Turn> {
  using agent = createAgent();
  const call = toGetToken({ url: `http://127.0.0.1:${port}` });
  const steady = await measureWork(servers, async () => {
    const answers = await Promise.all(await askAtRate(call, STEADY_PER_SECOND, seconds, agent));
    for (const { status } of answers) refuse(status);
    return answers.length;
  });
  let perSecond = 0;
  const full = await measureWork(servers, async () => {
    let calls = 0;
    perSecond = await askAtFullSpeed(call, { connections, duration: seconds }, (status) => {
      refuse(status);
      calls += 1;
    });
    return calls;
  });
  return { steadyMs: steady, fullMs: full, perSecond };
}

/** Returns the processor time of all servers for each of the calls that `send` makes and counts, in milliseconds. */
async function measureWork(
  servers: readonly ChildServer[],
  send: () => Promise<number>,
): Promise<number> {
  const readMs = async (): Promise<number> => {
    const times = await Promise.all(servers.map(({ processorTime }) => processorTime()));
    return times.reduce((sum, microseconds) => sum + microseconds / 1000, 0);
  };
  const before = await readMs();
  const calls = await send();
  return ((await readMs()) - before) / calls;
}
