import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The output of a process, on both of its streams. */
export interface Output {
  /** Everything that it has written so far. */
  readonly soFar: string;
  /** Everything that it has written, once it has ended. */
  readonly whole: Promise<string>;
}

/** Collects the output of a process that has just started. */
export function collectOutput(child: ChildProcess): Output {
  let soFar = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (soFar += text));
  }
  return {
    get soFar() {
      return soFar;
    },
    // Its last lines arrive after `exit`, and before `close`.
    whole: once(child, 'close').then(() => soFar),
  };
}
