import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { installBuiltPackage } from './build-package.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.mjs';
import { untilAnswered } from './until-answered.ts';

/** The server of an application that has installed the package. */
export interface Consumer extends AsyncDisposable {
  /** Its origin. */
  url: string;
}

/**
 * Writes the files into a new folder, in which the built package is installed, and runs the
 * `server.mjs` among them. A free port replaces port 3000 in the files.
 */
export async function startConsumer(
  files: Record<string, string>,
  environment: Record<string, string>,
): Promise<Consumer> {
  const port = await freePort();
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(resolve('test-results/consumer-'));
  // Without a package.json the files would belong to the package itself.
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(/\b3000\b/g, String(port)));
  }
  installBuiltPackage(folder);
  const { PATH = '' } = process.env;
  const options = { cwd: folder, env: { PATH, ...environment } };
  const server = await startServer(port, process.execPath, ['server.mjs'], options);
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs a program, and waits until it listens on the port. With `detached`, its children end with it. */
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
  if (await untilAnswered(child, url)) return { url, [Symbol.asyncDispose]: close };
  await close();
  throw new Error('The server ended before it was listening.');
}
