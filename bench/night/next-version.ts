import { once } from 'node:events';
import { parseDatabaseUrl } from '../../service/src/start/database-url.ts';
import { type Migration, MIGRATIONS } from '../../service/src/state/migrations.ts';

const [database = ''] = process.argv.slice(2);
/** The tables that calls read and write. */
const TABLES = ['companies', 'dashboards', 'tokens', 'connections', 'openings'];
const COLUMN = 'added_by_the_bench';
const INDEXES = ['daily_counts_company', 'daily_counts_total', 'dashboards_company'];

// A process of the next version: its code has one more migration.
const additions = TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN ${COLUMN} text;`);
(MIGRATIONS as Migration[]).push({ sql: additions.join('\n') });
const { migrateState } = await import('../../service/src/state/state-schema.ts');
const { addIndexes } = await import('../../service/src/state/state-indexes.ts');
const { openDatabases } = await import('../../service/src/start/open-databases.ts');

const { state, addIndex } = await openDatabases(parseDatabaseUrl(database), 10_000, {
  connections: 2,
});

async function migrate(): Promise<void> {
  await migrateState(state);
  await addIndexes(state, addIndex);
}

/** Makes the tables and indexes of the version before. One table at a time, so that no call waits in a circle. */
async function undo(): Promise<void> {
  for (const table of TABLES) {
    await state.execute(`ALTER TABLE ${table} DROP COLUMN IF EXISTS ${COLUMN}`);
  }
  await state.execute(`DELETE FROM schema_versions WHERE version = ${MIGRATIONS.length}`);
  for (const index of INDEXES) await state.execute(`DROP INDEX IF EXISTS ${index}`);
}

await undo();
process.send!('ready');
for (;;) {
  const [asked] = (await once(process, 'message')) as ['migrate' | 'undo'];
  await (asked === 'migrate' ? migrate() : undo());
  process.send!('done');
}
