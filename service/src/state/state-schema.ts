import { type Database, DatabaseError, LOCKED, type Statements } from '../database/database.ts';
import type { Content } from '../database/postgres/prepared-database.ts';
import { SettingError } from '../process/setting-error.ts';
import { MIGRATIONS } from './migrations.ts';
import { toIndexStatements } from './state-indexes.ts';

/** The database schema of the service's own tables. */
export const STATE_SCHEMA = 'dashboard_service';

/** The version of the tables for which this code is written. */
const VERSION = MIGRATIONS.length;

const VERSIONS_TABLE = `
  CREATE SCHEMA IF NOT EXISTS ${STATE_SCHEMA};
  CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY);`;

/**
 * A change of a table waits until the readers of the table have ended, and new readers wait behind it. So it gives up
 * after this time, in milliseconds, and tries again later. A call of the service ends earlier.
 */
const LOCK_LIMIT_MS = 30;
/** The same for the second half of the attempts: the database may be slow. */
const LATER_LOCK_LIMIT_MS = 200;
/** The pause between two attempts, in milliseconds, which leaves the table to its readers. */
const PAUSE_MS = 800;
/** The time of all attempts, in milliseconds. A statement of the service itself ends long before. */
const ATTEMPTS_MS = 60_000;

const NEWER =
  'DATABASE_URL: a newer version of the service has changed this database. Start that version.';
const IN_USE =
  'DATABASE_URL: the tables of the service cannot be changed while another program reads them, such as a backup. Start the service again afterwards.';

/** The content of a new database that belongs to the service. */
export const STATE_CONTENT: Content = {
  name: `state-${VERSION}`,
  toSql: () => `SET search_path TO ${STATE_SCHEMA}; ${VERSIONS_TABLE} ${toSteps(0)}`,
};

/** Returns the statements that change tables of the version `found` to those of this code. */
function toSteps(found: number): string {
  const steps = MIGRATIONS.slice(found).map(({ sql, oldest }, index) => {
    const version = found + index + 1;
    const row =
      oldest === undefined ? `(version) VALUES (${version})` : `VALUES (${version}, ${oldest})`;
    return `${sql} INSERT INTO schema_versions ${row};`;
  });
  // The tables of a new database are empty. Otherwise an index takes long, and is added later.
  return [...steps, ...(found === 0 ? toIndexStatements() : [])].join('\n');
}

/**
 * Changes the service's own tables to the version of this code, next to processes of the version before.
 * @throws {SettingError} if a newer version of the service has changed them so that this code cannot use them, or if
 * another program does not let go of them.
 */
export async function migrateState(state: Database): Promise<void> {
  const end = performance.now() + ATTEMPTS_MS;
  for (;;) {
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw new SettingError(IN_USE);
    const limitMs = leftMs > ATTEMPTS_MS / 2 ? LOCK_LIMIT_MS : LATER_LOCK_LIMIT_MS;
    try {
      const oldest = await state.exclusively((locked) => changeTables(locked, limitMs));
      if (oldest <= VERSION) return;
      throw new SettingError(NEWER);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCKED)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Returns the oldest version that can use the tables. Changes nothing if this code is older. */
async function changeTables(locked: Statements, limitMs: number): Promise<number> {
  await locked.execute(VERSIONS_TABLE);
  const [row] = await locked.query(
    // The tables of the first versions have no column "oldest".
    `SELECT count(*)::int AS version, max((to_jsonb(versions) ->> 'oldest')::int) AS oldest
     FROM schema_versions AS versions`,
  );
  const found = Number(row?.version);
  if (found < VERSION) {
    await locked.execute(`SET LOCAL lock_timeout = ${limitMs}; ${toSteps(found)}`);
  }
  return Number(row?.oldest);
}
