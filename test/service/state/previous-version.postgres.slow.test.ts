import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn } from '../../support/back-office.ts';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import {
  type ServiceProcess,
  spawnService,
  startService,
  waitUntilListening,
} from '../service-process.ts';

const MIGRATIONS = 'service/src/state/migrations.ts';
const TSX = import.meta.resolve('tsx');
const apiKey = 'demo-key';
const adminPassword = 'correct horse';
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the commit before the last change of the tables; an empty text in a copy without the history. */
function findPrevious(): string {
  try {
    const change = git('log', '--max-count=1', '--format=%H', '--', MIGRATIONS);
    return git('rev-parse', '--verify', '--quiet', `${change}^`);
  } catch {
    return '';
  }
}

const previous = findPrevious();

let folder: string;
let env: Record<string, string>;
/** The previous version, which has made the database, this one, which has changed its tables, and the previous one again. */
let services: ServiceProcess[];

function startPrevious(): Promise<ServiceProcess> {
  const main = join(folder, 'service/src/main.ts');
  return waitUntilListening(spawnService(env, ['--import', TSX], [], main));
}

describe.skipIf(!previous)('the previous version and this one, on one database', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'previous-version-'));
    git('archive', '--output', join(folder, 'all.tar'), previous);
    execFileSync('tar', ['--extract', '--file=all.tar'], { cwd: folder });
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
    env = {
      DATABASE_URL: await testDatabase(),
      SERVICE_SECRET: SECRET,
      SERVICE_API_KEY: apiKey,
      SERVICE_ADMIN_PASSWORD: adminPassword,
    };
    services = [await startPrevious()];
    services.push(await startService(env));
    services.push(await startPrevious());
  });

  afterAll(async () => {
    await Promise.all(services.map(({ end }) => end()));
    rmSync(folder, { recursive: true });
  });

  async function read(address: string): Promise<{ status: number; body: string }> {
    const response = await fetch(address);
    return { status: response.status, body: await response.text() };
  }

  it.each(['the previous version', 'this version'])(
    'a token of %s opens at all',
    async (version) => {
      const urls = services.map(({ url }) => url);
      const [before, now] = urls as [string, string];
      const issuer = version === 'this version' ? now : before;
      const issued = await read(
        `${issuer}/Api/GetToken/${apiKey}/${encodeURIComponent(version)}/${guid}`,
      );
      const open = () => Promise.all(urls.map((url) => read(`${url}/Tdb/${issued.body}`)));
      expect((await open()).map(({ status }) => status)).toEqual([200, 200, 200]);
      await fetch(`${before}/api/logout/${apiKey}/${encodeURIComponent(version)}`);
      expect((await open()).map(({ status }) => status)).toEqual([401, 401, 401]);
    },
  );

  it.each(['companies/1', 'dashboards', 'statistics/connections', 'statistics/access'])(
    'all show %s',
    async (page) => {
      for (const { url } of services) {
        const office = await logIn(url, adminPassword);
        expect((await office.get(page)).status).toBe(200);
      }
    },
  );

  it('none of them has noted a failure', () => {
    const lines = services.flatMap(({ errors }) => errors);
    expect(lines.filter((line) => line.includes('failed'))).toEqual([]);
  });
});
