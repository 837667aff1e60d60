import { nameDistance } from '../protocol/name-distance.ts';
import { DashboardHostError } from './dashboard-host-error.ts';

/** In characters. A longer name would fill the log, and cannot be a misspelling. */
const LONGEST_NAME = 64;

/**
 * Refuses unknown options.
 * @throws {DashboardHostError} `config`, which names the first unknown option and the closest known one.
 */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const fault = findUnknownName(options, known);
  if (fault) throw new DashboardHostError('config', `The option ${fault}`);
}

/** Returns the end of a sentence about the first unknown name and the closest known one; `null` if all are known. */
export function findUnknownName(given: object, known: readonly string[]): string | null {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const name = unknown.slice(0, LONGEST_NAME);
  return `${JSON.stringify(name)} is unknown: did you mean ${findClosest(name, known)}?`;
}

function findClosest(name: string, known: readonly string[]): string {
  const distances = known.map((candidate) => nameDistance(name, candidate));
  return known[distances.indexOf(Math.min(...distances))]!;
}
