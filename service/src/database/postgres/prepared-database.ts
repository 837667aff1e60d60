import { Blob } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { PgliteThread } from './pglite-thread.ts';

const PGLITE = new URL(import.meta.resolve('@electric-sql/pglite'));
const CACHE = new URL('../../../.cache/embedded-dashboard-service/', PGLITE);

/** The content that a new database begins with. */
export interface Content {
  /** The name, unique for each content. It is part of a file name. */
  readonly name: string;
  /** Returns the statements that create the content; an empty string for no content. */
  readonly toSql: () => string;
}

/** A database without any content of its own. */
export const EMPTY: Content = { name: 'empty', toSql: () => '' };

/** The templates for `CREATE DATABASE` are two thirds of an empty database's files. */
const NO_TEMPLATES = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
];

/** A new file of the log has only zeros. Without the setting, it would have the content of an old one. */
const NO_LOG = ['SET wal_recycle = off', 'CHECKPOINT', 'SELECT pg_switch_wal()', 'CHECKPOINT'];

/**
 * Returns a PGlite database with this content, which new databases are copied from. Creating one takes seconds. So each
 * is created once and kept in the cache folder next to PGlite, if that is writable. Calls `onMaking` before creating
 * one.
 */
export async function findPreparedDatabase(
  content: Content,
  onMaking?: () => void,
  cache = CACHE,
): Promise<Blob> {
  const file = new URL(`${content.name}-pglite-${pgliteVersion()}.tar`, cache);
  try {
    return new Blob([await readFile(file)]);
  } catch {
    onMaking?.();
    const made = await prepare(content);
    await keep(made, cache, file).catch(() => {});
    return made;
  }
}

function pgliteVersion(): string {
  const text = readFileSync(new URL('../package.json', PGLITE), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function prepare({ toSql }: Content): Promise<Blob> {
  const sql = toSql();
  const beginning = sql ? await findPreparedDatabase(EMPTY) : undefined;
  const thread = new PgliteThread({ folder: null, ...(beginning && { beginning }) });
  try {
    for (const statement of sql ? [sql] : NO_TEMPLATES) await thread.execute(statement);
    return await dumpWithoutLog(thread);
  } finally {
    await thread.close();
  }
}

/** Returns the content of a database. Its log has one file: a copy replays nothing. */
export async function dumpWithoutLog(thread: PgliteThread): Promise<Blob> {
  for (const statement of NO_LOG) await thread.execute(statement);
  return thread.dump();
}

/** Writes the file atomically: concurrent readers find all of it, or nothing. */
async function keep(made: Blob, folder: URL, file: URL): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = new URL(`${file.href}.${randomUUID()}`);
  await writeFile(part, Buffer.from(await made.arrayBuffer()), { flush: true });
  await rename(part, file);
}
