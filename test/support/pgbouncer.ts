import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectOutput } from './collect-output.ts';
import { onFreePort } from './on-free-port.mjs';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether PgBouncer is installed. */
export const hasPgBouncer = existsSync(PROGRAM);

/** A PgBouncer in front of a PostgreSQL server. */
export interface Pooler {
  /** Returns the address of a database of the server behind the pooler. */
  addressOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in front of the server of this database, with at most `size` connections to each database for each
 * login. `logins` are addresses whose passwords PgBouncer checks. Without them, everybody has the login of `database`.
 */
export async function startPgBouncer(
  database: string,
  mode: 'session' | 'transaction',
  size: number,
  logins: readonly string[] = [],
): Promise<Pooler> {
  return onFreePort((port) => startOn(port, { database, mode, size, logins }));
}

interface Options {
  database: string;
  mode: string;
  size: number;
  logins: readonly string[];
}

async function startOn(
  listenPort: number,
  { database, mode, size, logins }: Options,
): Promise<Pooler> {
  const { hostname, port, username } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const users = join(folder, 'users.txt');
  const isOne = logins.length === 0;
  const settings = `[databases]
* = host=${hostname} port=${port}${isOne ? ` user=${username}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = ${isOne ? 'any' : 'scram-sha-256'}
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
`;
  writeFileSync(users, logins.map(toUser).join('\n'), { mode: 0o644 });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings, { mode: 0o644 });
  const pooler = spawn(PROGRAM, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...toOrdinaryUser(),
  });
  await answers(pooler, listenPort);
  return {
    addressOf(direct) {
      const address = new URL(direct);
      address.port = String(listenPort);
      return address.href;
    },
    async stop() {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGTERM');
      await ended;
    },
  };
}

function toUser(login: string): string {
  const { username, password } = new URL(login);
  return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`;
}

/** PgBouncer refuses to run as root. */
function toOrdinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

async function answers(pooler: ChildProcess, port: number): Promise<void> {
  const output = collectOutput(pooler);
  for (;;) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer did not start: ${await output.whole}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
