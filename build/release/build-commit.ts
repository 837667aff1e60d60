import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportCommit } from './commit.ts';

/** The lock file of the packages, and the copy that npm keeps of the installed ones. */
const LOCK_FILE = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';

/** Builds both packages from the files of the last commit in a new folder. */
export function buildCommit(folder: string, { isFresh }: { isFresh: boolean }): void {
  mkdirSync(folder, { recursive: true });
  exportCommit(folder);
  if (isFresh || !linkModules(folder)) run(folder, 'ci', '--prefer-offline');
  run(folder, 'run', 'build');
  run(folder, 'run', 'build:service');
}

/** Links the installed packages of this folder, if the commit has the same lock file. */
function linkModules(folder: string): boolean {
  const [here, there] = ['.', folder].map((path) => readFileSync(join(path, LOCK_FILE), 'utf8'));
  if (!existsSync(INSTALLED) || here !== there) return false;
  return ['node_modules', 'service/node_modules'].every((path) => {
    if (!existsSync(path)) return true;
    // Links fail between two file systems.
    return spawnSync('cp', ['-al', path, join(folder, dirname(path))]).status === 0;
  });
}

/** Runs npm as a shell would, without the variables that npm has set for this process. */
function run(folder: string, ...args: string[]): void {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/i.test(name));
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    env: Object.fromEntries(own),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`\`npm ${args.join(' ')}\` failed:\n${stdout}\n${stderr}`);
}
