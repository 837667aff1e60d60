import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';
import { IS_COMPILED } from './process/is-compiled.ts';
import { SettingError } from './process/setting-error.ts';
import { parseDatabaseUrl } from './start/database-url.ts';
import { type ParsedSettings, parseSettings } from './start/read-settings.ts';

/** The options of the program, and of its commands. */
export const OPTIONS = {
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
export const COMMAND_OPTIONS = [
  'without-set-config',
  'yes',
  'company',
  'dry-run',
  'publish',
  'remove',
  'out',
] as const;

/** The values of the options. */
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** A command besides the start. */
interface Command {
  /** The number of its arguments. */
  count: number;
  options?: readonly (typeof COMMAND_OPTIONS)[number][];
  run: (argument: string, values: Values) => Promise<void>;
}

/** The commands by their names. They import late what only they need. */
export const COMMANDS: Partial<Record<string, Command>> = {
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

/** Returns the settings of the environment. */
export function readProcess(): ParsedSettings {
  return parseSettings(process.env, FROM);
}

/** Prints statements for psql. The last line is the setting, as a comment. */
async function printDataLogin(withoutSetConfig = false): Promise<void> {
  const { DATABASE_URL = '' } = process.env;
  if (parseDatabaseUrl(DATABASE_URL).kind !== 'postgres') {
    throw new SettingError('make-data-login needs DATABASE_URL with postgres://….');
  }
  const { toDataLogin } = await import('./start/make-data-login.ts');
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

/** Prints what happened to each dashboard. */
async function printDeploy(path: string, values: Values): Promise<void> {
  const { company, 'dry-run': isDry = false, publish = false, remove = false, out } = values;
  if (!company) throw new SettingError('deploy needs --company NAME; see --help.');
  if (out && (isDry || publish || remove)) {
    throw new SettingError('deploy: --out has no other option than --company; see --help.');
  }
  const { deployFolder, writeFolderOf } = await import('./start/deploy.ts');
  const folder = resolve(FROM, path);
  const options = { company, publishes: publish, removes: remove, isDry };
  const lines = await (out
    ? writeFolderOf(readProcess(), folder, company)
    : deployFolder(readProcess(), folder, options));
  for (const line of lines) console.log(line);
}

/** A person at a terminal. What a command prints goes to the standard output. */
const TERMINAL = { input: process.stdin, output: process.stderr };

async function printExport(file: string): Promise<void> {
  const { exportFile } = await import('./start/export-file.ts');
  const lines = await exportFile(readProcess(), resolve(FROM, file), TERMINAL);
  for (const line of lines) console.log(line);
}

async function printImport(file: string, { company }: Values): Promise<void> {
  const { importFile } = await import('./start/import-file.ts');
  console.log(await importFile(readProcess(), resolve(FROM, file), company, TERMINAL));
}
