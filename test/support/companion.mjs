import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * Starts a program that ends together with this process. The program's child processes end with it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startCompanion(command, args, options) {
  // A process group of its own can be ended as a whole.
  const child = spawn(command, args, { stdio: 'ignore', ...options, detached: true });
  const end = () => {
    process.off('exit', end);
    try {
      if (child.pid) process.kill(-child.pid);
    } catch {
      // The program has already ended.
    }
  };
  process.on('exit', end);
  return { child, end };
}
