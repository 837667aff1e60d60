import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the marked line of a host as the comment above it says. */
export function writeLine(host: string): void {
  const text = readFileSync(host, 'utf8');
  const [, suggested = ''] = /^\s*\/\/ (resolve: .*)$/m.exec(text) ?? [];
  writeFileSync(
    host,
    text.replace(/^.*EDIT THIS LINE.*$/m, () => suggested),
  );
}

/** The answer once the line is written: the host calls the service, which does not run. */
export const ALLOWED = { status: 502, code: 'upstream-unreachable' };

/** The marked line before that: it refuses every reader, as the test of Vite's development server shows. */
export const REFUSING =
  "resolve: () => ({ sessionId: 'nobody', dashboards: [] }), // EDIT THIS LINE";
