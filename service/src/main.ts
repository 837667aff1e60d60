#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { COMMAND_OPTIONS, COMMANDS, OPTIONS, readProcess } from './commands.ts';
import { DeployRefusal } from './deploy/refusal.ts';
import { demoDashboards } from './demo/demo-dashboards.ts';
import { DatabaseError, DISK_FULL, LOCKED, UNKNOWN_END } from './database/database.ts';
import { BusyPortError, toUrlHost } from './process/http-server.ts';
import { findRunningAddress } from './process/running-address.ts';
import { toCommandLine } from './process/service-command.ts';
import { readServiceVersion } from './process/service-version.ts';
import { findSecrets, tellPasswordPlace } from './start/service-secrets.ts';
import { SettingError } from './process/setting-error.ts';
import { findMisspelled } from './start/misspelled-settings.ts';
import type { ParsedSettings } from './start/read-settings.ts';
import { type Setting, toDefault } from './start/setting.ts';
import { SETTINGS } from './start/settings.ts';
import type { Notice } from './telemetry/events.ts';

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
  export FILE    write everything but statistics and the audit to a new file. With a folder, the service must be stopped
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

/** How this program speaks: to people, and with SERVICE_LOG=json to programs, in lines of the log. */
const voice = {
  say: (text: string): void => console.log(text),
  complain: (text: string): void => console.error(`embedded-dashboard-service: ${text}`),
};

async function run(): Promise<void> {
  const { help, version, 'print-demo': isAsked, command, values, argument } = readArguments();
  if (help) console.log(HELP);
  else if (version) console.log(readServiceVersion());
  else if (command) {
    const done = command.run(argument, values);
    await done.catch((error: unknown) => fail(error, 'The command failed'));
  } else if (isAsked) await printDemo(readProcess());
  else await serve(readProcess());
}

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
  const end = (signal: NodeJS.Signals): void => {
    log({ kind: 'notice', level: 'info', text: `${signal}: the service ends.` });
    // A second signal of either kind ends the process at once.
    for (const each of SIGNALS) process.off(each, end);
    void service.close().finally(() => process.exit(0));
  };
  for (const signal of SIGNALS) process.on(signal, end);
  await service.listen(settings.port, settings.host);
  for (const text of findMisspelled(process.env)) log({ kind: 'notice', level: 'warn', text });
  voice.say(`The dashboard service is at ${service.url}`);
  voice.say(
    `Its back office is at ${service.url}/admin; the password is ${tellPasswordPlace(settings)}.`,
  );
}

function fail(error: unknown, failure = 'The service could not start'): void {
  const lines = error instanceof DeployRefusal ? error.lines : [toReason(error, failure)];
  for (const line of lines) voice.complain(line);
  process.exitCode = 1;
}

function toReason(error: unknown, failure: string): string {
  if (error instanceof BusyPortError) return `${error.message} ${toCommandLine()}`;
  if (error instanceof SettingError) return error.message;
  const code = error instanceof DatabaseError ? error.code : String(error);
  if (/^28...$/.test(code)) return `DATABASE_URL: the server refuses its login (${code}).`;
  if (code === '3D000') return 'DATABASE_URL: the server has no such database.';
  if (code === 'unavailable') {
    const { setting = 'DATABASE_URL', reason } = (error as DatabaseError).details;
    const known = reason ? ` (${reason})` : '';
    return `${setting}: the server cannot be reached, is full or is read only${known}.`;
  }
  if (code === DISK_FULL) return 'DATABASE_URL: the disk is full.';
  if (code === LOCKED) {
    return 'DATABASE_URL: another process has held the lock of the database for two minutes.';
  }
  if (code === UNKNOWN_END) {
    return 'DATABASE_URL: the connection was lost while the changes were saved. Check whether they are there before you run this again.';
  }
  return `${failure} (${code}).`;
}

await run().catch((error: unknown) => fail(error));
