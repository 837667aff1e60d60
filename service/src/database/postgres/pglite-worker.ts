import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { beginSession, DATABASE_OPTIONS, perform, toFailure } from './pglite-tasks.ts';
import type { NodeThreadStart } from './start-thread.ts';
import type { ThreadAnswer, ThreadTask } from './thread-messages.ts';

async function openDatabase({
  folder,
  schema,
  snapshot,
  program: pgliteWasmModule,
}: NodeThreadStart): Promise<PGlite> {
  const loadDataDir = snapshot as globalThis.Blob | null;
  if (folder && loadDataDir && !existsSync(folder)) {
    await unpack({ dataDir: `${folder}.part`, loadDataDir, pgliteWasmModule }, folder);
  }
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : loadDataDir ? { loadDataDir } : {}),
    ...DATABASE_OPTIONS,
    pgliteWasmModule,
  });
  // PGlite creates its files readable and writable for everybody.
  if (folder) chmodSync(folder, 0o700);
  await beginSession(database, schema);
  return database;
}

/**
 * Unpacks into a temporary folder and renames it: a process that is killed leaves no incomplete database in `folder`.
 */
async function unpack(options: PGliteOptions & { dataDir: string }, folder: string): Promise<void> {
  rmSync(options.dataDir, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await (await PGlite.create(options)).close();
  renameSync(options.dataDir, folder);
}

/** Lowers the priority on Linux, where each thread has its own. On other systems, this would slow the whole process. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const port = parentPort!;
const answer = (message: ThreadAnswer): void => port.postMessage(message);

try {
  const start = workerData as NodeThreadStart;
  const database = await openDatabase(start);
  if (start.isSecondary) stepBack();
  port.on('message', (task: ThreadTask) => {
    void perform(database, task).catch(toFailure).then(answer);
  });
  answer({ kind: 'ready' });
} catch (error) {
  answer(toFailure(error));
}
