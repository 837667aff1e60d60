import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../support/test-database.ts';
import { scaled } from '../../support/tier.mjs';
import { useFolder } from '../../support/use-folder.ts';
import { spawnService, startService } from '../service-process.ts';
import { ConfirmedWrites } from './confirmed-writes.ts';

const ROUNDS = scaled(20);

const folder = useFolder();
const env = { DATABASE_URL: folder, SERVICE_API_KEY: SETTINGS.apiKey };
const confirmed = new ConfirmedWrites();

async function killWhileWriting(round: number, tokens: number): Promise<void> {
  const { url, child } = await startService(env);
  const writers = ['a', 'b', 'c'].map((name) =>
    confirmed.write(url, `${round}${name}`, () => child.signalCode !== null),
  );
  await confirmed.untilMoreTokens(tokens);
  child.kill('SIGKILL');
  await Promise.all(writers);
}

/** Kills the service while it opens its databases. */
async function killWhileOpening(afterMs: number): Promise<void> {
  const child = spawnService(env);
  const gone = once(child, 'exit');
  await delay(afterMs);
  child.kill('SIGKILL');
  await gone;
}

it(`keeps all confirmed writes over ${ROUNDS} kills at random moments`, async () => {
  const moments: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [tokens, openingMs] = [5 + Math.floor(Math.random() * 40), Math.random() * 3000];
    moments.push(`${tokens} tokens`, `${openingMs} ms`);
    await killWhileWriting(round, tokens);
    await killWhileOpening(openingMs);
  }
  const state = await PGlite.create(join(folder, 'state'));
  const lost = await confirmed.findLost(async (sql) => (await state.query(sql)).rows);
  await state.close();
  expect(lost, `killed after ${moments.join(', ')}`).toEqual({ lost: [], reopened: [] });
  expect(confirmed.logoutCount).toBeGreaterThan(0);
});
