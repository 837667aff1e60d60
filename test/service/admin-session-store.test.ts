import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabases } from '../../service/src/database/open-databases.ts';
import { parseDatabaseUrl } from '../../service/src/database-url.ts';
import { AdminSessionStore, SESSION_SECONDS } from '../../service/src/state/admin-session-store.ts';
import { testDatabase } from '../support/test-database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let databases: Databases;
let sessions: AdminSessionStore;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), 1000);
  sessions = new AdminSessionStore(databases.state, 'binding', () => now);
});

afterAll(() => databases.close());

/** Tries to log in until an attempt is refused, and returns the number of accepted attempts. */
async function tryUntilRefused(address: string): Promise<number> {
  let attempts = 0;
  while (await sessions.noteAttempt(address)) attempts += 1;
  return attempts;
}

it('forgets attempts that were made before the clock was set back', async () => {
  expect(await tryUntilRefused('stranger')).toBe(10);
  now -= DAY_MS;
  expect(await tryUntilRefused('stranger')).toBe(10);
  now += 1000;
  expect(await tryUntilRefused('stranger')).toBe(0);
});

it('keeps counting attempts with a clock that is a few seconds behind', async () => {
  expect(await tryUntilRefused('neighbor')).toBe(10);
  now -= 5000;
  expect(await tryUntilRefused('neighbor')).toBe(0);
});

it('ends a session that would outlive a login because the clock was set back', async () => {
  const session = await sessions.begin('administrator');
  now -= 5000;
  expect(await sessions.isLive(session)).toBe(true);
  now -= DAY_MS;
  expect(await sessions.isLive(session)).toBe(false);
  now += DAY_MS + SESSION_SECONDS * 1000;
  expect(await sessions.isLive(session)).toBe(true);
  now += 5000;
  expect(await sessions.isLive(session)).toBe(false);
});
