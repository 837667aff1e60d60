import type { ThreadStart } from '../../database/postgres/thread-messages.ts';

/** The options of a database in a worker of the page, PGlite's files, and the ports to its thread. */
export interface DatabaseWorkerStart {
  start: ThreadStart;
  wasm: WebAssembly.Module;
  files: Blob;
  /** Gets the tasks, and sends the answers. */
  tasks: MessagePort;
  /** Any message ends the worker. Sends a message when the worker has failed. */
  end: MessagePort;
}

/**
 * Starts the worker of a database. Call it in a page: in Firefox, a worker that creates a worker sometimes never
 * continues.
 */
export function startDatabaseWorker({ end, ...message }: DatabaseWorkerStart): void {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage(message, [message.tasks]);
  worker.addEventListener('error', () => end.postMessage('failed'));
  end.addEventListener('message', () => worker.terminate());
  end.start();
}
