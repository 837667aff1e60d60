import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { collectOutput } from './collect-output.ts';
import { onFreePort } from './on-free-port.mjs';

const PROGRAM = '/usr/sbin/mariadbd';

/** Whether MariaDB is installed. */
export const hasMariadb = existsSync(PROGRAM);

/** A MariaDB server with a new folder for its data. */
export interface MariadbServer {
  port: number;
  /** Runs statements as the administrator. Returns the last result, a line for each row. */
  run(sql: string): string;
  stop(): Promise<void>;
}

/** Starts a server with these options on a free port. */
export async function startMariadb(...settings: string[]): Promise<MariadbServer> {
  return onFreePort((port) => startOn(port, settings));
}

async function startOn(port: number, settings: readonly string[]): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const install = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
  ];
  execFileSync('mariadb-install-db', [...install, '--skip-test-db'], { stdio: 'ignore' });
  const server = spawn(
    PROGRAM,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--innodb-flush-method=nosync',
      // The server refuses to run as root without a word.
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      ...settings,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = collectOutput(server);
  const run = (sql: string): string =>
    execFileSync(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '--batch', '--skip-column-names'],
      {
        input: sql,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
  for (;;) {
    try {
      run('SELECT 1');
      break;
    } catch {
      if (server.exitCode !== null) throw new Error(`MariaDB did not start: ${await output.whole}`);
      await setTimeout(50);
    }
  }
  return {
    port,
    run,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}
