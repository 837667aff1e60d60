import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { makeSmallDisk } from '../../support/small-disk.ts';
import { scaled } from '../../support/tier.mjs';
import { type ServiceProcess, startInVain, startService } from '../service-process.ts';

const apiKey = 'demo-key';
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;
const ROUNDS = scaled(8);
/** Shorter than the time limit of a statement, because a broken thread must be detected immediately. */
const ANSWER_LIMIT_MS = 12_000;

/** Both databases take 90 MiB. The log of each round takes up to 32 MiB more. */
const disk = makeSmallDisk(90 + ROUNDS * 32 + 32);

afterAll(() => disk?.remove());

/** The hashes of all tokens that the service has confirmed. */
const issued: string[] = [];

async function call(path: string): Promise<Response> {
  return fetch(path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
}

/** Gets a token, and returns the status of the answer. */
async function getToken({ url }: ServiceProcess): Promise<number> {
  const answer = await call(`${url}/Api/GetToken/${apiKey}/anna/${guid}`);
  const text = await answer.text();
  if (answer.ok) issued.push(createHash('sha256').update(text).digest('base64url'));
  return answer.status;
}

/** Gets tokens, eight at a time, until one is refused. Returns the status of the refusal. */
async function getTokensUntilRefused(service: ServiceProcess): Promise<number> {
  for (;;) {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => getToken(service)));
    const refused = statuses.find((status) => status !== 200);
    if (refused) return refused;
  }
}

async function untilReadiness({ url }: ServiceProcess, status: number): Promise<void> {
  const read = async () => (await call(`${url}/ready`)).status;
  await expect.poll(read, { interval: 250, timeout: PATIENCE_MS }).toBe(status);
}

async function untilServed(service: ServiceProcess): Promise<void> {
  await expect.poll(() => getToken(service), { interval: 250 }).toBe(200);
}

it.skipIf(!disk)(
  `answers 503 while its disk is full, ${ROUNDS} times (skipped if no disk can be mounted)`,
  async () => {
    const folder = join(disk!.folder, 'service');
    const service = await startService({ DATABASE_URL: folder, SERVICE_API_KEY: apiKey });
    onTestFinished(async () => {
      disk!.clear();
      await service.end();
    });
    await untilServed(service);
    for (let round = 0; round < ROUNDS; round += 1) {
      disk!.fill((round * 5) % 16);
      expect(await getTokensUntilRefused(service)).toBe(503);
      const { url } = service;
      for (const path of [`/Api/Logout/${apiKey}/anna`, `/Tdb/unknown`]) {
        expect([204, 401, 503]).toContain((await call(url + path)).status);
      }
      const statuses = await Promise.all(Array.from({ length: 50 }, () => getToken(service)));
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      await untilReadiness(service, 503);
      disk!.clear();
      await untilServed(service);
      await untilReadiness(service, 200);
    }
    const failures = service.errors.filter((line) => line.includes('failed'));
    expect(failures).toEqual([expect.stringMatching(/the disk of the database is full/)]);

    disk!.fill(0);
    await getTokensUntilRefused(service);
    const ended = once(service.child, 'exit');
    service.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    disk!.clear();

    const state = await PGlite.create(join(folder, 'state'));
    const { rows } = await state.query<{ hash: string }>(
      'SELECT token_hash AS hash FROM dashboard_service.tokens',
    );
    await state.close();
    const kept = new Set(rows.map(({ hash }) => hash));
    expect(issued.filter((hash) => !kept.has(hash))).toEqual([]);
  },
);

it.skipIf(!disk)('reports in one line that the disk is too full to start', async () => {
  disk!.fill(4);
  const { status, stdout, stderr } = await startInVain({
    DATABASE_URL: join(disk!.folder, 'another'),
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^(\S+ info (Preparing|Filling).*\n)*embedded-dashboard-service: .*disk is full\.\n$/,
  );
});
