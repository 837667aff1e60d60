import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BUILT_PACKAGE } from './build-package.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.mjs';

/** One for each worker: two test files may run at the same time. */
const ROOT = `test-results/consumer-${process.env['VITEST_POOL_ID']}`;

/** A server of somebody who has installed the package. */
export interface Consumer extends AsyncDisposable {
  /** Its origin. */
  url: string;
}

/**
 * Writes the files into a folder of their own, in which the built package is installed, and runs the
 * `server.mjs` among them. What they say of port 3000 is said of a free port.
 */
export async function startConsumer(
  files: Record<string, string>,
  environment: Record<string, string>,
): Promise<Consumer> {
  const port = await freePort();
  rmSync(ROOT, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    write(path, text.replaceAll(/\b3000\b/g, String(port)));
  }
  // Without a package.json the files would belong to the package itself.
  write('package.json', '{}');
  install('embedded-dashboard');
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment };
  return startServer(port, process.execPath, ['server.mjs'], { cwd: ROOT, env });
}

/** Runs a program that listens on the port, and waits until it does; `detached` ends its children too. */
export async function startServer(
  port: number,
  program: string,
  args: string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>,
): Promise<Consumer> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://localhost:${port}`;
  const end = (): boolean => (options.detached ? process.kill(-child.pid!) : child.kill());
  const close = (): Promise<void> => endProcess(child, end);
  await untilListening(url, () => child.exitCode === null).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url, [Symbol.asyncDispose]: close };
}

/** The package as npm would put it there. */
function install(name: string): void {
  const folder = join(ROOT, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  symlinkSync(resolve('package.json'), join(folder, 'package.json'));
  symlinkSync(resolve(BUILT_PACKAGE), join(folder, 'dist'));
}

function write(path: string, text: string): void {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function untilListening(url: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    const isListening = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isListening) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('The server ended before it listened.');
}
