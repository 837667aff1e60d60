import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFreePort } from './on-free-port.mjs';
import { untilListening } from './until-listening.ts';

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

async function startOn(listenPort: number, options: Options): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const users = join(folder, 'users.txt');
  writeFileSync(users, options.logins.map(toUser).join('\n'), { mode: 0o644 });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, toSettings(listenPort, users, options), { mode: 0o644 });
  const pooler = spawn(PROGRAM, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...toOrdinaryUser(),
  });
  await untilListening(pooler, 'PgBouncer', listenPort);
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

function toSettings(
  listenPort: number,
  users: string,
  { database, mode, size, logins }: Options,
): string {
  const { hostname, port, username } = new URL(database);
  const isOne = logins.length === 0;
  return `[databases]
* = host=${hostname} port=${port}${isOne ? ` user=${username}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = ${isOne ? 'any' : 'scram-sha-256'}
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
server_login_retry = 1
`;
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
