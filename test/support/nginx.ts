import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { onFreePort } from './on-free-port.mjs';

// Debian installs nginx in a folder that only root's PATH contains.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };

export const hasNginx = spawnSync('nginx', ['-v'], { env }).status === 0;

/** Starts nginx on a free port of 127.0.0.1, with the content of an `http` block that listens on this port. */
export function startNginxOnPort(
  folder: string,
  toHttp: (port: number) => string,
): Promise<AsyncDisposable & { port: number }> {
  return onFreePort(async (port) => ({ port, ...(await startNginx(folder, toHttp(port))) }));
}

/** Starts nginx with the content of an `http` block, and waits until it listens. Its files are in `folder`. */
export async function startNginx(folder: string, http: string): Promise<AsyncDisposable> {
  const path = `${folder}/nginx.conf`;
  await writeFile(
    path,
    `pid ${folder}/pid; error_log ${folder}/start.log; daemon off; master_process off;
     events {}
     http { ${http} }`,
  );
  const nginx = spawn('nginx', ['-c', path, '-e', `${folder}/start.log`], { env });
  const ended = once(nginx, 'exit');
  // nginx writes this file after it has begun to listen.
  while (!existsSync(`${folder}/pid`)) {
    if (nginx.exitCode !== null) {
      throw new Error(`nginx did not start:\n${await readFile(`${folder}/start.log`, 'utf8')}`);
    }
    await setTimeout(50);
  }
  return {
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}
