import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * Starts a program that ends with this one, and with it whatever it starts in turn.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startCompanion(command, args, options) {
  // In a group of its own, which ends as a whole.
  const child = spawn(command, args, { stdio: 'ignore', ...options, detached: true });
  const end = () => {
    process.off('exit', end);
    try {
      if (child.pid) process.kill(-child.pid);
    } catch {
      // It has ended already.
    }
  };
  process.on('exit', end);
  return { child, end };
}
