import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { append } from './insertion.ts';
import type { Folder } from './folder.ts';
import type { Plan } from './plan.ts';
import { runProgram } from './run-program.ts';

/** The address and key of the dashboard service. */
interface ServiceAccess {
  baseUrl: string;
  apiKey: string;
}

/** The address of the included service, and no key. */
const NO_ACCESS: ServiceAccess = { baseUrl: 'http://localhost:4600', apiKey: 'your-key' };

/** The files of environment variables that frameworks read, in order of preference. */
const FILES = ['.env', '.env.local'];

const NAMES = ['DASHBOARD_URL', 'DASHBOARD_API_KEY'];

/** The exit status of git for a file that it does not know or not ignore. Outside a repository, it is another one. */
const NO = 1;

/** Returns the file that has some of the entries. */
export function findUsedFile(folder: Folder, files: readonly string[] = FILES): string | undefined {
  return files.find((path) => NAMES.some((name) => hasEntry(folder.read(path), name)));
}

/** Returns the file for the entries: one that has some, else one that git ignores or will ignore. */
export async function findEnvFile(
  { folder }: Plan,
  files: readonly string[] = FILES,
  stop: AbortSignal,
): Promise<string> {
  const used = findUsedFile(folder, files);
  if (used) return used;
  const areIgnored = await Promise.all(files.map((path) => isIgnored(folder, path, stop)));
  return files.find((_, at) => areIgnored[at]) ?? '.env';
}

/**
 * Adds the entries that are missing, and lets git ignore the file. Their names have no prefix of clients, so that no
 * bundler puts them into a page. The key is written only if git ignores the file.
 */
export async function addEnvironment(
  plan: Plan,
  path: string,
  packageFolder: string,
  stop: AbortSignal,
): Promise<void> {
  const before = plan.folder.read(path);
  const missing = NAMES.filter((name) => !hasEntry(before, name));
  if (missing.length === 0) return;
  // A key belongs to its address.
  const mayHaveKey = (await ignore(plan, path, stop)) && missing.length === NAMES.length;
  const access = mayHaveKey ? await readIncludedService(packageFolder, stop) : null;
  const { baseUrl, apiKey } = access ?? NO_ACCESS;
  const entries = [`DASHBOARD_URL=${baseUrl}\n`, `DASHBOARD_API_KEY=${apiKey}\n`];
  const added = entries.filter((_, at) => missing.includes(NAMES[at]!));
  const lines = `# The dashboard service. For the server only.\n${added.join('')}`;
  const purpose = 'address and key of the dashboard service';
  if (before === null) plan.create(path, lines, purpose);
  else plan.add(path, (text) => append(text, lines), purpose, lines);
}

/** Lets git ignore a file, unless it knows the file. Returns whether a repository ignores it. */
async function ignore(plan: Plan, path: string, stop: AbortSignal): Promise<boolean> {
  const { folder } = plan;
  const known = await runGit(folder.root, stop, 'ls-files', '--error-unmatch', '--', path);
  if (known === 0) return false;
  const isRepository = known === NO;
  if (await isIgnored(folder, path, stop)) return isRepository;
  const purpose = 'keeps the key out of git';
  const line = `${path}\n`;
  if (folder.read('.gitignore') === null) plan.create('.gitignore', line, purpose);
  else plan.add('.gitignore', (text) => append(text, line), purpose, line);
  return isRepository;
}

function hasEntry(text: string | null, name: string): boolean {
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(text ?? '');
}

/**
 * Returns whether git ignores a file. Outside a repository, `.gitignore` decides: the application may become a
 * repository later, with the file in it.
 */
async function isIgnored(folder: Folder, path: string, stop: AbortSignal): Promise<boolean> {
  const status = await runGit(folder.root, stop, 'check-ignore', '--quiet', '--', path);
  return status === 0 || (status !== NO && isNamed(folder.read('.gitignore') ?? '', path));
}

/** Whether the last rule for a file of the folder ignores it. Only `*` is a wildcard here. */
function isNamed(gitignore: string, path: string): boolean {
  const rules = gitignore.split(/\r?\n/).map((line) => line.trimEnd());
  const last = rules.findLast((rule) => {
    const parts = rule
      .replace(/^!?\/?/, '')
      .split('*')
      .map(escapeForRegExp);
    return new RegExp(`^${parts.join('.*')}$`).test(path);
  });
  return last !== undefined && !last.startsWith('!');
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Returns the exit status of git. */
async function runGit(cwd: string, stop: AbortSignal, ...args: string[]): Promise<number | null> {
  return (await runProgram(['git', ...args], { cwd, stop })).status;
}

/** Reads address and key of the service that is next to the package in a clone; `null` if there is none. */
async function readIncludedService(cwd: string, stop: AbortSignal): Promise<ServiceAccess | null> {
  if (!existsSync(join(cwd, 'service', 'package.json'))) return null;
  const command = ['npm', 'run', '--silent', 'service', '--', '--print-demo'];
  const { stdout } = await runProgram(command, { cwd, stop });
  try {
    const { baseUrl, apiKey } = JSON.parse(stdout) as ServiceAccess;
    return { baseUrl, apiKey };
  } catch {
    return null;
  }
}
