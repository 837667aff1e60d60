import { readFileSync } from 'node:fs';

/** Returns the processes that a process has started. */
export function listChildren(pid: number): number[] {
  const text = readUnlessEnded(`/proc/${pid}/task/${pid}/children`).trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Sends a signal to a process, unless it has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the first process of the PostgreSQL server with this folder of data; `null` if none runs. */
export function findServer(dataFolder: string): number | null {
  const [pid = ''] = readUnlessEnded(`${dataFolder}/postmaster.pid`).split('\n');
  // The file outlives a killed server.
  return pid !== '' && readUnlessEnded(`/proc/${pid}/comm`) !== '' ? Number(pid) : null;
}

function readUnlessEnded(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return '';
  }
}
