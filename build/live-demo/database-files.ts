import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { PgliteThread } from '../../service/src/database/postgres/pglite-thread.ts';
import {
  dumpWithoutLog,
  findPreparedDatabase,
} from '../../service/src/database/postgres/prepared-database.ts';
import { DEMO_CONTENT } from '../../service/src/demo/demo-data.ts';
import { STATE_CONTENT } from '../../service/src/state/state-schema.ts';
import { packDatabase } from './packed-database.ts';

/** A compressed file of the build. */
export interface CompressedFile {
  /** The file name with a hash of the content. It has no ending that makes servers declare an encoding. */
  name: string;
  content: Buffer;
}

/** The files of the databases, by the names that the demo's server has for them. */
export type DatabaseFiles = Record<'wasm' | 'data' | 'database', CompressedFile>;

const PGLITE = new URL('./', import.meta.resolve('@electric-sql/pglite'));

/** Creates the files. Prepares the database if it is not in the cache, which takes seconds. */
export async function createDatabaseFiles(): Promise<DatabaseFiles> {
  const [wasm, data, database] = await Promise.all([
    readFile(new URL('pglite.wasm', PGLITE)),
    readFile(new URL('pglite.data', PGLITE)),
    createDatabase(),
  ]);
  return {
    wasm: compress('postgres', wasm),
    data: compress('postgres-files', data),
    database: compress('database', packDatabase(database)),
  };
}

/** Returns one database with the content of both, because most of a database is PostgreSQL's own content. */
async function createDatabase(): Promise<Buffer> {
  const beginning = await findPreparedDatabase(DEMO_CONTENT);
  const thread = new PgliteThread({ folder: null, beginning });
  try {
    await thread.execute(STATE_CONTENT.toSql());
    return Buffer.from(await (await dumpWithoutLog(thread)).arrayBuffer());
  } finally {
    await thread.close();
  }
}

function compress(name: string, content: Buffer): CompressedFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { name: `data/${name}-${hash}.bin`, content: gzipSync(content, { level: 9 }) };
}
