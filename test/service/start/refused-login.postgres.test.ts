import { expect, it } from 'vitest';
import { SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startInVain } from '../service-process.ts';

it.each<[change: Partial<URL>, reason: string]>([
  [{ username: 'nobody' }, 'the server refuses its login (28000)'],
  [{ pathname: '/nothing' }, 'the server has no such database'],
])(
  'a start with the address %o ends with one line that names the setting',
  async (change, reason) => {
    const address = Object.assign(new URL(await testDatabase()), change);
    const ending = await startInVain({
      DATABASE_URL: address.href,
      SERVICE_SECRET: SECRET,
      SERVICE_API_KEY: SETTINGS.apiKey,
      SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
    });
    expect(ending).toEqual({
      status: 1,
      stdout: '',
      stderr: `embedded-dashboard-service: DATABASE_URL: ${reason}.\n`,
    });
  },
);
