import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BUILT_PACKAGE } from './build-package.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.mjs';

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

/** Returns true if this machine has the program. */
export function hasProgram(name: string): boolean {
  return findProgram(name) !== undefined;
}

/** Returns the program if this machine has it. With `module`, returns a Python that has this module. */
export function findProgram(name: string, module?: string): string | undefined {
  // Debian installs modules for its own Python, which may not be the first one in the path.
  const names = module ? [name, `/usr/bin/${name}`] : [name];
  // `java` takes one dash, and the others take two.
  const version = name === 'java' ? ['-version'] : ['--version'];
  const args = module ? ['-c', `import ${module}`] : version;
  return names.find((program) => spawnSync(program, args).status === 0);
}

/**
 * Runs a command in a copy of `docs/examples`, with the built package installed and `files` added. A
 * free port replaces port 3000 in all files and in the command.
 */
export async function startHostExample(
  [program = '', ...args]: readonly string[],
  environment: Record<string, string>,
  files: Record<string, string> = {},
): Promise<HostExample> {
  const port = await freePort();
  const folder = await copyExamples(files, String(port));
  const child = spawn(
    program,
    args.map((arg) => arg.replace('3000', String(port))),
    { cwd: folder, env: { PATH: process.env['PATH'], ...environment }, stdio: 'pipe' },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const url = `http://localhost:${port}`;
  const example = {
    url,
    get output() {
      return output;
    },
    async [Symbol.asyncDispose]() {
      await endProcess(child);
      await rm(folder, { recursive: true });
    },
  };
  if (await isListening(url, child)) return example;
  await example[Symbol.asyncDispose]();
  throw new Error(`${[program, ...args].join(' ')} ended before it was listening: ${output}`);
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
  const installed = join(folder, 'node_modules/embedded-dashboard');
  await mkdir(installed, { recursive: true });
  await symlink(resolve('package.json'), join(installed, 'package.json'));
  await symlink(resolve(BUILT_PACKAGE), join(installed, 'dist'));
  return folder;
}

/**
 * Requests a token until there is any answer. The first such call of a process loads code. On a busy
 * machine it may take longer than a host waits for the service, and a test calls only once.
 */
async function isListening(url: string, child: ChildProcess): Promise<boolean> {
  const call = { method: 'POST', body: JSON.stringify({ dashboardGuid: GUID }), headers: AS_ANN };
  while (child.exitCode === null && child.signalCode === null) {
    const hasAnswered = await fetch(`${url}/dashboards/token`, call).then(
      () => true,
      () => false,
    );
    if (hasAnswered) return true;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return false;
}
