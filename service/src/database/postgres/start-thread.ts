import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { IS_COMPILED } from '../../process/is-compiled.ts';
import type { Thread, ThreadStart } from './thread-messages.ts';

/** The options of a thread of Node. */
export interface NodeThreadStart extends ThreadStart {
  /** PGlite's compiled program, which all threads of a process share. */
  program: WebAssembly.Module;
}

const PGLITE = '@electric-sql/pglite';

const ENTRY = IS_COMPILED
  ? new URL('./pglite-worker.js', import.meta.url)
  : await compileEntry(new URL('./pglite-worker.ts', import.meta.url));

let program: WebAssembly.Module | undefined;

/** Starts a thread that opens a database. */
export function startThread(start: ThreadStart): Thread {
  // Otherwise each thread would compile PGlite itself, which doubles the time until the database is open.
  program ??= new WebAssembly.Module(
    readFileSync(new URL('pglite.wasm', import.meta.resolve(PGLITE))),
  );
  const workerData: NodeThreadStart = { ...start, program };
  // Pass no options of the process: most of them are not allowed in a thread.
  return new Worker(ENTRY, { workerData, execArgv: [] });
}

/**
 * Bundles the thread's TypeScript once. A TypeScript loader inside each thread would also read all of PGlite, which
 * doubles the time until the database is open.
 */
async function compileEntry(source: URL): Promise<URL> {
  // A development dependency: the package contains the compiled files.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: [PGLITE],
  });
  // Modules with a `data:` URL cannot resolve package names.
  const bound = outputFiles[0]!.text.replaceAll(
    `"${PGLITE}"`,
    JSON.stringify(import.meta.resolve(PGLITE)),
  );
  return new URL(`data:text/javascript,${encodeURIComponent(bound)}`);
}
