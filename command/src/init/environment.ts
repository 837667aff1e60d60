import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { append } from './insertion.ts';
import type { Plan } from './plan.ts';

/** The address and key of the dashboard service. */
export interface ServiceAccess {
  baseUrl: string;
  apiKey: string;
}

/** The address of the included service, and no key. */
const NO_ACCESS: ServiceAccess = { baseUrl: 'http://localhost:4600', apiKey: 'your-key' };

/** The files of environment variables that frameworks read, in order of preference. */
const FILES = ['.env', '.env.local'];

const NAMES = ['DASHBOARD_URL', 'DASHBOARD_API_KEY'];

/** Returns the file for the entries: one that has some, else one that git ignores. */
export function findEnvFile({ folder }: Plan, files: readonly string[] = FILES): string {
  const isUsed = (path: string): boolean => NAMES.some((name) => hasEntry(folder.read(path), name));
  return files.find(isUsed) ?? files.find((path) => isIgnored(folder.root, path)) ?? '.env';
}

/**
 * Adds the entries that are missing, and lets git ignore the file. Their names have no prefix of clients, so that no
 * bundler puts them into a page. The key is written only if git ignores the file.
 */
export function addEnvironment(
  plan: Plan,
  path: string,
  readAccess: () => ServiceAccess | null,
): void {
  const before = plan.folder.read(path);
  const missing = NAMES.filter((name) => !hasEntry(before, name));
  if (missing.length === 0) return;
  // A key belongs to its address.
  const mayHaveKey = ignore(plan, path) && missing.length === NAMES.length;
  const { baseUrl, apiKey } = (mayHaveKey && readAccess()) || NO_ACCESS;
  const entries = [`DASHBOARD_URL=${baseUrl}\n`, `DASHBOARD_API_KEY=${apiKey}\n`];
  const added = entries.filter((_, at) => missing.includes(NAMES[at]!));
  const lines = `# The dashboard service. For the server only.\n${added.join('')}`;
  const purpose = 'address and key of the dashboard service';
  if (before === null) plan.create(path, lines, purpose);
  else plan.add(path, (text) => append(text, lines), purpose, lines);
}

/** Lets git ignore a file, unless it knows the file. Returns whether git will ignore it. */
function ignore(plan: Plan, path: string): boolean {
  const { folder } = plan;
  if (isIgnored(folder.root, path)) return true;
  if (!isUntracked(folder.root, path)) return false;
  const purpose = 'keeps the key out of git';
  const line = `${path}\n`;
  if (folder.read('.gitignore') === null) plan.create('.gitignore', line, purpose);
  else plan.add('.gitignore', (text) => append(text, line), purpose, line);
  return true;
}

function hasEntry(text: string | null, name: string): boolean {
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(text ?? '');
}

/** Returns whether git ignores a file. Outside a repository, and for a file that git knows, it does not. */
export function isIgnored(folder: string, path: string): boolean {
  return runGit(folder, 'check-ignore', '--quiet', '--', path) === 0;
}

/** Returns whether a file is in a repository that does not know it. */
function isUntracked(folder: string, path: string): boolean {
  const UNKNOWN = 1;
  return runGit(folder, 'ls-files', '--error-unmatch', '--', path) === UNKNOWN;
}

/** Returns the exit status of git; `null` without git. */
function runGit(cwd: string, ...args: string[]): number | null {
  return spawnSync('git', args, { cwd, stdio: 'ignore' }).status;
}

/** Reads address and key of the service that is next to the package in a clone; `null` if there is none. */
export function readIncludedService(packageFolder: string): ServiceAccess | null {
  if (!existsSync(join(packageFolder, 'service', 'package.json'))) return null;
  try {
    const args = ['run', '--silent', 'service', '--', '--print-demo'];
    const output = execFileSync('npm', args, {
      cwd: packageFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { baseUrl, apiKey } = JSON.parse(output) as ServiceAccess;
    return { baseUrl, apiKey };
  } catch {
    return null;
  }
}
