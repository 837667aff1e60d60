import { spawn, type SpawnOptions } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { installBuiltPackage } from './build-package.ts';
import { collectOutput } from './collect-output.ts';
import { endProcess } from './end-process.ts';
import { untilAnswered } from './until-answered.ts';

const REPORT_ADDRESS = import.meta.resolve('./report-address.mjs');

/** The server of an application that has installed the package. */
export interface Consumer extends AsyncDisposable {
  /** Its origin. */
  url: string;
}

/**
 * Writes the files into a new folder, in which the built package is installed, and runs the
 * `server.mjs` among them. Port 0 replaces port 3000 in the files.
 */
export async function startConsumer(
  files: Record<string, string>,
  environment: Record<string, string>,
): Promise<Consumer> {
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(resolve('test-results/consumer-'));
  // Without a package.json the files would belong to the package itself.
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(/\b3000\b/g, '0'));
  }
  installBuiltPackage(folder);
  const { PATH = '' } = process.env;
  const server = await startNodeServer(['server.mjs'], {
    cwd: folder,
    env: { PATH, ...environment },
  });
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Runs a Node program whose server listens on port 0, and waits until it listens. If the program starts several servers,
 * the address is that of the last one.
 */
export async function startNodeServer(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
  servers = 1,
): Promise<Consumer> {
  const child = spawn(process.execPath, ['--import', REPORT_ADDRESS, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended before it was listening.');
  });
  const addresses = on(child, 'message');
  let port = 0;
  for (let server = 0; server < servers; server += 1) {
    const { value } = await Promise.race([addresses.next(), ended]);
    ({ port } = (value as [AddressInfo])[0]);
  }
  return { url: `http://localhost:${port}`, [Symbol.asyncDispose]: () => endProcess(child) };
}

/**
 * Runs a program, and waits until it listens on the port. With `detached`, its children end with it.
 * @throws {Error} with its output if it ends before.
 */
export async function startServer(
  port: number,
  program: string,
  args: string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>,
): Promise<Consumer> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child);
  const url = `http://localhost:${port}`;
  const end = (): boolean => (options.detached ? process.kill(-child.pid!) : child.kill());
  const close = (): Promise<void> => endProcess(child, end);
  if (await untilAnswered(child, url)) {
    child.stderr.pipe(process.stderr);
    return { url, [Symbol.asyncDispose]: close };
  }
  await close();
  throw new Error(`The server ended before it was listening: ${await output.whole}`);
}
