import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installBuiltPackage } from './build-package.ts';
import { collectOutput } from './collect-output.ts';
import { endProcess } from './end-process.ts';
import { onFreePort } from './on-free-port.mjs';
import { untilAnswered } from './until-answered.ts';

const EXAMPLES = 'docs/examples';
/** The dashboard that all examples open, and the headers by which they recognize their user. */
const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const AS_ANN = {
  'Content-Type': 'application/json',
  'X-Embedded-Dashboard': '1',
  'Sec-Fetch-Site': 'same-origin',
  Cookie: 'login=demo',
};

/** A running server of `docs/examples`. */
export interface HostExample extends AsyncDisposable {
  /** Its origin. */
  url: string;
  /** Everything that it has written so far. */
  readonly output: string;
}

/**
 * Runs a command in a copy of `docs/examples`, with the built package installed and `files` added. A
 * free port replaces port 3000 in all files and in the command.
 */
export function startHostExample(
  command: readonly string[],
  environment: Record<string, string>,
  files: Record<string, string> = {},
): Promise<HostExample> {
  return onFreePort((port) => startOn(String(port), command, environment, files));
}

async function startOn(
  port: string,
  [program = '', ...args]: readonly string[],
  environment: Record<string, string>,
  files: Record<string, string>,
): Promise<HostExample> {
  const folder = await copyExamples(files, port);
  const child = spawn(
    program,
    args.map((arg) => arg.replace('3000', port)),
    { cwd: folder, env: { PATH: process.env['PATH'], ...environment }, stdio: 'pipe' },
  );
  const output = collectOutput(child);
  const url = `http://localhost:${port}`;
  const example = {
    url,
    get output() {
      return output.soFar;
    },
    async [Symbol.asyncDispose]() {
      await endProcess(child);
      await rm(folder, { recursive: true });
    },
  };
  // A token, because the first such call of a process loads code. On a busy machine it may take longer than a host
  // waits for the service, and a test calls only once.
  const call = { method: 'POST', body: JSON.stringify({ dashboardGuid: GUID }), headers: AS_ANN };
  if (await untilAnswered(child, `${url}/dashboards/token`, call)) return example;
  await example[Symbol.asyncDispose]();
  throw new Error(
    `${[program, ...args].join(' ')} ended before it was listening: ${await output.whole}`,
  );
}

async function copyExamples(files: Record<string, string>, port: string): Promise<string> {
  // The folder is inside the package, so that imports find the package's libraries.
  await mkdir('test-results', { recursive: true });
  const folder = await mkdtemp(resolve('test-results/example-'));
  await cp(EXAMPLES, folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('3000', port));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  installBuiltPackage(folder);
  return folder;
}
