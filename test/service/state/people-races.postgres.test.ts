import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { PeopleStore } from '../../../service/src/state/people-store.ts';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';

const OLD = { hash: 'an-old-hash', salt: 'a-salt' };

let databases: Databases;
let people: PeopleStore;
let sessions: AdminSessionStore;
/** The connection of another process. */
let other: pg.Client;
let anna: number;
let count = 0;

beforeAll(async () => {
  const database = await testDatabase();
  databases = await openDatabases(parseDatabaseUrl(database), PATIENCE_MS);
  people = new PeopleStore(databases.state, Date.now);
  sessions = new AdminSessionStore(databases.state, ['binding'], Date.now);
  other = new pg.Client({ connectionString: database, options: `-c search_path=${STATE_SCHEMA}` });
  await other.connect();
});

afterAll(async () => {
  await other.end();
  await databases.close();
});

beforeEach(async () => {
  count += 1;
  const invitation = await people.invite(`Anna ${count}`, { companyId: null, role: 'reader' });
  anna = (await people.accept(invitation!, OLD))!;
});

/** Waits until a statement waits for another one. */
async function untilWaiting(): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount! > 0;
  };
  await vi.waitUntil(isWaiting, { timeout: PATIENCE_MS });
}

it.each([
  ['changes the password', `UPDATE people SET password_hash = 'a-new-hash' WHERE id = $1`],
  ['removes the person', 'UPDATE people SET removed_at = now(), name_key = NULL WHERE id = $1'],
])('begins no session while another process %s', async (_, change) => {
  await other.query('BEGIN');
  await other.query(change, [anna]);
  const begun = sessions.begin([], anna, { password: OLD });
  await Promise.race([begun, untilWaiting()]);
  await other.query('COMMIT');
  expect(await begun).toBeNull();
});
