#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { DatabaseError, DISK_FULL, LOCKED } from './database/database.ts';
import { IS_COMPILED } from './is-compiled.ts';
import { findSecrets, tellPasswordPlace } from './service-secrets.ts';
import { SettingError } from './setting-error.ts';
import { readSettings, type Settings } from './settings.ts';

const OPTIONS = {
  'print-demo': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const HELP = `Usage: embedded-dashboard-service [option]

Without an option it serves, on this machine only, until Ctrl+C.

  --print-demo   address, API key and dashboards as one line of JSON
  --help, -h     this text
  --version, -v  the version

Settings come from the environment:

  SERVICE_PORT              4600 by default; 0 takes a free one
  DATABASE_URL              a folder (.dashboard-service by default), postgres://…, or memory:
  SERVICE_API_KEY           the demo company's key (*)
  SERVICE_ADMIN_PASSWORD    of the back office at /admin (*)
  SERVICE_SECRET            what secrets are encrypted with (*)
  SERVICE_CONNECTION_HOSTS  servers that a connection string may name, separated by spaces
  SERVICE_TOKEN_LIFETIME    seconds from 1 to 7200
  SERVICE_FRAME_ANCESTORS   who may embed; * by default

  (*) made on first start and kept, but to be set for PostgreSQL`;

/** What the command was called with. Throws {@link SettingError} for anything that it does not know. */
function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new SettingError(`${reason}; --help tells what there is.`);
  }
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

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
  const service = createDashboardService({
    ...options,
    onPreparing: (message) => console.error(message),
    onLost: () => {
      fail(new SettingError('The database in memory is lost: start again.'));
      process.exit();
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close().finally(() => process.exit(0)));
  }
  const { url } = await service.listen(port);
  console.log(`The dashboard service listens on ${url}`);
  console.log(`Its back office is at ${url}/admin; the password is ${tellPasswordPlace(options)}.`);
}

function fail(error: unknown): void {
  console.error(`embedded-dashboard-service: ${toReason(error)}`);
  process.exitCode = 1;
}

function toReason(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const code = error instanceof DatabaseError ? error.code : String(error);
  if (code === 'unavailable') return 'DATABASE_URL: the server cannot be reached.';
  if (code === DISK_FULL) return 'DATABASE_URL: the disk is full.';
  if (code === LOCKED) {
    return 'DATABASE_URL: another process has held the lock of the database for 20 seconds.';
  }
  return `The service could not start (${code}).`;
}

try {
  const { help, version, 'print-demo': isAsked } = readArguments();
  // npm runs the sources in their own folder; INIT_CWD is the one that the user is in.
  const from = IS_COMPILED ? process.cwd() : (process.env.INIT_CWD ?? process.cwd());
  if (help) console.log(HELP);
  else if (version) console.log(readVersion());
  else if (isAsked) printDemo(readSettings(process.env, from));
  else await serve(readSettings(process.env, from));
} catch (error) {
  fail(error);
}
