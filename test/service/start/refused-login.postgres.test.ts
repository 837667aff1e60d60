import { expect, it } from 'vitest';
import { SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { startInVain } from '../service-process.ts';

/** Starts the service on a new database, and expects one line that ends with `line`. */
async function expectLine(
  toSettings: (address: URL) => Record<string, string>,
  line: string,
): Promise<void> {
  const ending = await startInVain({
    ...toSettings(new URL(await testDatabase())),
    SERVICE_SECRET: SECRET,
    SERVICE_API_KEY: SETTINGS.apiKey,
    SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword,
    SERVICE_START_WAIT_SECONDS: '0',
  });
  const stderr = `embedded-dashboard-service: ${line}.\n`;
  expect(ending).toEqual({ status: 1, stdout: '', stderr });
}

const AWAY = 'the server cannot be reached, is full or is read only';

it.each<[change: Partial<URL>, reason: string]>([
  [{ username: 'nobody' }, 'the server refuses its login (28000)'],
  [{ pathname: '/nothing' }, 'the server has no such database'],
  [{ port: '1' }, AWAY],
  [{ search: '?sslmode=require' }, `${AWAY} (no-tls)`],
])('a start with the address %o ends with one line that names the setting', (change, reason) =>
  expectLine(
    (address) => ({ DATABASE_URL: Object.assign(address, change).href }),
    `DATABASE_URL: ${reason}`,
  ),
);

it('names SERVICE_DATA_URL if only its server is away', () =>
  expectLine(({ href }) => {
    const other = Object.assign(new URL(href), { username: 'reader', port: '1' });
    return { DATABASE_URL: href, SERVICE_DATA_URL: other.href };
  }, `SERVICE_DATA_URL: ${AWAY}`));
