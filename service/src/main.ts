#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDatabaseUrl } from './start/database-url.ts';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { DatabaseError, DISK_FULL, LOCKED } from './database/database.ts';
import { IS_COMPILED } from './process/is-compiled.ts';
import { BusyPortError, toUrlHost } from './process/http-server.ts';
import { findRunningAddress } from './process/running-address.ts';
import { toCommandLine } from './process/service-command.ts';
import { readServiceVersion } from './process/service-version.ts';
import { findSecrets, tellPasswordPlace } from './start/service-secrets.ts';
import { SettingError } from './process/setting-error.ts';
import { type ParsedSettings, parseSettings } from './start/read-settings.ts';
import { type Setting, toDefault } from './start/setting.ts';
import { SETTINGS } from './start/settings.ts';
import type { Notice } from './telemetry/events.ts';

const OPTIONS = {
  'print-demo': { type: 'boolean' },
  'without-set-config': { type: 'boolean' },
  yes: { type: 'boolean' },
  company: { type: 'string' },
  'dry-run': { type: 'boolean' },
  publish: { type: 'boolean' },
  remove: { type: 'boolean' },
  out: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** The options of single commands. */
const COMMAND_OPTIONS = [
  'without-set-config',
  'yes',
  'company',
  'dry-run',
  'publish',
  'remove',
  'out',
] as const;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const HELP = `Usage: embedded-dashboard-service [option] [command]

Without options, it serves until Ctrl+C. By default, only this machine can reach it.

  --print-demo   print the address, the API key and the dashboards as one line of JSON
  --help, -h     print this help
  --version, -v  print the version

  make-data-login  print the statements that make a login for SERVICE_DATA_URL in the database of DATABASE_URL
    --without-set-config  also take set_config away from all other logins of the database
  check-data ADDRESS  check whether dashboards can read the database of an address safely, and print a table
  reseal         encrypt everything with the first secret of SERVICE_SECRET, and say when the others can go.
                 With a folder, the service must be stopped
  reset-secrets  say what is lost with a lost SERVICE_SECRET. The service must be stopped
    --yes        also remove it, so that the service can start with another one
  deploy FOLDER --company NAME  make drafts of the dashboards in the files of a folder. With a folder as DATABASE_URL, the
                 service must be stopped. The exit status is 1 if something is refused: then nothing is changed
    --dry-run    print the differences, and change nothing. The exit status is 0 if nothing is refused
    --publish    publish the dashboards, and set “Accessible in API”
    --remove     also remove the published dashboards of the company that are not in the folder
    --out        instead, write the published dashboards of the company into a new or empty folder
  export FILE    write everything but statistics to a new file. With a folder, the service must be stopped
  import FILE    read an export into an empty database
    --company NAME  only the dashboards of this company, into the company of the same name
  Both ask for a passphrase, or have it from SERVICE_EXPORT_PASSPHRASE. Without one, API keys and connection
  strings are left out.

Environment variables:

${Object.values(SETTINGS).map(toHelp).join('\n')}

  (*) generated on first start and kept; required with PostgreSQL`;

function toHelp(row: Setting): string {
  const { variable, meaning } = row;
  return `  ${variable.padEnd(28)}  ${meaning} Default: ${toDefault(row)}.`.replaceAll('`', '');
}

/** @throws {SettingError} for unknown options. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const [name, ...others] = positionals;
    const command = name === undefined ? undefined : COMMANDS[name];
    const used = COMMAND_OPTIONS.filter((option) => values[option] !== undefined);
    const isKnown = (name === undefined || command) && (command?.count ?? 0) === others.length;
    if (isKnown && used.every((option) => command?.options?.includes(option))) {
      return { ...values, command, values, argument: others[0] ?? '' };
    }
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new SettingError(`${reason}; see --help.`);
  }
  throw new SettingError('Unknown command or wrong arguments; see --help.');
}

/**
 * Prints the demo as one line of JSON, for programs. It opens no database. Without SERVICE_PORT and SERVICE_URL, the
 * address is that of the running service.
 */
async function printDemo(settings: ParsedSettings): Promise<void> {
  const { port, host, url, secretsFolder } = settings;
  const { apiKey } = findSecrets({ ...settings, folder: secretsFolder });
  const running = process.env.SERVICE_PORT ? null : await findRunningAddress(secretsFolder);
  const baseUrl = url ?? running ?? `http://${toUrlHost(host)}:${port}`;
  const dashboards = demoDashboards.map(({ guid, title, accessible, definition }) => ({
    guid,
    title,
    accessible,
    requiredParameters: definition.requiredParameters ?? [],
  }));
  console.log(JSON.stringify({ baseUrl, apiKey, dashboards }));
}

/** Prints statements for psql. The last line is the setting, as a comment. */
async function printDataLogin(withoutSetConfig = false): Promise<void> {
  const { DATABASE_URL = '' } = process.env;
  if (parseDatabaseUrl(DATABASE_URL).kind !== 'postgres') {
    throw new SettingError('make-data-login needs DATABASE_URL with postgres://….');
  }
  const { toDataLogin } = await import('./start/data-login.ts');
  const { address, statements } = toDataLogin(DATABASE_URL, { withoutSetConfig });
  console.log([...statements, `-- SERVICE_DATA_URL=${address}`].join('\n'));
}

/** Prints a table. The exit status is 1 if some checks fail, and 2 if they cannot run. */
async function printDataChecks(address: string): Promise<void> {
  const { checkData } = await import('./data-check/check-data.ts');
  process.exitCode = await checkData(address, (line) => console.log(line));
}

/** Prints what is lost with a secret. */
async function printLostSecrets(isSure = false): Promise<void> {
  const { resetSecrets } = await import('./start/reset-secrets.ts');
  console.log((await resetSecrets(readProcess(), isSure)).join('\n'));
}

/** Prints what was encrypted again. The exit status is 1 if the other secrets are still needed. */
async function printReseal(): Promise<void> {
  const { reseal } = await import('./start/reseal.ts');
  const { lines, isDone } = await reseal(readProcess());
  console.log(lines.join('\n'));
  if (!isDone) process.exitCode = 1;
}

/** Prints what happened to each dashboard. The exit status is 1 if something is refused. */
async function printDeploy(path: string, values: Values): Promise<void> {
  const { company, 'dry-run': isDry = false, publish = false, remove = false, out } = values;
  if (!company) throw new SettingError('deploy needs --company NAME; see --help.');
  if (out && (isDry || publish || remove)) {
    throw new SettingError('deploy: --out has no other option than --company; see --help.');
  }
  const { deployFolder, writeFolderOf } = await import('./start/deploy.ts');
  const { DeployRefusal } = await import('./deploy/refusal.ts');
  const folder = resolve(FROM, path);
  const options = { company, publishes: publish, removes: remove, isDry };
  try {
    const lines = await (out
      ? writeFolderOf(readProcess(), folder, company)
      : deployFolder(readProcess(), folder, options));
    for (const line of lines) console.log(line);
  } catch (error) {
    if (!(error instanceof DeployRefusal)) throw error;
    for (const line of error.lines) voice.complain(line);
    process.exitCode = 1;
  }
}

/** A person at a terminal. What a command prints goes to the standard output. */
const TERMINAL = { input: process.stdin, output: process.stderr };

async function printExport(file: string): Promise<void> {
  const { exportFile } = await import('./start/export-file.ts');
  console.log(await exportFile(readProcess(), resolve(FROM, file), TERMINAL));
}

async function printImport(file: string, { company }: Values): Promise<void> {
  const { importFile } = await import('./start/import-file.ts');
  console.log(await importFile(readProcess(), resolve(FROM, file), company, TERMINAL));
}

/** The values of the options. */
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** A command besides the start. */
interface Command {
  /** The number of its arguments. */
  count: number;
  options?: readonly (typeof COMMAND_OPTIONS)[number][];
  run: (argument: string, values: Values) => Promise<void>;
}

const COMMANDS: Partial<Record<string, Command>> = {
  'make-data-login': {
    count: 0,
    options: ['without-set-config'],
    run: (_, values) => printDataLogin(values['without-set-config']),
  },
  'check-data': { count: 1, run: printDataChecks },
  reseal: { count: 0, run: printReseal },
  'reset-secrets': { count: 0, options: ['yes'], run: (_, { yes }) => printLostSecrets(yes) },
  deploy: {
    count: 1,
    options: ['company', 'dry-run', 'publish', 'remove', 'out'],
    run: printDeploy,
  },
  export: { count: 1, run: printExport },
  import: { count: 1, options: ['company'], run: printImport },
};

/** The user's folder. npm runs the sources in their own one. */
const FROM = IS_COMPILED ? process.cwd() : (process.env.INIT_CWD ?? process.cwd());

function readProcess(): ParsedSettings {
  return parseSettings(process.env, FROM);
}

/** How this program speaks: to people, and with SERVICE_LOG=json to programs, in lines of the log. */
const voice = {
  say: (text: string): void => console.log(text),
  complain: (text: string): void => console.error(`embedded-dashboard-service: ${text}`),
};

async function serve(settings: ParsedSettings): Promise<void> {
  // Import late: --print-demo does not need the databases.
  const { DashboardService } = await import('./start/dashboard-service.ts');
  const { openLog } = await import('./telemetry/open-log.ts');
  const log = openLog(settings);
  if (settings.log === 'json') {
    const tell = (level: Notice['level']) => (text: string) => log({ kind: 'notice', level, text });
    Object.assign(voice, { say: tell('info'), complain: tell('error') });
  }
  const service = new DashboardService(settings, {
    onEvent: log,
    onLost: () => {
      fail(new SettingError('The in-memory database is lost. Start the service again.'));
      process.exit();
    },
  });
  const end = (): void => {
    // A second signal of either kind ends the process at once.
    for (const signal of SIGNALS) process.off(signal, end);
    void service.close().finally(() => process.exit(0));
  };
  for (const signal of SIGNALS) process.on(signal, end);
  await service.listen(settings.port, settings.host);
  voice.say(`The dashboard service is at ${service.url}`);
  voice.say(
    `Its back office is at ${service.url}/admin; the password is ${tellPasswordPlace(settings)}.`,
  );
}

function fail(error: unknown): void {
  voice.complain(toReason(error));
  process.exitCode = 1;
}

function toReason(error: unknown): string {
  if (error instanceof BusyPortError) return `${error.message} ${toCommandLine()}`;
  if (error instanceof SettingError) return error.message;
  const code = error instanceof DatabaseError ? error.code : String(error);
  if (/^28...$/.test(code)) return `DATABASE_URL: the server refuses its login (${code}).`;
  if (code === '3D000') return 'DATABASE_URL: the server has no such database.';
  if (code === 'unavailable')
    return 'DATABASE_URL: the server cannot be reached, is full or is read only.';
  if (code === DISK_FULL) return 'DATABASE_URL: the disk is full.';
  if (code === LOCKED) {
    return 'DATABASE_URL: another process has held the lock of the database for two minutes.';
  }
  return `The service could not start (${code}).`;
}

try {
  const { help, version, 'print-demo': isAsked, command, values, argument } = readArguments();
  if (help) console.log(HELP);
  else if (version) console.log(readServiceVersion());
  else if (command) await command.run(argument, values);
  else if (isAsked) await printDemo(readProcess());
  else await serve(readProcess());
} catch (error) {
  fail(error);
}
