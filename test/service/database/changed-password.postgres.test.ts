import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished } from 'vitest';
import { postTo } from '../../support/back-office.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';

it('a changed password of the back office ends all logins', async () => {
  const database = await testDatabase();
  const start = async (adminPassword: string): Promise<string> => {
    const service = createDashboardService({ ...SETTINGS, database, adminPassword });
    onTestFinished(() => service.close());
    return (await service.listen(0)).url;
  };
  const first = await start(SETTINGS.adminPassword);
  const password = new URLSearchParams({ password: SETTINGS.adminPassword });
  const [cookie = ''] = (await postTo(first, 'login', password)).headers
    .get('set-cookie')!
    .split(';');
  const statusAt = async (url: string): Promise<number> =>
    (await fetch(`${url}/admin/companies`, { headers: { Cookie: cookie }, redirect: 'manual' }))
      .status;
  expect(await statusAt(first)).toBe(200);
  expect(await statusAt(await start(SETTINGS.adminPassword))).toBe(200);
  const changed = await start('another password');
  expect(await statusAt(changed)).toBe(303);
  expect((await postTo(changed, 'login', password)).status).toBe(401);
});
