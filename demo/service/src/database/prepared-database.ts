import { Blob } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { PgliteThread } from './pglite-thread.ts';

const PGLITE = new URL(import.meta.resolve('@electric-sql/pglite'));
const CACHE = new URL('../../../.cache/embedded-dashboard-service/', PGLITE);

/**
 * Returns a PGlite database on which this SQL has run, for new ones to begin from. To make one takes seconds, so that
 * each is made once and kept in the cache folder next to PGlite, if that can be written. `onMaking` is called before it
 * is made.
 */
export async function findPreparedDatabase(
  sql: string,
  onMaking?: () => void,
  cache = CACHE,
): Promise<Blob> {
  const version = readFileSync(new URL('../package.json', PGLITE));
  const key = createHash('sha256').update(version).update(sql).digest('hex').slice(0, 16);
  const file = new URL(`database-${key}.tar`, cache);
  try {
    return new Blob([await readFile(file)]);
  } catch {
    onMaking?.();
    const made = await prepare(sql);
    await keep(made, cache, file).catch(() => {});
    return made;
  }
}

async function prepare(sql: string): Promise<Blob> {
  const beginning = sql ? await findPreparedDatabase('') : undefined;
  const thread = new PgliteThread({ folder: null, ...(beginning && { beginning }) });
  try {
    if (sql) await thread.execute(sql);
    return await thread.dump();
  } finally {
    await thread.close();
  }
}

/** Whoever reads at the same time finds all of it, or nothing. */
async function keep(made: Blob, folder: URL, file: URL): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = new URL(`${file.href}.${randomUUID()}`);
  await writeFile(part, Buffer.from(await made.arrayBuffer()), { flush: true });
  await rename(part, file);
}
