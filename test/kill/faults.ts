import { setTimeout as wait } from 'node:timers/promises';
import { signalProcess } from './processes.ts';
import { endSignIns } from './verify.ts';
import type { Ledger } from './ledger.ts';
import type { FaultNote, Loss } from './notes.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { createSecret } from './services.ts';
import { SinglePostgres } from './single-postgres.ts';
import type { Stack } from './stack.ts';

/** The time for which a frozen machine stays frozen after another one has its place, in milliseconds. */
const FROZEN_MS = 5000;
/** The time for which the network swallows everything, in milliseconds. */
const SILENT_MS = 10_000;
/** The time for which a clock is wrong, in milliseconds. */
const WRONG_CLOCK_MS = 15_000;
/** The time for which the disk of the primary is full, in milliseconds. */
const FULL_DISK_MS = 10_000;

/** The parts of a run that a fault needs. */
export interface FaultStage {
  stack: Stack;
  ledger: Ledger;
  random: () => number;
}

/** A fault. */
export interface Fault {
  name: string;
  loss?: Loss;
  /** Causes the fault, and ends it: afterwards all programs run. Returns what the note has in addition. */
  cause: (stage: FaultStage) => Promise<Partial<FaultNote> | void>;
}

function clusterOf({ database }: Stack): PostgresCluster {
  if (database instanceof PostgresCluster) return database;
  throw new Error('This fault needs several nodes.');
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}

async function killPrimary({ stack }: FaultStage): Promise<void> {
  const cluster = clusterOf(stack);
  const primary = await cluster.findPrimary();
  cluster.kill(primary);
  await cluster.untilAnotherThan(primary);
}

async function killServer({ stack: { database } }: FaultStage): Promise<void> {
  if (database instanceof SinglePostgres) await database.killAndStart();
}

async function freezePrimary({ stack }: FaultStage): Promise<void> {
  const cluster = clusterOf(stack);
  const primary = await cluster.findPrimary();
  const wake = cluster.freeze(primary);
  try {
    await cluster.untilAnotherThan(primary);
    await wait(FROZEN_MS);
  } finally {
    wake();
  }
}

async function swallow({ stack: { silentProxy } }: FaultStage): Promise<Partial<FaultNote>> {
  silentProxy.fallSilent('all');
  await wait(SILENT_MS);
  silentProxy.speakAgain();
  return { overAt: performance.now() };
}

async function fillDisk({ stack }: FaultStage): Promise<Partial<FaultNote> | void> {
  const cluster = clusterOf(stack);
  const primary = await cluster.findPrimary();
  const { disk } = primary;
  if (!disk) return { skipped: 'this machine refuses a mount' };
  await cluster.fill(primary);
  try {
    await wait(FULL_DISK_MS);
  } finally {
    disk.clear();
  }
}

async function killEtcdLeader({ stack }: FaultStage): Promise<void> {
  const { etcd } = await clusterOf(stack).findEtcdLeader();
  await etcd.restart('SIGKILL');
}

async function killService({ stack, random }: FaultStage): Promise<void> {
  await pick(stack.services.processes, random).restart('SIGKILL');
}

async function shiftClock({ stack, random }: FaultStage): Promise<void> {
  const process = pick(stack.services.processes, random);
  const { pid } = process;
  signalProcess(pid, 'SIGUSR2');
  await wait(WRONG_CLOCK_MS);
  if (process.pid === pid) signalProcess(pid, 'SIGUSR2');
}

/** Changes the API key and the secret in the documented order, one process after the other. */
async function changeSecrets({ stack, ledger }: FaultStage): Promise<void> {
  const { services, office, hosts } = stack;
  await office.replaceKey();
  for (const host of hosts) {
    await host.endBy('SIGTERM');
    await host.start();
  }
  const former = services.secret;
  const next = createSecret();
  for (const secret of [`${former} ${next}`, `${next} ${former}`]) {
    services.secret = secret;
    await services.restartAll();
  }
  await services.runCommand('reseal');
  await endSignIns(office, ledger);
  services.secret = next;
  await services.restartAll();
  const { cookie } = await office.signIn();
  office.useSession(cookie);
  await office.endPreviousKey();
}

/** The faults of a cluster. */
export const FAULTS: readonly Fault[] = [
  { name: 'kill -9 of the primary', loss: 'closed', cause: killPrimary },
  { name: 'SIGSTOP of the primary', loss: 'silent', cause: freezePrimary },
  { name: 'a network that swallows everything', loss: 'silent', cause: swallow },
  {
    name: 'kill -9 of HAProxy',
    loss: 'closed',
    cause: async ({ stack }) => stack.haproxy?.restart('SIGKILL'),
  },
  {
    name: 'kill -9 of an nginx',
    cause: async ({ stack, random }) => pick(stack.nginx, random).restart('SIGKILL'),
  },
  { name: 'kill -9 of a service process', cause: killService },
  {
    name: 'kill -9 of a host process',
    cause: async ({ stack, random }) => pick(stack.hosts, random).restart('SIGKILL'),
  },
  { name: 'kill -9 of the leader of etcd', cause: killEtcdLeader },
  { name: 'a clock two hours ahead', cause: shiftClock },
  { name: 'a full disk of the primary', cause: fillDisk },
  {
    name: 'a rolling restart of the service',
    cause: async ({ stack }) => stack.services.restartAll(),
  },
  { name: 'a rolling change of key and secret', cause: changeSecrets },
];

/** The faults of the short form, with one database server. */
export const SHORT_FAULTS: readonly Fault[] = [
  { name: 'kill -9 of the database server', loss: 'closed', cause: killServer },
  ...FAULTS.filter(({ name }) => /of an? (nginx|service process)$/.test(name)),
];
