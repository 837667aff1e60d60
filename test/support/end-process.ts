import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process, unless it has already ended, and waits for its exit. */
export async function endProcess(
  child: ChildProcess,
  kill = (): boolean => child.kill(),
): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (hasEnded || !kill()) return;
  await once(child, 'exit');
}
