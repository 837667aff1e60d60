import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { collectOutput, type Output } from './collect-output.ts';
import { onFreePort } from './on-free-port.mjs';
import { untilListening } from './until-listening.ts';

// Debian installs HAProxy in a folder that only root's PATH contains.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };

/** Whether HAProxy is installed. */
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

/** Starts HAProxy with a configuration that listens on the given port of 127.0.0.1. */
export function startHaproxy(toConfiguration: (port: number) => string): Promise<Haproxy> {
  return onFreePort(async (port) => {
    const folder = await mkdtemp(`${tmpdir()}/haproxy-`);
    await writeFile(`${folder}/haproxy.cfg`, toConfiguration(port));
    const haproxy = spawn('haproxy', ['-db', '-f', `${folder}/haproxy.cfg`], { env });
    const output = collectOutput(haproxy);
    await untilListening(haproxy, 'HAProxy', port);
    return {
      port,
      output,
      async [Symbol.asyncDispose]() {
        haproxy.kill();
        await output.whole;
        await rm(folder, { recursive: true });
      },
    };
  });
}
