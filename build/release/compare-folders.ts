import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a finding for each file that two builds of one commit do not share, byte by byte. */
export function findDifferences(first: string, second: string): string[] {
  const names = new Set([...listFiles(first), ...listFiles(second)]);
  return [...names].toSorted().flatMap((name) => {
    const [a, b] = [readFile(join(first, name)), readFile(join(second, name))];
    if (!a || !b)
      return [`${name}: only one of two builds has this file. Find the step that differs.`];
    if (a.equals(b)) return [];
    const at = a.findIndex((byte, index) => byte !== b[index]);
    const place = at < 0 ? b.length : at;
    return [
      `${name}: two builds differ at byte ${place}, ${quote(a, place)} and ${quote(b, place)}. Remove what depends on the folder, the time or an order.`,
    ];
  });
}

/** Returns the files below a folder, as paths in it. */
export function listFiles(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => statSync(join(folder, path)).isFile()).toSorted();
}

function readFile(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function quote(content: Buffer, at: number): string {
  return JSON.stringify(content.subarray(Math.max(0, at - 10), at + 20).toString('utf8'));
}
