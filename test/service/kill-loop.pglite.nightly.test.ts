import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaled } from '../support/tier.mjs';
import { type ServiceProcess, spawnService, startService } from './service-process.ts';

const apiKey = 'demo-key';
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;
const ROUNDS = scaled(20);

let env: Record<string, string>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  env = { DATABASE_URL: folder, SERVICE_API_KEY: apiKey };
});

afterAll(() => rm(env.DATABASE_URL!, { recursive: true, force: true }));

/** The hashes of all tokens that the service has confirmed, by session. */
const issued = new Map<string, string>();
const loggedOut = new Set<string>();

/** Gets tokens and signs out every second session, until the service has ended. */
async function writeUntilGone({ url, child }: ServiceProcess, writer: string): Promise<void> {
  for (let turn = 0; child.signalCode === null; turn += 1) {
    const session = `${writer}-${turn}`;
    try {
      const answer = await fetch(`${url}/Api/GetToken/${apiKey}/${session}/${guid}`);
      expect(answer.status).toBe(200);
      issued.set(
        session,
        createHash('sha256')
          .update(await answer.text())
          .digest('base64url'),
      );
      if (turn % 2 === 0) continue;
      await fetch(`${url}/Api/Logout/${apiKey}/${session}`);
      loggedOut.add(session);
    } catch (error) {
      // The connection broke: the call may or may not have taken effect.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

/** Kills the service while it opens its databases. */
async function killWhileOpening(afterMs: number): Promise<void> {
  const child = spawnService(env);
  const gone = once(child, 'exit');
  await delay(afterMs);
  child.kill('SIGKILL');
  await gone;
}

async function killWhileWriting(round: number, afterMs: number): Promise<void> {
  const service = await startService(env);
  const writers = ['a', 'b', 'c'].map((name) => writeUntilGone(service, `${round}${name}`));
  await delay(afterMs);
  service.child.kill('SIGKILL');
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
  const { rows } = await state.query<{ hash: string; session: string; is_open: boolean }>(
    `SELECT token_hash AS hash, session_id AS session, invalidated_at IS NULL AS is_open
     FROM dashboard_service.tokens JOIN dashboard_service.connections ON id = connection_id`,
  );
  await state.close();
  const kept = new Map(rows.map((row) => [row.session, row]));
  const lost = [...issued].filter(([session, hash]) => kept.get(session)?.hash !== hash);
  const reopened = [...loggedOut].filter((session) => kept.get(session)?.is_open);
  expect({ lost, reopened }, `killed after ${moments.join(', ')} ms`).toEqual({
    lost: [],
    reopened: [],
  });
  expect(issued.size).toBeGreaterThan(ROUNDS);
  expect(loggedOut.size).toBeGreaterThan(0);
}, 900_000);
