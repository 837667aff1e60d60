import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaled } from '../../support/tier.mjs';
import { API_KEY, ConfirmedWrites } from './confirmed-writes.ts';
import { spawnService, startService } from '../service-process.ts';

const ROUNDS = scaled(20);

let env: Record<string, string>;
const confirmed = new ConfirmedWrites();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  env = { DATABASE_URL: folder, SERVICE_API_KEY: API_KEY };
});

afterAll(() => rm(env.DATABASE_URL!, { recursive: true, force: true }));

/** Kills the service while it opens its databases. */
async function killWhileOpening(afterMs: number): Promise<void> {
  const child = spawnService(env);
  const gone = once(child, 'exit');
  await delay(afterMs);
  child.kill('SIGKILL');
  await gone;
}

async function killWhileWriting(round: number, afterMs: number): Promise<void> {
  const { url, child } = await startService(env);
  const writers = ['a', 'b', 'c'].map((name) =>
    confirmed.write(url, `${round}${name}`, () => child.signalCode !== null),
  );
  await delay(afterMs);
  child.kill('SIGKILL');
  await Promise.all(writers);
}

it(`keeps all confirmed writes over ${ROUNDS} kills at random moments`, async () => {
  const moments: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [writing, opening] = [Math.random() * 1000, Math.random() * 3000];
    moments.push(writing, opening);
    await killWhileWriting(round, writing);
    await killWhileOpening(opening);
  }
  const state = await PGlite.create(join(env.DATABASE_URL!, 'state'));
  const lost = await confirmed.findLost(async (sql) => (await state.query(sql)).rows);
  await state.close();
  expect(lost, `killed after ${moments.join(', ')} ms`).toEqual({ lost: [], reopened: [] });
  expect(confirmed.tokenCount).toBeGreaterThan(ROUNDS);
  expect(confirmed.logoutCount).toBeGreaterThan(0);
});
