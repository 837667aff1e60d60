import { Blob } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { PgliteThread } from './pglite-thread.ts';

/**
 * A database of PGlite with this schema already run on it, for new ones to begin from. To make an empty one
 * alone takes seconds: each is made once, and kept in the cache folder beside PGlite where that can be written.
 */
export async function findPreparedDatabase(sql: string): Promise<Blob> {
  const pglite = new URL(import.meta.resolve('@electric-sql/pglite'));
  const version = readFileSync(new URL('../package.json', pglite));
  const key = createHash('sha256').update(version).update(sql).digest('hex').slice(0, 16);
  const folder = new URL('../../../.cache/embedded-dashboard-service/', pglite);
  const file = new URL(`database-${key}.tar`, folder);
  try {
    return new Blob([await readFile(file)]);
  } catch {
    const made = await prepare(sql);
    await keep(made, folder, file).catch(() => {});
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
