import process from 'node:process';
import type { Application } from './application.ts';
import { InitError } from './init-error.ts';
import { NOT_INSTALLED, runProgram } from './run-program.ts';
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
  cwd: string,
  command: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  // A silent npm around this process must not hide why its own npm fails.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const { status, output } = await runProgram(command, { cwd, stop, env });
  if (status === 0) return;
  if (status === NOT_INSTALLED) throw new InitError(`${command[0]} is not installed.`);
  const end = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  throw new InitError(`${command.join(' ')} failed:\n${end}`);
}

/** The lines of a failed command to show. */
const LAST_LINES = 12;
