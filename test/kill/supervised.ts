import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** The pause before a program starts again, in milliseconds: that of a usual init system. */
const RESTART_MS = 1000;
/** The number of output lines that are kept for the message about an end. */
const KEPT_LINES = 30;

/** A program, and the way to know that it is ready. */
export interface Program {
  name: string;
  begin: () => ChildProcess;
  /** Resolves when the program that has just started can be used. */
  untilReady: (child: ChildProcess) => Promise<void>;
}

/** The end of a program that nobody had asked for. */
export interface UnexpectedEnd {
  name: string;
  at: number;
  text: string;
}

/** A program that is started again after each end, as an init system does. */
export class Supervised {
  readonly name: string;
  readonly #program: Program;
  readonly #onUnexpectedEnd: (end: UnexpectedEnd) => void;
  #child: ChildProcess | undefined;
  #lines: string[] = [];
  #isExpected = false;
  /** Whether the program runs and has been ready. */
  isReady = false;

  constructor(program: Program, onUnexpectedEnd: (end: UnexpectedEnd) => void) {
    this.name = program.name;
    this.#program = program;
    this.#onUnexpectedEnd = onUnexpectedEnd;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** The last lines of its output. */
  get output(): string {
    return this.#lines.join('\n');
  }

  /**
   * Starts the program, and waits until it is ready.
   * @throws {Error} with its output if it ends before.
   */
  async start(): Promise<void> {
    this.#isExpected = false;
    this.#lines = [];
    const child = this.#program.begin();
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    }
    const ended = once(child, 'exit');
    void ended.then(([code, signal]) => this.#onExit(String(signal ?? code)));
    const failed = ended.then(() => {
      throw new Error(`${this.name} has ended: ${this.output}`);
    });
    await Promise.race([this.#program.untilReady(child), failed]);
    // The loser of the race must not become an unhandled rejection.
    failed.catch(() => {});
    this.isReady = true;
  }

  /** Sends a signal to the program. Its end is then expected. */
  async endBy(signal: NodeJS.Signals): Promise<void> {
    this.isReady = false;
    this.#isExpected = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Ends the program by a signal, and starts it again as an init system does. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.endBy(signal);
    await wait(RESTART_MS);
    await this.start();
  }

  #keep(text: string): void {
    this.#lines = [...this.#lines, ...text.trimEnd().split('\n')].slice(-KEPT_LINES);
  }

  #onExit(reason: string): void {
    this.isReady = false;
    if (this.#isExpected) return;
    const text = `ended by ${reason}: ${this.output}`;
    this.#onUnexpectedEnd({ name: this.name, at: performance.now(), text });
  }
}
