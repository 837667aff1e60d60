import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { findPostgres, ownerFor } from '../support/postgres-server.ts';
import { untilListening } from '../support/until-listening.ts';
import { readDocumented, type Places } from './documented-files.ts';
import { findServer, listChildren, signalProcess } from './processes.ts';
import { runAt } from './run-at.ts';
import { Supervised, type UnexpectedEnd } from './supervised.ts';

export const NODES = ['one', 'two', 'three'] as const;
/** The documented address of the first node. Its file is changed for the others. */
const FIRST = '10.0.0.21';
/** The size of the disk of a node, in MiB. */
const DISK_MIB = 1024;
/** The pause between two looks at the cluster, in milliseconds. */
const LOOK_MS = 250;
/** The longest wait for an answer of Patroni or etcd, in milliseconds. */
const ANSWER_MS = 2000;

/** The ports of a node. */
export interface NodePorts {
  postgres: number;
  patroni: number;
  client: number;
  peer: number;
}

/** A server that lacks fewer bytes follows the primary. */
const FOLLOWING = 2 ** 20;
/** The states of a server that takes part. */
const RUNNING = new Set(['running', 'streaming']);

/** A machine of the cluster: a PostgreSQL server under Patroni, and a member of etcd. */
export interface ClusterNode {
  name: string;
  ports: NodePorts;
  patroni: Supervised;
  etcd: Supervised;
  dataFolder: string;
  /** `null` if this machine refuses a mount. */
  disk: SmallDisk | null;
}

/** A member of the cluster, as Patroni's `GET /cluster` describes it. */
interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | 'unknown';
}

/** Returns the documented addresses of a node, each with the one on this machine. */
export function nodePlaces(ports: readonly NodePorts[]): [string, string][] {
  return ports.flatMap(({ postgres, patroni, client, peer }, index) => {
    const documented = `10.0.0.${21 + index}`;
    const here = '127.0.0.1';
    return [
      [`${documented}:5432 check port 8008`, `${here}:${postgres} check port ${patroni}`],
      [`${documented}:5432`, `${here}:${postgres}`],
      [`${documented}:8008`, `${here}:${patroni}`],
      [`${documented}:2379`, `${here}:${client}`],
      [`${documented}:2380`, `${here}:${peer}`],
    ] as [string, string][];
  });
}

/** The start of a cluster: its folder, the documented places, and the passwords that they name. */
export interface ClusterStart {
  folder: string;
  ports: readonly NodePorts[];
  places: Places;
  superuserPassword: string;
  onUnexpectedEnd: (end: UnexpectedEnd) => void;
}

/** Three PostgreSQL servers with Patroni and etcd, with the documented configuration. */
export class PostgresCluster {
  readonly nodes: readonly ClusterNode[];
  readonly #superuserPassword: string;

  static async start(begin: ClusterStart): Promise<PostgresCluster> {
    const nodes: ClusterNode[] = [];
    for (const index of NODES.keys()) nodes.push(await makeNode(begin, index));
    const cluster = new PostgresCluster(nodes, begin.superuserPassword);
    await Promise.all(nodes.map(({ etcd }) => etcd.start()));
    await cluster.#untilVersion();
    await Promise.all(nodes.map(({ patroni }) => patroni.start()));
    await cluster.untilWhole();
    return cluster;
  }

  private constructor(nodes: readonly ClusterNode[], superuserPassword: string) {
    this.nodes = nodes;
    this.#superuserPassword = superuserPassword;
  }

  /** Returns the address of a database at a node. Patroni's superuser signs in. */
  addressOf({ ports }: Pick<ClusterNode, 'ports'>, database: string): string {
    return `postgres://postgres:${this.#superuserPassword}@127.0.0.1:${ports.postgres}/${database}`;
  }

  /** Runs SQL at the primary, as the superuser. */
  async run(database: string, sql: string): Promise<Record<string, unknown>[]> {
    return runAt(this.addressOf(await this.findPrimary(), database), sql);
  }

  /** Waits until there is a primary, and returns it. */
  async findPrimary(): Promise<ClusterNode> {
    for (;;) {
      const leader = (await this.#members()).find(({ role }) => role === 'leader');
      const node = this.nodes.find(({ name }) => name === leader?.name);
      if (node && leader!.state === 'running') return node;
      await wait(LOOK_MS);
    }
  }

  /** Waits until another node than this one is the primary. */
  async untilAnotherThan(former: ClusterNode): Promise<void> {
    while ((await this.findPrimary()) === former) await wait(LOOK_MS);
  }

  /** Waits until all nodes run, one is the primary, and another one confirms its writes. Returns the wait. */
  async untilWhole(): Promise<number> {
    const begunAt = performance.now();
    for (;;) {
      if (isWhole(await this.#members())) return performance.now() - begunAt;
      await wait(LOOK_MS);
    }
  }

  /** Returns the member of etcd that leads. */
  async findEtcdLeader(): Promise<ClusterNode> {
    for (;;) {
      for (const node of this.nodes) {
        const status = await ask(`http://127.0.0.1:${node.ports.client}/v2/stats/self`);
        if ((status as { state?: string } | null)?.state === 'StateLeader') return node;
      }
      await wait(LOOK_MS);
    }
  }

  /** Ends the server of a node and its processes at once, as a crash does. Patroni goes on. */
  kill({ dataFolder }: ClusterNode): void {
    signalServer(dataFolder, 'SIGKILL');
  }

  /** Fills the disk of a node. The way to empty it is `disk.clear()`. */
  async fill({ disk }: ClusterNode): Promise<void> {
    // It ends with an error when the disk is full.
    const copy = spawn('dd', ['if=/dev/zero', `of=${disk!.filler}`, 'bs=1M'], { stdio: 'ignore' });
    await once(copy, 'exit');
  }

  /** Stops a whole machine: its server and Patroni. Returns the way to continue. */
  freeze({ dataFolder, patroni, etcd }: ClusterNode): () => void {
    const { pid } = patroni;
    const signal = (name: NodeJS.Signals): void => {
      for (const each of [pid, ...listChildren(pid), etcd.pid]) signalProcess(each, name);
      signalServer(dataFolder, name);
    };
    signal('SIGSTOP');
    return () => signal('SIGCONT');
  }

  async stop(): Promise<void> {
    // A standby that ends last would be promoted.
    await Promise.all(this.nodes.map(({ patroni }) => patroni.endBy('SIGTERM')));
    for (const { dataFolder, etcd, disk } of this.nodes) {
      signalServer(dataFolder, 'SIGKILL');
      await etcd.endBy('SIGTERM');
      disk?.remove();
    }
  }

  /** Waits until the members of etcd have agreed on a version: Patroni asks for it once. */
  async #untilVersion(): Promise<void> {
    for (const { ports } of this.nodes) {
      const isKnown = async (): Promise<boolean> => {
        const answer = await ask(`http://127.0.0.1:${ports.client}/version`);
        return /^\d/.test((answer as { etcdcluster?: string } | null)?.etcdcluster ?? '');
      };
      while (!(await isKnown())) await wait(LOOK_MS);
    }
  }

  async #members(): Promise<Member[]> {
    for (const { ports } of this.nodes) {
      const answer = await ask(`http://127.0.0.1:${ports.patroni}/cluster`);
      const { members } = (answer ?? {}) as { members?: Member[] };
      if (members) return members;
    }
    return [];
  }
}

/** Whether all members run and follow, and one of them confirms the writes of the primary. */
function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted();
  const follow = ({ role, lag }: Member): boolean => role === 'leader' || Number(lag) < FOLLOWING;
  const isRunning = members.every((each) => RUNNING.has(each.state) && follow(each));
  return isRunning && roles.join() === 'leader,replica,sync_standby';
}

function signalServer(dataFolder: string, signal: NodeJS.Signals): void {
  const server = findServer(dataFolder);
  if (server === null) return;
  const children = listChildren(server);
  // The first process starts others.
  for (const pid of [server, ...children]) signalProcess(pid, signal);
}

async function makeNode(begin: ClusterStart, index: number): Promise<ClusterNode> {
  const name = NODES[index]!;
  const ports = begin.ports[index]!;
  const folder = `${begin.folder}/${name}`;
  mkdirSync(folder);
  const disk = makeSmallDisk(DISK_MIB);
  const home = disk?.folder ?? folder;
  const owner = ownerFor(folder);
  if (disk) ownerFor(disk.folder);
  chmodSync(folder, 0o755);
  const dataFolder = `${home}/data`;
  const own: Places = new Map([
    ...begin.places,
    ['name: one', `name: ${name}`],
    ['/var/lib/postgresql/15/dashboards', dataFolder],
    ['/usr/lib/postgresql/15/bin', findPostgres()!],
    ['/var/lib/postgresql/pgpass', `${home}/pgpass`],
    ['/run/postgresql', folder],
    ['/var/lib/etcd/dashboards', `${folder}/etcd`],
    ...['listen', 'connect_address'].flatMap((key): [string, string][] => [
      [`${key}: ${FIRST}:8008`, `${key}: 127.0.0.1:${ports.patroni}`],
      [`${key}: ${FIRST}:5432`, `${key}: 127.0.0.1:${ports.postgres}`],
    ]),
    ...['listen-client', 'advertise-client'].map((key): [string, string] => [
      `${key}-urls: http://${FIRST}:2379`,
      `${key}-urls: http://127.0.0.1:${ports.client}`,
    ]),
    ...['listen-peer', 'initial-advertise-peer'].map((key): [string, string] => [
      `${key}-urls: http://${FIRST}:2380`,
      `${key}-urls: http://127.0.0.1:${ports.peer}`,
    ]),
  ]);
  writeFileSync(`${folder}/patroni.yml`, await readDocumented('patroni.yml', own), { mode: 0o644 });
  writeFileSync(`${folder}/etcd.yml`, await readDocumented('etcd.yml', own), { mode: 0o644 });
  const patroni = new Supervised(
    {
      name: `Patroni ${name}`,
      begin: () =>
        spawn('patroni', [`${folder}/patroni.yml`], {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          ...owner,
        }),
      untilReady: (child) => untilListening(child, `Patroni ${name}`, ports.patroni),
    },
    begin.onUnexpectedEnd,
  );
  const etcd = new Supervised(
    {
      name: `etcd ${name}`,
      begin: () =>
        spawn('etcd', ['--config-file', `${folder}/etcd.yml`], {
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      untilReady: (child) => untilListening(child, `etcd ${name}`, ports.client),
    },
    begin.onUnexpectedEnd,
  );
  return { name, ports, patroni, etcd, dataFolder, disk };
}

/** Returns the JSON of an answer, or `null` if there is none. */
async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    return await answer.json();
  } catch {
    return null;
  }
}
