import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { collectOutput } from './collect-output.ts';

/**
 * Waits until a program that has just started listens on a port of 127.0.0.1.
 * @throws {Error} with the program's output if it ends before.
 */
export async function untilListening(
  program: ChildProcess,
  name: string,
  port: number,
): Promise<void> {
  const output = collectOutput(program);
  for (;;) {
    if (program.exitCode !== null) throw new Error(`${name} did not start: ${await output.whole}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
