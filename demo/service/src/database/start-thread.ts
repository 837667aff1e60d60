import { Worker } from 'node:worker_threads';
import { IS_COMPILED } from '../is-compiled.ts';
import type { ThreadStart } from './thread-messages.ts';

/** A new thread with a database in it. */
export function startThread(workerData: ThreadStart): Worker {
  // Threads get no options of the process: what is meant for a program may be none for them.
  if (IS_COMPILED) {
    return new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData, execArgv: [] });
  }
  // The thread's code is TypeScript: Node 20 does not apply `--import tsx` to the entry of a thread.
  const entry = JSON.stringify(new URL('./pglite-worker.ts', import.meta.url));
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const boot = `import(${tsx}).then(({ tsImport }) => tsImport(${entry}, ${entry}));`;
  return new Worker(boot, { eval: true, workerData, execArgv: [] });
}
