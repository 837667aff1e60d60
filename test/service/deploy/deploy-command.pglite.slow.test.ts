import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService, demoDashboards } from 'embedded-dashboard-service';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';
import { HOSTILE_FOLDERS, writeGood } from './hostile-folders.ts';

const COMPANY = 'Aurora Coffee Supply';

let root: string;
let database: string;
let folder: string;

beforeAll(() => {
  database = mkdtempSync(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rmSync(database, { recursive: true }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dashboard-deploy-'));
  folder = join(root, 'dashboards');
});

afterEach(() => rmSync(root, { recursive: true }));

const run = (...args: string[]): Promise<Ending> =>
  waitForEnd(spawnService({ DATABASE_URL: database }, [], ['deploy', ...args]));
const deploy = (...options: string[]) => run(folder, '--company', COMPANY, ...options);

/** Expects that a run was refused with one line. */
function expectRefused(ending: Ending, line: RegExp): void {
  const [, text] = /^embedded-dashboard-service: (.*)\n$/.exec(ending.stderr) ?? [];
  expect([ending.status, ending.stdout, text]).toEqual([1, '', expect.stringMatching(line)]);
}

it('writes the dashboards of a stopped service, and publishes them', async () => {
  const service = createDashboardService({ database });
  await service.listen(0);
  try {
    expectRefused(await deploy('--out'), /another process uses the folder .* Stop it first\.$/);
  } finally {
    await service.close();
  }
  const written = await deploy('--out');
  expect(written).toMatchObject({ status: 0, stderr: '' });
  expect(written.stdout.split('\n')).toHaveLength(demoDashboards.length + 1);
  expect(readdirSync(folder)).toContain('Sales-overview');
  const file = join(folder, 'Sales-overview', 'byCountry.sql');
  writeFileSync(file, readFileSync(file, 'utf8').replace('LIMIT 8', 'LIMIT 7'));
  const line = 'Sales overview (6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1): ';
  const dry = await deploy('--publish', '--dry-run');
  expect(dry).toMatchObject({ status: 0, stderr: '' });
  expect(dry.stdout).toContain(`${line}to publish\n  Dataset “byCountry” changes.\n`);
  const done = await deploy('--publish');
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toContain(`${line}published\n`);
  expect((await deploy('--publish')).stdout).toContain(`${line}unchanged\n`);
  writeFileSync(file, 'SELECT 1 AS n\nFROM nowhere\n');
  const place = /^Sales-overview\/byCountry\.sql:2: relation "nowhere" does not exist$/;
  expectRefused(await deploy('--dry-run'), place);
});

describe('refuses', () => {
  it('arguments that do not fit', async () => {
    writeGood(folder);
    const use = /; see --help\.$/;
    expectRefused(await run(folder), use);
    expectRefused(await run('--company', COMPANY), use);
    expectRefused(await deploy('--out', '--publish'), use);
    expectRefused(await deploy('--yes'), use);
    expectRefused(await deploy('--company', ''), use);
  });

  it('a company that does not exist', async () => {
    writeGood(folder);
    expectRefused(
      await run(folder, '--company', 'No\u001b\n'),
      /^There is no company “No\uFFFD\uFFFD”\.$/,
    );
  });

  // `read-folder.test.ts` has the others. A run of the command takes seconds.
  const some = HOSTILE_FOLDERS.filter(([name]) => /^a pipe|^a file of 10|in the name/.test(name));
  it.for(some)('%s', async ([, spoil, line]) => {
    writeGood(folder);
    spoil(folder);
    expectRefused(await deploy('--publish', '--remove'), line);
  });
});
