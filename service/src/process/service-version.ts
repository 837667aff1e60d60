import { readFileSync } from 'node:fs';

/** Returns the version of this service. */
export function readServiceVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
