import { setTimeout as wait } from 'node:timers/promises';
import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startInVain } from '../service-process.ts';
import { keepNotices } from '../../support/notices.ts';

/** The number of the advisory lock at which processes wait for each other. */
const LOCK = 4_600_450_046;

it('does not say that it fills a database that is not new', async () => {
  const options = { database: await testDatabase(), ...SETTINGS, onEvent: () => {} };
  const first = createDashboardService(options);
  await (await first.listen(0)).close();
  await first.close();
  const holder = new pg.Client(options.database);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const lines: string[] = [];
  const second = createDashboardService({
    ...options,
    onEvent: keepNotices(lines, 'info'),
  });
  const listening = second.listen(0);
  // Longer than a start that says nothing.
  await wait(2000);
  await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
  await listening;
  expect(lines).toEqual([]);
  await second.close();
});

it('ends with one line if another process holds the lock of the database', async () => {
  const database = await testDatabase();
  const holder = new pg.Client(database);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const ending = await startInVain({
    DATABASE_URL: database,
    SERVICE_SECRET: SETTINGS.secret,
    SERVICE_API_KEY: SETTINGS.apiKey,
    SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
  });
  expect(ending).toMatchObject({ status: 1, stdout: '' });
  expect(ending.stderr.trimEnd().split('\n').at(-1)).toBe(
    'embedded-dashboard-service: DATABASE_URL: another process has held the lock of the database for two minutes.',
  );
});
