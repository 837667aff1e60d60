import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { PeopleStore } from '../../../service/src/state/people-store.ts';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { useDatabases } from '../../support/use-databases.ts';

const OLD = { hash: 'an-old-hash', salt: 'a-salt' };

const { state, address } = await useDatabases();
const people = new PeopleStore(state, Date.now);
const sessions = new AdminSessionStore(state, ['binding'], Date.now);
/** The connection of another process. */
const other = new pg.Client({
  connectionString: address,
  options: `-c search_path=${STATE_SCHEMA}`,
});
await other.connect();
afterAll(() => other.end());

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
])('begins no session while another process %s', async (name, change) => {
  const invitation = await people.invite(name, { companyId: null, role: 'reader' });
  const anna = (await people.accept(invitation!, OLD))!;
  await other.query('BEGIN');
  await other.query(change, [anna]);
  const begun = sessions.begin([], anna, { password: OLD });
  await Promise.race([begun, untilWaiting()]);
  await other.query('COMMIT');
  expect(await begun).toBeNull();
});
