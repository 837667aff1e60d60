import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a data folder that holds the address of the service that runs on it. */
const ADDRESS_FILE = 'address';
/** A process that has ended refuses at once. A service under load may take seconds to answer. */
const ANSWER_LIMIT_MS = 10_000;

/** Writes the address of the running service into its data folder. The service must have locked the folder. */
export function keepAddress(folder: string, url: string): void {
  try {
    writeFileSync(join(folder, ADDRESS_FILE), `${url}\n`, { mode: 0o600 });
  } catch {
    // The service works without the file: --print-demo then prints the address of the settings.
  }
}

/** Removes the address from the data folder. */
export function forgetAddress(folder: string): void {
  rmSync(join(folder, ADDRESS_FILE), { force: true });
}

/**
 * Returns the address of the service that runs on a data folder. Returns `null` if no service answers there: a process
 * that was killed leaves its address behind.
 */
export async function findRunningAddress(folder: string): Promise<string | null> {
  try {
    const url = readFileSync(join(folder, ADDRESS_FILE), 'utf8').trim();
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const { status } = (await response.json()) as { status?: unknown };
    return status === 'ok' || status === 'unavailable' ? url : null;
  } catch {
    return null;
  }
}
