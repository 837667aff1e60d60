import { expect, it } from 'vitest';
import {
  AdminSessionStore,
  ATTEMPT_WINDOW_SECONDS,
  SESSION_SECONDS,
} from '../../../service/src/state/admin-session-store.ts';
import { useDatabases } from '../../support/use-databases.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const { state } = await useDatabases();
let now = Date.UTC(2026, 10, 21);
const sessions = new AdminSessionStore(state, ['binding'], () => now);

/** Tries to sign in until an attempt is refused, and returns the number of accepted attempts. */
async function tryUntilRefused(address: string): Promise<number> {
  let attempts = 0;
  while (await sessions.noteAttempt(address)) attempts += 1;
  return attempts;
}

async function isLive(session: string, store = sessions): Promise<boolean> {
  return (await store.find(session)) !== null;
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

it('removes expired sessions at the next login, and only those', async () => {
  const count = async (): Promise<unknown> =>
    (await state.query('SELECT count(*)::int AS n FROM admin_sessions'))[0]!.n;
  const before = await count();
  const first = (await sessions.begin(['administrator']))!;
  now += (SESSION_SECONDS - 1) * 1000;
  const second = (await sessions.begin(['administrator']))!;
  expect([await count(), await isLive(first)]).toEqual([Number(before) + 2, true]);
  now += 1000;
  await sessions.begin(['administrator']);
  expect(await count()).toBe(Number(before) + 2);
  expect([await isLive(first), await isLive(second)]).toEqual([false, true]);
});

it('ends all sessions if its binding changes', async () => {
  const session = (await sessions.begin(['administrator']))!;
  const later = new AdminSessionStore(state, ['another binding'], () => now);
  expect([await isLive(session), await isLive(session, later)]).toEqual([true, false]);
});

it('ends a session that would outlive a login because the clock was set back', async () => {
  const session = (await sessions.begin(['administrator']))!;
  now -= 5000;
  expect(await sessions.find(session)).not.toBeNull();
  now -= DAY_MS;
  expect(await sessions.find(session)).toBeNull();
  now += DAY_MS + SESSION_SECONDS * 1000;
  expect(await sessions.find(session)).not.toBeNull();
  now += 5000;
  expect(await sessions.find(session)).toBeNull();
});

it('removes attempts that count no more at the next login, and only those', async () => {
  await state.query('DELETE FROM login_attempts');
  await sessions.noteAttempt('old');
  now += ATTEMPT_WINDOW_SECONDS * 1000;
  await sessions.noteAttempt('new');
  await sessions.begin(['administrator']);
  const rows = await state.query('SELECT address FROM login_attempts');
  expect(rows).toEqual([{ address: 'new' }]);
});
