import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { IS_COMPILED } from '../../process/is-compiled.ts';

/**
 * Starts a DuckDB process. It gets none of the service's environment, which may have secrets, and writes nothing to its
 * output.
 */
export function startChild(): ChildProcess {
  const entry = new URL(`./duckdb-child.${IS_COMPILED ? 'js' : 'ts'}`, import.meta.url);
  return fork(fileURLToPath(entry), {
    env: { TZ: 'UTC' },
    // A development dependency: the package contains the compiled files.
    execArgv: IS_COMPILED ? [] : ['--import', import.meta.resolve('tsx')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
