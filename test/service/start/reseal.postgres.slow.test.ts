import { demoDashboards } from 'embedded-dashboard-service';
import { expect, it, onTestFinished } from 'vitest';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { spawnService, startInVain, startService, waitForEnd } from '../service-process.ts';

const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';
const { apiKey, adminPassword } = SETTINGS;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

it('changes the secret of a database, next to a running process', async () => {
  const database = await testDatabase();
  const withSecret = (secret: string) => ({
    DATABASE_URL: database,
    SERVICE_SECRET: secret,
    SERVICE_API_KEY: apiKey,
    SERVICE_ADMIN_PASSWORD: adminPassword,
    SERVICE_CONNECTION_HOSTS: '127.0.0.1:9',
  });
  const before = await startService(withSecret(OLD));
  onTestFinished(() => before.end());
  const answer = await fetch(`${before.url}/Api/GetToken/${apiKey}/anna/${guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Nothing listens there: the page opens, and says in each tile that its data are missing.
    body: JSON.stringify({ connectionString: 'postgres://reader:it@127.0.0.1:9/warehouse' }),
  });
  const token = await answer.text();
  const both = withSecret(`${NEW} ${OLD}`);
  const ending = await waitForEnd(spawnService(both, [], ['reseal']));
  expect([ending.status, ending.stderr]).toEqual([0, '']);
  expect(ending.stdout).toMatch(/\nThe other secrets can go\.\n$/);

  const refused = await startInVain(withSecret(OLD));
  expect(refused.stderr).toContain('SERVICE_SECRET is not the one');
  const after = await startService(withSecret(NEW));
  onTestFinished(() => after.end());
  expect((await fetch(`${after.url}/Tdb/${token}`)).status).toBe(200);
});
