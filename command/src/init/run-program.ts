import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { throwIfInterrupted } from './init-error.ts';

/** The end of a program. */
interface ProgramEnd {
  /** `null`: a signal from elsewhere ended it. */
  status: number | null;
  stdout: string;
  /** All output, errors included. */
  output: string;
}

interface ProgramOptions {
  cwd: string;
  /** Ends the program. */
  stop: AbortSignal;
  env?: NodeJS.ProcessEnv;
}

/** The status of a program that is not installed, as in a shell. */
export const NOT_INSTALLED = 127;

/** A package manager that is interrupted first removes its own half-written files. */
const LONGEST_END_MS = 3_000;

/** On Windows, package managers are scripts, which need a shell. It has no process groups. */
const isWindows = process.platform === 'win32';

/**
 * Runs a program until it ends. After `stop`, no process that the program has started runs any longer, and the promise
 * rejects with an {@link InitError}.
 */
export async function runProgram(
  [name = '', ...args]: readonly string[],
  { cwd, stop, env = process.env }: ProgramOptions,
): Promise<ProgramEnd> {
  throwIfInterrupted(stop);
  const child = spawn(name, args, {
    cwd,
    env,
    shell: isWindows,
    // A terminal sends Ctrl+C to its own process group only, so that this process ends the other one in order.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, output] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = (): void => endGroup(child);
  stop.addEventListener('abort', end);
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', () => resolve(NOT_INSTALLED));
  });
  stop.removeEventListener('abort', end);
  throwIfInterrupted(stop);
  return { status, stdout, output };
}

/** Ends a program, then the processes that it leaves. They may hold its output open. */
function endGroup(child: ChildProcess): void {
  const timer = setTimeout(() => kill(child, 'SIGKILL'), LONGEST_END_MS);
  child.once('exit', () => {
    clearTimeout(timer);
    kill(child, 'SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  });
  kill(child, 'SIGTERM');
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (isWindows) child.kill(signal);
  if (isWindows || child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}
