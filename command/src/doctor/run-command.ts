import { HELP, parseCommand, UsageError } from './command-options.ts';
import { type PartReport, runParts, type RunTime } from './part-reports.ts';
import { toText } from './report-text.ts';
import type { ReadAddresses } from './complete-target.ts';

/** The surroundings of a command. */
export interface Surroundings extends Omit<RunTime, 'onWait'> {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  readAddresses: ReadAddresses;
}

/** A stream of a process. */
export interface Output {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/** Exit statuses. */
const NOTHING_TO_FIX = 0;
const FINDINGS = 1;
export const NOT_RUN = 2;
/** Without a terminal, the remaining time is printed this often, in seconds. */
const PROGRESS_SECONDS = 600;

/** Runs the command `embedded-dashboard`, and returns its exit status. No output holds a secret. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    return await run(args, around);
  } catch (error) {
    around.stderr.write(describe(error));
    return NOT_RUN;
  }
}

async function run([command, ...args]: readonly string[], around: Surroundings): Promise<number> {
  const { env, stdout, stderr } = around;
  if (command !== 'doctor') {
    const isHelp = command === '--help' || command === '-h';
    (isHelp ? stdout : stderr).write(HELP);
    return isHelp ? NOTHING_TO_FIX : NOT_RUN;
  }
  const options = parseCommand(args, env, around.readAddresses);
  if (options.isHelp) {
    stdout.write(HELP);
    return NOTHING_TO_FIX;
  }
  for (const line of options.lines) stderr.write(`${line}\n`);
  const reports = await runParts(options, {
    ...around,
    onWait: (seconds) => showProgress(stderr, seconds),
  });
  if (stderr.isTTY) stderr.write('\r\u001B[K');
  const isColored = stdout.isTTY === true && !env.NO_COLOR;
  stdout.write(
    options.isJson
      ? `${JSON.stringify(reports, null, 2)}\n`
      : toText(reports, { isColored, isReport: options.isReport }),
  );
  return toStatus(reports);
}

function toStatus(reports: readonly PartReport[]): number {
  if (reports.some(({ failure }) => failure)) return NOT_RUN;
  const findings = reports.flatMap((report) => report.findings);
  return findings.every(({ ok }) => ok) ? NOTHING_TO_FIX : FINDINGS;
}

function showProgress(stderr: Output, seconds: number): void {
  const text = `Waiting until a token has expired: ${seconds} seconds left.`;
  if (stderr.isTTY) stderr.write(`\r${text} `);
  else if (seconds % PROGRESS_SECONDS === 0) stderr.write(`${text}\n`);
}

/** The message of another error may repeat an address. Its place in the code does not. */
function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee npx embedded-dashboard --help.\n`;
  const places = error instanceof Error ? (error.stack?.match(/^ +at .+$/gm) ?? []) : [];
  return ['The doctor failed. This is a bug of embedded-dashboard.', ...places, ''].join('\n');
}
