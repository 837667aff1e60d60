import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { createCompany, logIn } from '../../support/back-office.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';

it('refuses to start with the key of another company', async () => {
  const options = await testService();
  const first = createDashboardService(options);
  const { url } = await first.listen(0);
  const { apiKey } = await createCompany(await logIn(url, SETTINGS.adminPassword), 'Other');
  await first.close();
  const second = createDashboardService({ ...options, apiKey });
  await expect(second.listen(0)).rejects.toMatchObject({
    name: 'SettingError',
    message: 'SERVICE_API_KEY is the key of another company.',
  });
  await second.close();
});
