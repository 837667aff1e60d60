import type { WriteRecord } from '../../telemetry/log-record.ts';

/** Returns a writer of objects to the console of the browser. */
export function createJsonWriter(): WriteRecord {
  return ({ level, text, fields }) => console[level](text, fields);
}
