import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PACKED_PACKAGE } from '../support/pack-package.ts';

const SOURCES = 'demo/frameworks';
const COPIES = 'test-results/frameworks';

/** Options that keep npm quiet and mostly offline. */
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** A text that a source file must contain, and its temporary replacement. */
export type Change = readonly [path: string, text: string, other: string];

/**
 * Copies the apps of `demo/frameworks` into a folder, and installs the packages of some of them: those of the lock
 * file, unless an earlier run has, and the packed package. Returns the folder. `user` names the test file, because
 * files run at the same time.
 */
export async function installApps(
  user: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const folder = resolve(COPIES, user);
  copyApps(folder);
  const isAlone = (name: string): boolean => existsSync(join(folder, name, 'package-lock.json'));
  const together = names.filter((name) => !isAlone(name));
  if (together.length > 0) {
    const workspaces = together.map((name) => `--workspace=${name}`);
    await install(folder, env, workspaces);
  }
  for (const name of names.filter(isAlone)) await install(join(folder, name), env);
  return folder;
}

async function install(
  folder: string,
  env: NodeJS.ProcessEnv,
  apps: readonly string[] = [],
): Promise<void> {
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8') + apps.join('\n');
  const installed = join(folder, 'node_modules/installed-lock.txt');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    await runNpm(folder, ['ci', ...QUIETLY, ...apps], env);
    writeFileSync(installed, wanted);
  }
  await runNpm(folder, ['install', '--no-save', ...QUIETLY, ...apps, resolve(PACKED_PACKAGE)], env);
}

/** A copy of an app of `demo/frameworks`. Changes of the copy do not affect the sources. */
export class FrameworkApp {
  readonly folder: string;
  /** The environment of the build and the server. */
  readonly environment: NodeJS.ProcessEnv;

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.environment = environment;
  }

  /** Runs npm in the folder and returns its output. Throws an error with the output if npm fails. */
  npm(...args: string[]): Promise<string> {
    return runNpm(this.folder, args, this.environment);
  }

  /** Runs `work` while the sources have these changes, which are made one after the other. */
  async withChanges<Result>(
    [change, ...others]: readonly Change[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!change) return work();
    const [path, text, other] = change;
    const source = readFileSync(join(this.folder, path), 'utf8');
    if (!source.includes(text)) throw new Error(`${path} does not contain ${text}`);
    return this.withFile(path, source.replace(text, other), () => this.withChanges(others, work));
  }

  /** Runs `work` while a source file contains only this text. */
  async withFile<Result>(path: string, text: string, work: () => Promise<Result>): Promise<Result> {
    const file = join(this.folder, path);
    const source = readFileSync(file);
    writeFileSync(file, text);
    try {
      return await work();
    } finally {
      writeFileSync(file, source);
    }
  }
}

async function runNpm(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('npm', args, { cwd, env }).catch(
    ({ stdout: said, stderr: warned }: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${args.join(' ')} failed:\n${said}${warned}`);
    },
  );
  return stdout + stderr;
}

/** Replaces an earlier copy of the apps, except the installed packages. */
function copyApps(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(SOURCES, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, copy] = [join(SOURCES, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyApp(source, copy);
    else cpSync(source, copy);
  }
}

function copyApp(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) {
    if (name !== 'node_modules') rmSync(join(to, name), { recursive: true });
  }
  cpSync(from, to, { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
}
