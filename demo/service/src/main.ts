import { demoDashboards } from './demo/demo-dashboards.ts';
import { DatabaseError } from './database/database.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

/** The demo in one line of JSON, for programs; no database is opened for it. */
function printDemo({ port, apiKey }: Settings): void {
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
  console.log(`The dashboard service listens on ${url}`);
}

function fail(error: unknown): void {
  const reason =
    error instanceof SettingError
      ? error.message
      : `The service could not start (${error instanceof DatabaseError ? error.code : String(error)}).`;
  console.error(`dashboard-service: ${reason}`);
  process.exitCode = 1;
}

try {
  // npm runs this in the package's folder; INIT_CWD is the one that the user is in.
  const settings = readSettings(process.env, process.env.INIT_CWD ?? process.cwd());
  if (process.argv.includes('--print-demo')) printDemo(settings);
  else await serve(settings);
} catch (error) {
  fail(error);
}
