import { readFileSync, writeFileSync } from 'node:fs';
import { GUID } from '../../command/src/init/tag.ts';

/** Writes the marked line of a host. */
export function writeLine(host: string): void {
  const edited = `  resolve: () => ({ sessionId: 'demo', dashboards: ['${GUID}'] }),`;
  writeFileSync(host, readFileSync(host, 'utf8').replace(/^.*EDIT THIS LINE.*$/m, edited));
}

/** The answer once the line is written: the host calls the service, which does not run. */
export const ALLOWED = { status: 502, code: 'upstream-unreachable' };
