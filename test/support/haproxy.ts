import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { collectOutput, type Output } from './collect-output.ts';
import { onFreePort } from './on-free-port.mjs';

/** The documented configuration, for two processes. */
export const HAPROXY_FILE = 'docs/examples/several-processes.haproxy.cfg';

// Debian installs HAProxy in a folder that only root's PATH contains.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };

export const hasHaproxy = spawnSync('haproxy', ['-v'], { env }).status === 0;

/** A running HAProxy. Its output is its log. */
export interface Haproxy extends AsyncDisposable {
  port: number;
  output: Output;
}

/** Checks a configuration without starting it. Returns the status, and all that HAProxy says about the file. */
export function checkHaproxy(file: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', file], {
    env,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/** Starts HAProxy as documented, in front of the processes that listen on these ports of 127.0.0.1. */
export async function startHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const documented = await readFile(HAPROXY_FILE, 'utf8');
  const servers = ports.map((port) => `  server p${port} 127.0.0.1:${port}\n`).join('');
  const configuration = documented.replaceAll(/(?: {2}server \w+ 10\.\S+\n)+/g, servers);
  return onFreePort((port) =>
    startOn(port, configuration.replace('bind :80', `bind 127.0.0.1:${port}`)),
  );
}

async function startOn(port: number, configuration: string): Promise<Haproxy> {
  const folder = await mkdtemp(`${tmpdir()}/haproxy-`);
  await writeFile(`${folder}/haproxy.cfg`, configuration);
  const haproxy = spawn('haproxy', ['-db', '-f', `${folder}/haproxy.cfg`], { env });
  const output = collectOutput(haproxy);
  while (!(await isOpen(port))) {
    if (haproxy.exitCode !== null) throw new Error(`HAProxy did not start: ${await output.whole}`);
    await setTimeout(50);
  }
  return {
    port,
    output,
    async [Symbol.asyncDispose]() {
      haproxy.kill();
      await output.whole;
      await rm(folder, { recursive: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
