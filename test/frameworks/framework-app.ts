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

/** A copy of an app of `demo/frameworks`. Changes of the copy do not affect the sources. */
export class FrameworkApp {
  readonly folder: string;
  readonly #env: Record<string, string>;

  /**
   * `user` names the test file, because files run at the same time. `env` adds variables to the environment of
   * the build and the server.
   */
  constructor(name: string, user: string, env: Record<string, string>) {
    this.folder = resolve(COPIES, user, name);
    this.#env = env;
    copyAll(join(SOURCES, name), this.folder);
  }

  /** Installs the packed package, and the packages of the lock file unless an earlier run has. */
  async install(): Promise<void> {
    const lock = readFileSync(join(this.folder, 'package-lock.json'), 'utf8');
    const installed = join(this.folder, 'node_modules/installed-lock.json');
    if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
      await this.npm('ci', ...QUIETLY);
      writeFileSync(installed, lock);
    }
    await this.npm('install', '--no-save', ...QUIETLY, resolve(PACKED_PACKAGE));
  }

  /** Runs npm in the folder and returns its output. Throws an error with the output if npm fails. */
  async npm(...args: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.environment };
    const { stdout, stderr } = await promisify(execFile)('npm', args, options).catch(
      ({ stdout: said, stderr: warned }: { stdout: string; stderr: string }) => {
        throw new Error(`npm ${args.join(' ')} failed:\n${said}${warned}`);
      },
    );
    return stdout + stderr;
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

  /**
   * The environment of this process and the constructor's variables, without the variables of the test
   * runner, to which build tools react.
   */
  get environment(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(NODE_ENV|VITEST.*|TEST|DEV|PROD|SSR|MODE|BASE_URL)$/.test(name),
    );
    return { ...Object.fromEntries(own), ...this.#env };
  }
}

/** Replaces an earlier copy of a folder, except its installed packages. */
function copyAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) {
    if (name !== 'node_modules') rmSync(join(to, name), { recursive: true });
  }
  cpSync(from, to, { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
}
