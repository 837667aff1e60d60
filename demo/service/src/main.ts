import { join } from 'node:path';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { DatabaseError } from './database/database.ts';
import { findSecrets, PASSWORD_FILE } from './service-secrets.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

/** The demo in one line of JSON, for programs; no database is opened for it. */
function printDemo({ port, secretsFolder, ...given }: Settings): void {
  const { apiKey } = findSecrets({ ...given, folder: secretsFolder });
  const dashboards = demoDashboards.map(({ guid, title, accessible }) => ({
    guid,
    title,
    accessible,
  }));
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, apiKey, dashboards }));
}

async function serve({ port, ...options }: Settings): Promise<void> {
  // Imported only here: --print-demo answers without loading the databases.
  const { createDashboardService } = await import('./dashboard-service.ts');
  const service = createDashboardService(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close().finally(() => process.exit(0)));
  }
  const { url } = await service.listen(port);
  const password = options.adminPassword
    ? 'SERVICE_ADMIN_PASSWORD'
    : `the text of ${join(options.secretsFolder, PASSWORD_FILE)}`;
  console.log(`The dashboard service listens on ${url}`);
  console.log(`Its back office is at ${url}/admin; the password is ${password}.`);
}

function fail(error: unknown): void {
  console.error(`embedded-dashboard-service: ${toReason(error)}`);
  process.exitCode = 1;
}

function toReason(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const code = error instanceof DatabaseError ? error.code : String(error);
  if (code === 'unavailable') return 'DATABASE_URL: the server cannot be reached.';
  return `The service could not start (${code}).`;
}

try {
  // npm runs this in the package's folder; INIT_CWD is the one that the user is in.
  const settings = readSettings(process.env, process.env.INIT_CWD ?? process.cwd());
  if (process.argv.includes('--print-demo')) printDemo(settings);
  else await serve(settings);
} catch (error) {
  fail(error);
}
