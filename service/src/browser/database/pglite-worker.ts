import { PGlite } from '@electric-sql/pglite';
import {
  beginSession,
  DATABASE_OPTIONS,
  perform,
  toFailure,
} from '../../database/postgres/pglite-tasks.ts';
import type { ThreadAnswer, ThreadTask } from '../../database/postgres/thread-messages.ts';
import { isKept, toKeptName } from './kept-databases.ts';
import type { DatabaseWorkerStart } from './database-worker.ts';

/** The message that starts this worker. */
type WorkerStart = Omit<DatabaseWorkerStart, 'end'>;

/** An empty module. PGlite would load the real one, although it creates no new database cluster. */
const NO_INITDB = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));

async function openDatabase({ start, wasm, files }: WorkerStart): Promise<PGlite> {
  const name = start.folder && toKeptName(start.folder);
  const beginning = start.snapshot as globalThis.Blob | null;
  const isNew = !name || !(await isKept(start.folder!));
  const database = await PGlite.create({
    ...DATABASE_OPTIONS,
    // An answer must not wait for the browser's disk. A crash of the browser loses the last moments at most.
    ...(name && { dataDir: name, relaxedDurability: true }),
    ...(isNew && beginning && { loadDataDir: beginning }),
    pgliteWasmModule: wasm,
    initdbWasmModule: NO_INITDB,
    fsBundle: files,
  });
  await beginSession(database, start.schema);
  return database;
}

async function serve(start: WorkerStart): Promise<void> {
  const answer = (message: ThreadAnswer): void => start.tasks.postMessage(message);
  try {
    const database = await openDatabase(start);
    start.tasks.addEventListener('message', ({ data }: MessageEvent<ThreadTask>) => {
      void perform(database, data).catch(toFailure).then(answer);
    });
    start.tasks.start();
    answer({ kind: 'ready' });
  } catch (error) {
    answer(toFailure(error));
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void serve(data));
