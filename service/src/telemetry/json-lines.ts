import { createRequire } from 'node:module';
import type { WriteRecord } from './log-record.ts';

const load = createRequire(import.meta.url);

/** Returns a writer of JSON to the standard error: one object a line, with the process and the host. */
export function createJsonWriter(): WriteRecord {
  // Loaded now: a start with the text form has no use for it.
  const { pino } = load('pino') as typeof import('pino');
  const logger = pino(
    {
      messageKey: 'text',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    // Synchronous: the last line before an exit is often the important one.
    pino.destination({ dest: 2, sync: true }),
  );
  return ({ level, text, fields }) => logger[level](fields, text);
}
