import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** A running `npx vite`. */
export interface Run {
  child: ReturnType<typeof spawn>;
  /** Resolves with the first lines, once all addresses are printed. */
  greeting: Promise<string>;
  ending: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

/** Runs the command of `npm start`, with nothing on disk. */
export function runVite(environment: Record<string, string | number>, options: string[] = []): Run {
  const { PATH = '' } = process.env;
  const settings = {
    DATABASE_URL: 'memory:',
    SERVICE_API_KEY: 'hunter2',
    SERVICE_ADMIN_PASSWORD: 'hunter2-of-the-back-office',
    SERVICE_SECRET: 'hunter2-of-what-is-encrypted',
    ...environment,
  };
  const child = spawn(process.execPath, [vite, ...options], {
    cwd: root,
    env: { PATH, ...settings },
  });
  const ending = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr]) => ({ status: child.exitCode, stdout, stderr }),
  );
  return { child, greeting: readGreeting(child.stdout), ending };
}

/** Runs {@link runVite} on ports that the system chooses, and resolves with the greeting. */
export async function startVite(): Promise<Omit<Run, 'greeting'> & { greeting: string }> {
  const run = runVite({ PORT: 0, SERVICE_PORT: 0 });
  const greeting = await run.greeting;
  // The system chooses a port of 127.0.0.1, which another program may use on ::1.
  const isTaken = !greeting && /^playground: Port \d+ is in use\./.test((await run.ending).stderr);
  return isTaken ? startVite() : { ...run, greeting };
}

async function readGreeting(stdout: Readable): Promise<string> {
  let lines = '';
  for await (const [chunk] of on(stdout, 'data', { close: ['end'] })) {
    lines += String(chunk);
    if (lines.includes('Ctrl+C')) break;
  }
  return lines;
}
