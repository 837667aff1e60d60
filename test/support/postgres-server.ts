import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
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
  stop(): Promise<void>;
  /** Starts the server again, on the same port and with the same data. */
  start(): Promise<void>;
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
  const run = (program: string, ...args: string[]): string =>
    execFileSync(join(programs, program), args, { cwd: folder, encoding: 'utf8', ...owner });
  const options = ['--username=service', '--auth=trust', '--no-sync', '--locale=C.UTF-8'];
  run('initdb', '--pgdata=data', ...options);
  if (hasTls) makeCertificate(CERTIFICATE, { cwd: folder, ...owner });
  let databases = 0;

  async function start(port: number): Promise<{ port: number; end: () => Promise<void> }> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      `fsync=${fsync}`,
      `ssl=${hasTls ? 'on' : 'off'}`,
    ];
    const server = spawn(
      join(programs!, 'postgres'),
      ['-D', 'data', ...settings.flatMap((setting) => ['-c', setting])],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...owner },
    );
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
    const end = async (): Promise<void> => {
      const ended = once(server, 'exit');
      // SIGINT requests a "fast" shutdown: the server ends its connections.
      server.kill('SIGINT');
      await ended;
    };
    return { port, end };
  }

  let running = await onFreePort(start);
  const { port } = running;
  return {
    certificate: hasTls ? join(folder, CERTIFICATE.certificate) : undefined,
    createDatabase() {
      databases += 1;
      run(
        'createdb',
        `--host=${folder}`,
        `--port=${port}`,
        '--username=service',
        `test_${databases}`,
      );
      return `postgres://service:any@127.0.0.1:${port}/test_${databases}`;
    },
    async start() {
      running = await start(port);
    },
    stop: () => running.end(),
  };
}

/** Returns the user `postgres` if this process is root, because PostgreSQL refuses to run as root. */
function ownerFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(folder, uid!, gid!);
  return { uid, gid };
}
