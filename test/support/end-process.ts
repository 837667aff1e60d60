import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process, unless it has ended already, and waits until it does nothing any more. */
export async function endProcess(
  child: ChildProcess,
  kill = (): boolean => child.kill(),
): Promise<void> {
  if (child.exitCode !== null || !kill()) return;
  await once(child, 'exit');
}
