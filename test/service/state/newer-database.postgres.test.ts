import { createDashboardService, SettingError } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';

it('does not start on a database that a newer version has changed', async () => {
  const database = await testDatabase();
  const first = createDashboardService({ database, ...SETTINGS });
  await (await first.listen(0)).close();
  await first.close();
  await runSql(database, 'INSERT INTO dashboard_service.schema_versions VALUES (1000)');

  const older = createDashboardService({ database, ...SETTINGS });
  await expect(older.listen(0)).rejects.toThrow(SettingError);
  await older.close();
});
