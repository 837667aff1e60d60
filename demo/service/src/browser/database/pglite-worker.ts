import { PGlite } from '@electric-sql/pglite';
import { beginSession, DATABASE_OPTIONS, perform, toFailure } from '../../database/pglite-tasks.ts';
import type { ThreadAnswer, ThreadStart, ThreadTask } from '../../database/thread-messages.ts';
import { isKept, toKeptName } from '../kept-databases.ts';

/** The first message to a worker: its options, and PGlite's files. */
export interface BrowserThreadStart {
  start: ThreadStart;
  wasm: WebAssembly.Module;
  files: Blob;
}

/** An empty module. PGlite would load the real one, although it creates no new database cluster. */
const NO_INITDB = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));

const answer = (message: ThreadAnswer): void => postMessage(message);

async function openDatabase({ start, wasm, files }: BrowserThreadStart): Promise<PGlite> {
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

function serve(database: PGlite): void {
  addEventListener('message', ({ data }: MessageEvent<ThreadTask>) => {
    void perform(database, data).catch(toFailure).then(answer);
  });
  answer({ kind: 'ready' });
}

addEventListener(
  'message',
  ({ data }: MessageEvent<BrowserThreadStart>) => {
    openDatabase(data).then(serve, (error: unknown) => answer(toFailure(error)));
  },
  { once: true },
);
