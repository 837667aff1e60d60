import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the targets of a document's relative links and pictures that are not in the folder of its package. */
export function findLostLinks(folder: string, path: string): string[] {
  const text = readFileSync(join(folder, path), 'utf8').replaceAll(/^```.*?^```|`[^`]*`/gms, '');
  const targets = Array.from(
    text.matchAll(/\]\(([^)\s]+)\)|<(?:a|img)\b[^>]*(?:href|src)="([^"]+)"/g),
  );
  return targets
    .map(([, ofLink, ofTag]) => ofLink ?? ofTag!)
    .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
    .filter((target) => !existsSync(join(folder, dirname(path), target.split('#')[0]!)));
}
