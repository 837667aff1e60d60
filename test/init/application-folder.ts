import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished, TestRunner } from 'vitest';
import { runInit } from '../../command/src/init/run-init.ts';
import { hasGit } from '../support/has-git.ts';

/** The files of an application: name and text. */
export type Files = Record<string, string>;

/** A folder with an application, in which `init` runs. Without git, the test of a repository is skipped. */
export class ApplicationFolder {
  readonly path: string;

  constructor(files: Files, { parent = tmpdir(), isRepository = true } = {}) {
    if (isRepository && !hasGit) TestRunner.getCurrentTest()!.context.skip('git is not installed.');
    this.path = mkdtempSync(join(parent, 'init-'));
    onTestFinished(() => rmSync(this.path, { recursive: true }));
    if (isRepository) this.#makeRepository();
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  /** Makes what git needs, without a process. */
  #makeRepository(): void {
    for (const name of ['objects', 'refs'])
      mkdirSync(join(this.path, '.git', name), { recursive: true });
    this.write('.git/HEAD', 'ref: refs/heads/main\n');
  }

  write(name: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  bytes(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  state(): Record<string, string> {
    return stateOf(this.path);
  }

  /** Runs the command. With an `answer`, it runs in a terminal. */
  async run(
    args: readonly string[],
    {
      answer,
      env = {},
      stop = new AbortController().signal,
      packageFolder = this.path,
    }: RunOptions = {},
  ): Promise<Run> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const isTTY = answer !== undefined;
    const outputs = { stdout: '', stderr: '' };
    stdout.on('data', (text) => {
      outputs.stdout += String(text);
      if (!String(text).includes('(y/N)')) return;
      stdin.write(`${typeof answer === 'function' ? answer() : answer}\n`);
    });
    stderr.on('data', (text) => (outputs.stderr += String(text)));
    const status = await runInit(args, {
      folder: this.path,
      packageFolder,
      env: { NO_COLOR: '1', ...env },
      stdin: Object.assign(stdin, { isTTY }),
      stdout: Object.assign(stdout, { isTTY }),
      stderr,
      stop,
    });
    return { status, ...outputs };
  }
}

interface RunOptions {
  answer?: string | (() => string);
  env?: Record<string, string>;
  stop?: AbortSignal;
  packageFolder?: string;
}

interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Returns the bytes of all files but those of git and of installed packages, in base64, with the time of the last
 * change.
 */
export function stateOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/^(\.git|node_modules)\//.test(name));
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const place = join(folder, name);
      const { mtimeMs } = lstatSync(place);
      const isLink = lstatSync(place).isSymbolicLink();
      return [name, `${mtimeMs} ${isLink ? readlinkSync(place) : readFileSync(place, 'base64')}`];
    }),
  );
}

/** Leaves the times of the last changes out: restored files have the same bytes, and a later time. */
export function withoutTimes(state: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state).map(([name, text]) => [name, text.replace(/^\S+ /, '')]),
  );
}

/**
 * Returns the files of installed packages, and a setting that keeps npm from the registry. npm asks no cache for packages
 * that are installed.
 */
export function installed(...packages: readonly string[]): Files {
  const files = packages.map((each) => {
    const [name, version] = each.split(/(?<=.)@/);
    return [`node_modules/${name}/package.json`, JSON.stringify({ name, version })];
  });
  return { '.npmrc': 'offline=true\n', ...Object.fromEntries(files) };
}

/** Returns a `package.json` with the dependencies. The package is one of them, so that nothing is installed. */
export function packageFile(dependencies: readonly string[], more: object = {}): string {
  const versions = ['embedded-dashboard@*', ...dependencies].map((each) => each.split(/(?<=.)@/));
  const file = {
    name: 'app',
    type: 'module',
    scripts: { dev: 'vite' },
    dependencies: Object.fromEntries(versions.map(([name, version = '*']) => [name, version])),
    ...more,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
