import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Application } from './application.ts';
import { InitError } from './init-error.ts';
import { isOldReact } from './vite-pages.ts';

export const PACKAGE = 'embedded-dashboard';

/** Returns the packages that the application lacks. `source` replaces the name of this package, such as `file:…`. */
export function missingPackages({ dependencies }: Application, source = PACKAGE): string[] {
  const needsReact18 = dependencies.has('react') && isOldReact(dependencies);
  return [
    ...(dependencies.has(PACKAGE) ? [] : [source]),
    ...(needsReact18 && !dependencies.has('@lit/react') ? ['@lit/react'] : []),
  ];
}

/** Returns the command that adds packages. */
export function installCommand({ manager }: Application, packages: readonly string[]): string[] {
  return [manager.name, manager.add, ...packages];
}

/** Returns the files that the package manager changes. */
export function filesOfManager({ manager, folder }: Application): string[] {
  const existing = manager.locks.filter((lock) => folder.readBytes(lock));
  return ['package.json', ...(existing.length > 0 ? existing : manager.locks.slice(0, 1))];
}

/** Runs the package manager. Throws {@link InitError} with the end of its output if it fails. */
export async function install(
  folder: string,
  [name = '', ...args]: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  // On Windows, package managers are scripts, which need a shell.
  const isWindows = process.platform === 'win32';
  const child = spawn(name, args, {
    cwd: folder,
    signal,
    // A silent npm around this process must not hide why its own npm fails.
    env: { ...process.env, npm_config_loglevel: 'error' },
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', (error: NodeJS.ErrnoException) => {
      const text =
        error.code === 'ENOENT' ? `${name} is not installed.` : `${name} was interrupted.`;
      reject(new InitError(text));
    });
  });
  if (status === 0) return;
  const end = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  throw new InitError(`${[name, ...args].join(' ')} failed:\n${end}`);
}

/** The lines of a failed command to show. */
const LAST_LINES = 12;
