import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../service/src/database/bound-values.ts';
import type { Database } from '../../../service/src/database/database.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { resealAll } from '../../../service/src/start/reseal.ts';
import { checkSecret } from '../../../service/src/start/secret-check.ts';
import { API_KEY_FILE, type ServiceBox } from '../../../service/src/start/service-secrets.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';
import { openBox, type SealedCompany, SealedContent, storesOf } from './sealed-content.ts';

const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';
const old = openBox(OLD);
const now = openBox(NEW);
const both = openBox(`${NEW} ${OLD}`);
const CAN_GO = 'The other secrets can go.';

let databases: Databases;
let state: Database;
let content: SealedContent;
let folder: string;

beforeEach(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  ({ state } = databases);
  content = new SealedContent(state);
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterEach(async () => {
  await databases.close();
  await rm(folder, { recursive: true });
});

const reseal = (secrets: ServiceBox = both, on = state) => resealAll(on, secrets, folder);

/** The database, with a hook before each statement. */
function watched(onQuery: (sql: string) => Promise<void> | void): Database {
  return {
    isOpen: true,
    query: async (sql: string, values?: readonly SqlValue[]) => {
      await onQuery(sql);
      return state.query(sql, values);
    },
    execute: (sql) => state.execute(sql),
    exclusively: (work) => state.exclusively(work),
    close: () => state.close(),
  };
}

it('encrypts everything with the first secret, in batches, and says that the others can go', async () => {
  await content.add(old, 1, 51);
  await expect(checkSecret(state, now)).rejects.toThrow('SERVICE_SECRET is not the one');
  expect(await reseal()).toEqual({
    lines: [
      'Encrypted again with the first secret: 53. API keys and connection strings of that secret: 53.',
      CAN_GO,
    ],
    isDone: true,
  });
  await content.expectReadable(now);
  await expect(checkSecret(state, old)).rejects.toThrow('SERVICE_SECRET is not the one');
  expect((await reseal()).lines[0]).toMatch(/first secret: 0\. .*: 53\.$/);
  expect((await reseal(now)).lines[1]).toMatch(/^No other secret is set\./);
});

it('can be stopped before each of its statements, and run again', async () => {
  await content.add(openBox('the-secret-of-point-0'), 2);
  const canStart: boolean[] = [];
  let points = 0;
  for (let isStopped = true; isStopped; points += 1) {
    const [former, next] = [`the-secret-of-point-${points}`, `the-secret-of-point-${points + 1}`];
    const secrets = openBox(`${next} ${former}`);
    let left = points;
    const stopping = watched(() => {
      if (left === 0) throw new Error('stopped');
      left -= 1;
    });
    isStopped = await reseal(secrets, stopping).then(
      () => false,
      () => true,
    );
    await content.expectReadable(secrets);
    const starts = checkSecret(state, openBox(next)).then(
      () => true,
      () => false,
    );
    canStart.push(await starts);
    expect(await reseal(secrets)).toMatchObject({ isDone: true });
    await content.expectReadable(openBox(next));
  }
  // It reads the check, then each of three tables, changes six rows, reads all again, and the check again.
  const statements = 1 + 3 + 6 + 3 + 2;
  expect(points - 2).toBe(statements);
  // While something may need the former secret, no process starts without it.
  expect(canStart.indexOf(true)).toBe(statements);
});

it('does not overwrite what another process writes at the same time', async () => {
  await content.add(old, 3);
  const [first, second, third] = content.companies as [SealedCompany, SealedCompany, SealedCompany];
  const { keys, connections, tokens } = storesOf(state, both);
  const changed = 'postgres://changed@db.example.com/app';
  let isFirst = true;
  const on = watched(async (sql) => {
    const isRead = isFirst && sql.startsWith('UPDATE');
    if (isRead) isFirst = false;
    // After the companies were read, and before the first of them is changed.
    if (isRead) await keys.replace(first.id, 'leaked');
    if (isRead) await keys.replace(second.id, 'planned');
    // The same for the other tables, whose rows have no order in time.
    if (sql.startsWith('UPDATE data_connections')) {
      await connections.save(second.id, 'Warehouse 0', changed);
    }
    if (sql.startsWith('UPDATE tokens')) await tokens.invalidate(third.id, 's');
  });
  expect(await reseal(both, on)).toMatchObject({ isDone: true });
  const ofNow = storesOf(state, now);
  for (const { id, apiKey } of [first, second]) {
    const key = (await ofNow.keys.reveal(id))!;
    expect([await ofNow.keys.find(key), key === apiKey]).toEqual([id, false]);
  }
  expect(await keys.find(first.apiKey)).toBeNull();
  expect((await ofNow.connections.find(second.id)).get('Warehouse 0')).toBe(changed);
  expect(await tokens.open(third.token)).toBe('signed-out');
});

it('says that the others must stay if another process still encrypts with one of them', async () => {
  await content.add(old, 2);
  const { keys } = storesOf(state, openBox(`${OLD} ${NEW}`));
  const on = watched(async (sql) => {
    if (sql.startsWith('UPDATE data_connections')) {
      await keys.replace(content.companies[1]!.id, 'leaked');
    }
  });
  const { lines, isDone } = await reseal(both, on);
  expect(isDone).toBe(false);
  expect(lines[1]).toMatch(
    /^The other secrets must stay\. Texts that are encrypted with them: 1\. /,
  );
  await expect(checkSecret(state, now)).rejects.toThrow('SERVICE_SECRET is not the one');
  expect(await reseal()).toMatchObject({ isDone: true });
  await checkSecret(state, now);
});

it('names the time until which a previous API key may need another secret', async () => {
  await content.add(old, 1);
  const { id, apiKey } = content.companies[0]!;
  await storesOf(state, old).keys.replace(id, 'planned');
  const [, line] = (await reseal()).lines;
  const until = /^The other secrets can go after (\S+), when/.exec(line!)![1]!;
  const hours = (Date.parse(until) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  expect(await storesOf(state, both).keys.find(apiKey)).toBe(id);
  expect(await storesOf(state, now).keys.find(apiKey)).toBeNull();
  await storesOf(state, both).keys.endPrevious(id);
  expect((await reseal()).lines[1]).toBe(CAN_GO);
});

it('does no harm next to a second one, also towards another secret', async () => {
  await content.add(old, 4);
  await Promise.all([reseal(), reseal()]);
  await content.expectReadable(now);
  const back = openBox(`${OLD} ${NEW}`);
  await Promise.all([reseal(), reseal(back)]);
  await content.expectReadable(both);
  expect(await reseal(back)).toMatchObject({ isDone: true });
  await content.expectReadable(old);
});

it('leaves what no secret reads, and says how many', async () => {
  await content.add(old, 1);
  const { id } = content.companies[0]!;
  const lost = openBox('a-secret-that-is-lost');
  await storesOf(state, lost).connections.save(id, 'Lost', 'postgres://lost@db.example.com/app');
  const { lines, isDone } = await reseal();
  expect([isDone, lines[1]]).toEqual([true, CAN_GO]);
  expect(lines[2]).toMatch(/^Texts that no secret decrypts: 1\. .*reset-secrets$/);
  const kept = await storesOf(state, lost).connections.find(id);
  expect(kept.get('Lost')).toBe('postgres://lost@db.example.com/app');
});

it('refuses secrets that do not fit the database, and changes nothing', async () => {
  await content.add(old, 1);
  await expect(reseal(now)).rejects.toThrow('SERVICE_SECRET is not the one');
  await content.expectReadable(old);
});

describe('the file of the API key', () => {
  it('is encrypted again, for its owner only', async () => {
    await checkSecret(state, old);
    const file = join(folder, API_KEY_FILE);
    await writeFile(file, `${old.box.seal('key')}\n`);
    await reseal();
    expect(now.box.unseal((await readFile(file, 'utf8')).trim())).toBe('key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
