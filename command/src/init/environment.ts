import { execFileSync } from 'node:child_process';
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
 * Adds the entries that are missing. Their names have no prefix of clients, so that no bundler puts them into a page. The
 * key is written only if git ignores the file.
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
  const mayHaveKey = missing.length === NAMES.length && isIgnored(plan.folder.root, path);
  const { baseUrl, apiKey } = (mayHaveKey && readAccess()) || NO_ACCESS;
  const entries = [`DASHBOARD_URL=${baseUrl}\n`, `DASHBOARD_API_KEY=${apiKey}\n`];
  const added = entries.filter((_, at) => missing.includes(NAMES[at]!));
  const lines = `# The dashboard service. For the server only.\n${added.join('')}`;
  const purpose = 'address and key of the dashboard service';
  if (before === null) plan.create(path, lines, purpose);
  else plan.add(path, (text) => append(text, lines), purpose, lines);
}

function hasEntry(text: string | null, name: string): boolean {
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(text ?? '');
}

/** Returns whether git ignores a file. Outside a repository, and for a file that git knows, it does not. */
export function isIgnored(folder: string, path: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '--quiet', '--', path], { cwd: folder, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
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
