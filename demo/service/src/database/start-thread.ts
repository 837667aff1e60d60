import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { IS_COMPILED } from '../is-compiled.ts';
import type { ThreadStart } from './thread-messages.ts';

const PGLITE = '@electric-sql/pglite';

const ENTRY = IS_COMPILED
  ? new URL('./pglite-worker.js', import.meta.url)
  : await compileEntry(new URL('./pglite-worker.ts', import.meta.url));

/** Starts a thread that opens a database. */
export function startThread(workerData: ThreadStart): Worker {
  // Pass no options of the process: most of them are not allowed in a thread.
  return new Worker(ENTRY, { workerData, execArgv: [] });
}

/**
 * Compiles the thread's TypeScript once. A TypeScript loader inside each thread would also read all of PGlite, which
 * doubles the time until the database is open.
 */
async function compileEntry(source: URL): Promise<URL> {
  // A development dependency: the package contains the compiled file.
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(source, 'utf8'), { loader: 'ts' });
  // Modules with a `data:` URL cannot resolve package names.
  const bound = code.replaceAll(`"${PGLITE}"`, JSON.stringify(import.meta.resolve(PGLITE)));
  return new URL(`data:text/javascript,${encodeURIComponent(bound)}`);
}
