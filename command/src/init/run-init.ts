import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Application, readApplication } from './application.ts';
import { apply } from './apply.ts';
import { addEnvironment, findEnvFile } from './environment.ts';
import { findFramework } from './frameworks.ts';
import { InitError } from './init-error.ts';
import { filesOfManager, install, installCommand, missingPackages, PACKAGE } from './install.ts';
import { Plan } from './plan.ts';
import { describeApplication, describePlan, describeStart, toPaint } from './report.ts';

/** The surroundings of the command. */
export interface InitSurroundings {
  folder: string;
  /** The folder of this package: a clone has the service in it. */
  packageFolder: string;
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
  /** Interrupts the command, which then restores all files. */
  stop: AbortSignal;
}

const HELP = `Usage: npx embedded-dashboard init [options]

Adds a dashboard to the application in this folder: the package, your host, a page with the tag, and the
settings that they need. Shows all changes first, and asks.

  --dry-run  show the changes and the new files, and change nothing
  --yes      do not ask
  --help     print this text

Files are only added to. If a step fails or you interrupt it, all files are as before.

Environment:
  EMBEDDED_DASHBOARD_PACKAGE  installs this instead of embedded-dashboard, such as file:../embedded-dashboard-0.1.0.tgz

Exit status: 0 done, or nothing to do; 2 nothing was changed.
`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DONE = 0;
const NOT_DONE = 2;

/** Runs `embedded-dashboard init`, and returns its exit status. */
export async function runInit(args: readonly string[], around: InitSurroundings): Promise<number> {
  try {
    return await run(args, around);
  } catch (error) {
    if (!(error instanceof InitError)) throw error;
    around.stderr.write(`${error.message}\nNothing was changed.\n`);
    return NOT_DONE;
  }
}

async function run(args: readonly string[], around: InitSurroundings): Promise<number> {
  const { env, stdin, stdout, stop } = around;
  const options = parseOptions(args);
  if (options.help) {
    stdout.write(HELP);
    return DONE;
  }
  const app = readApplication(realpathSync(around.folder));
  const framework = findFramework(app);
  const paint = toPaint(stdout.isTTY === true && !env.NO_COLOR);
  stdout.write(describeApplication(framework, app, paint));
  const plan = new Plan(app.folder, app.dependencies.has(PACKAGE));
  const envFile = await findEnvFile(plan, framework.envFiles, stop);
  const start = framework.plan(plan, app, envFile);
  await addEnvironment(plan, envFile, around.packageFolder, stop);
  const packages = missingPackages(app, env.EMBEDDED_DASHBOARD_PACKAGE);
  const command = packages.length > 0 ? installCommand(app, packages) : null;
  const isWhole = options['dry-run'] === true;
  stdout.write(`${describePlan(plan, command, { paint, isWhole })}\n`);
  const isEmpty = plan.changes.length === 0 && !command;
  if (isEmpty) stdout.write('Nothing to change.\n');
  if (isEmpty || isWhole) return DONE;
  if (!options.yes && !(await isAgreed(stdin, stdout, stop))) {
    stdout.write('Nothing was changed.\n');
    return NOT_DONE;
  }
  await change(app, plan, command, stop);
  stdout.write(describeStart(start, app, { envFile, paint }));
  return DONE;
}

async function change(
  app: Application,
  { changes }: Plan,
  command: readonly string[] | null,
  stop: AbortSignal,
): Promise<void> {
  const lastStep = async (): Promise<void> => {
    if (command) await install(app.folder.root, command, stop);
  };
  const touched = command ? filesOfManager(app) : [];
  await apply(app.folder, changes, { lastStep, touched, stop });
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    throw new InitError('Unknown option. See npx embedded-dashboard init --help.');
  }
}

/** Asks once. Without a terminal, nobody can answer. */
async function isAgreed(
  stdin: InitSurroundings['stdin'],
  stdout: InitSurroundings['stdout'],
  signal: AbortSignal,
): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY) {
    stdout.write('Without a terminal, add --yes to make these changes. ');
    return false;
  }
  const terminal = createInterface({ input: stdin, output: stdout });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const question = terminal.question('Make these changes? (y/N) ', { signal });
    return /^y(es)?$/i.test((await Promise.race([question, closed])).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
