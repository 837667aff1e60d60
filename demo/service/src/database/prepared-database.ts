import { Blob } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { PgliteThread } from './pglite-thread.ts';

const PGLITE = new URL(import.meta.resolve('@electric-sql/pglite'));
const CACHE = new URL('../../../.cache/embedded-dashboard-service/', PGLITE);

/** The content that a new database begins with. */
export interface Content {
  /** Part of a file name. Another content has another name. */
  readonly name: string;
  /** The statements that make it; empty for nothing. */
  readonly toSql: () => string;
}

/** A database without any content of its own. */
export const EMPTY: Content = { name: 'empty', toSql: () => '' };

/**
 * Returns a PGlite database with this content, for new ones to begin from. To make one takes seconds, so that each is
 * made once and kept in the cache folder next to PGlite, if that can be written. `onMaking` is called before it is made.
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
    if (sql) await thread.execute(sql);
    // A database that begins here replays no log. This saves a third of the time to open it.
    await thread.execute('CHECKPOINT');
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
