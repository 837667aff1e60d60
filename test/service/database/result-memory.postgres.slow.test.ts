import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { logIn } from '../../support/back-office.ts';
import { SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { callOf, draftOf, problemsOf } from '../admin/draft-calls.ts';
import { startService } from '../service-process.ts';

const MIB = 1024;
const HUGE = `SELECT repeat('x', 100000000) AS huge FROM generate_series(1, 5)`;
const WIDE = `SELECT ${Array.from({ length: 40 }, (_, index) => `repeat('x', 1000000) AS c${index}`).join()}`;
const LONG = `SELECT n, repeat('x', 100000) AS t FROM generate_series(1, 1000) AS n`;

/** The largest memory of a process since the last call, in KiB. https://docs.kernel.org/filesystems/proc.html */
function takePeak(pid: number): number {
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(peak);
}

it.skipIf(process.platform !== 'linux')(
  'grows by 64 MiB at most for a result of 500 MB, and by 160 MiB for four at once',
  async () => {
    const service = await startService({
      DATABASE_URL: await testDatabase(),
      SERVICE_SECRET: SECRET,
      SERVICE_API_KEY: SETTINGS.apiKey,
      SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
    });
    onTestFinished(service.end);
    const office = await logIn(service.url, SETTINGS.adminPassword);
    const preview = async (sql: string) => {
      const datasets = [
        { name: 'counted', sql: 'SELECT 1 AS n' },
        { name: 'large', sql },
      ];
      return problemsOf(await office.post('dashboards/preview', callOf(draftOf({ datasets }))));
    };
    for (let round = 0; round < 20; round += 1) await preview('SELECT 1 AS n');
    const expectGrowth = async (work: () => Promise<void>, most: number): Promise<void> => {
      takePeak(service.child.pid!);
      await preview('SELECT 1 AS n');
      const before = takePeak(service.child.pid!);
      await work();
      const grown = Math.round((takePeak(service.child.pid!) - before) / MIB);
      expect(grown).toBeLessThanOrEqual(most);
    };
    const expectRefusal = async (sql: string): Promise<void> => {
      const [status, problems] = await preview(sql);
      expect([status, problems['datasets.1.sql']]).toEqual([200, expect.stringContaining('MiB')]);
    };
    const queries = [HUGE, WIDE, LONG, HUGE];
    await expectGrowth(async () => {
      for (const sql of queries) await expectRefusal(sql);
    }, 64);
    await expectGrowth(async () => {
      await Promise.all(queries.map(expectRefusal));
    }, 160);
  },
);
