import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { collectOutput } from './collect-output.ts';
import { onFreePort } from './on-free-port.mjs';

/** The files where PostgreSQL looks for them. */
const CERTIFICATE = { key: 'data/server.key', certificate: 'data/server.crt' };

const VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL server with a new folder for its data. */
export interface PostgresServer {
  /** The file of the server's certificate. Undefined without TLS. */
  certificate: string | undefined;
  /** Creates an empty database, and returns its address. The address's user may create roles. */
  createDatabase(): string;
  /** Ends the server, unless it has ended, and removes its data and those of its standbys, which have ended before. */
  stop(): Promise<void>;
  /** Ends the server. It can be started again. */
  end(): Promise<void>;
  /** Ends the server and its processes at once, as a crash does. */
  kill(): Promise<void>;
  /** Stops the server and its processes for good. Their connections stay open, and nothing is answered. */
  freeze(): void;
  /** Starts the server again, on the same port and with the same data. */
  start(): Promise<void>;
  /** Starts a standby of the server, with further settings such as `max_standby_streaming_delay=0`. */
  startStandby(...settings: string[]): Promise<PostgresStandby>;
}

/** A copy of a server that follows its changes. */
export interface PostgresStandby {
  end(): Promise<void>;
  /** Returns the address of a database of the primary at the standby. */
  addressOf(database: string): string;
}

/** Returns the folder of PostgreSQL's programs, or `null` if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const [newest] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return newest ? join(VERSIONS, newest, 'bin') : null;
}

/**
 * Starts a server on a free port. `fsync` is PostgreSQL's setting of that name, and off by default because
 * the data does not outlive the tests. `hasTls`: the server also speaks TLS, with a new self-signed certificate.
 * @throws {Error} if PostgreSQL is not installed.
 */
export async function startPostgres(
  fsync: 'on' | 'off' = 'off',
  hasTls = false,
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql.');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const owner = ownerFor(folder);
  const installed: Installed = {
    folder,
    spawn: (program, args) =>
      spawn(join(programs, program), args, {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...owner,
      }),
    run: (program, ...args) =>
      execFileSync(join(programs, program), args, { cwd: folder, encoding: 'utf8', ...owner }),
  };
  const options = ['--username=service', '--auth=trust', '--no-sync', '--locale=C.UTF-8'];
  installed.run('initdb', '--pgdata=data', ...options);
  if (hasTls) makeCertificate(CERTIFICATE, { cwd: folder, ...owner });
  const settings = [`fsync=${fsync}`, `ssl=${hasTls ? 'on' : 'off'}`];
  return serve(installed, settings, hasTls ? join(folder, CERTIFICATE.certificate) : undefined);
}

/** The programs of PostgreSQL, which run in a folder. */
interface Installed {
  folder: string;
  spawn: (program: string, args: readonly string[]) => ChildProcess;
  run: (program: string, ...args: string[]) => string;
}

async function serve(
  installed: Installed,
  settings: readonly string[],
  certificate: string | undefined,
): Promise<PostgresServer> {
  const start = (at: number): Promise<Running> => startOn(installed, at, 'data', settings);
  let running = await onFreePort(start);
  const { port } = running;
  const login = [`--host=${installed.folder}`, `--port=${port}`, '--username=service'];
  let databases = 0;
  return {
    certificate,
    createDatabase() {
      databases += 1;
      installed.run('createdb', ...login, `test_${databases}`);
      return `postgres://service:any@127.0.0.1:${port}/test_${databases}`;
    },
    async start() {
      running = await start(port);
    },
    async stop() {
      await running.end();
      await rm(installed.folder, { recursive: true });
    },
    end: () => running.end(),
    kill: () => running.kill(),
    freeze: () => running.freeze(),
    async startStandby(...others) {
      const options = ['--pgdata=standby', '--write-recovery-conf', '--checkpoint=fast'];
      installed.run('pg_basebackup', ...login, '--no-sync', ...options);
      const standby = await onFreePort((at) =>
        startOn(installed, at, 'standby', [...settings, ...others]),
      );
      const addressOf = (database: string): string =>
        Object.assign(new URL(database), { port: String(standby.port) }).href;
      return { addressOf, end: () => standby.end() };
    },
  };
}

/** A running server. */
interface Running {
  port: number;
  end: () => Promise<void>;
  kill: () => Promise<void>;
  freeze: () => void;
}

async function startOn(
  { folder, spawn: begin, run }: Installed,
  port: number,
  data: string,
  others: readonly string[],
): Promise<Running> {
  const network = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const settings = [`port=${port}`, ...network, ...others];
  const server = begin('postgres', ['-D', data, ...settings.flatMap((each) => ['-c', each])]);
  const output = collectOutput(server);
  const isReady = (): boolean => {
    try {
      return !!run('pg_isready', `--host=${folder}`, `--port=${port}`);
    } catch {
      return false;
    }
  };
  while (!isReady()) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL did not start: ${await output.whole}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    port,
    // SIGINT requests a "fast" shutdown: the server ends its connections.
    end: () => end('SIGINT'),
    async kill() {
      const children = listChildren(server);
      await end('SIGKILL');
      for (const child of children) signalUnlessEnded(child, 'SIGKILL');
    },
    freeze() {
      // The first process is the one that starts others.
      server.kill('SIGSTOP');
      for (const child of listChildren(server)) signalUnlessEnded(child, 'SIGSTOP');
    },
  };
}

function listChildren({ pid }: ChildProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** Each process of PostgreSQL ends soon after the first one. */
function signalUnlessEnded(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the user `postgres` if this process is root, because PostgreSQL refuses to run as root. */
export function ownerFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(folder, uid!, gid!);
  return { uid, gid };
}
