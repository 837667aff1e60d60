import type { Report } from './events.ts';
import { createJsonWriter } from './json-lines.ts';
import type { WriteRecord } from './log-record.ts';
import { ServiceLog } from './service-log.ts';
import { toTextLine } from './text-line.ts';

/** The forms of the log. */
export const LOG_FORMS = ['text', 'json'] as const;

/** How the log is written. */
export interface LogOptions {
  log: (typeof LOG_FORMS)[number];
  /** The duration from which a query has a line, in milliseconds. */
  slowQueryMs: number;
}

/** Opens the log, which writes the lines of events to the standard error. */
export function openLog({ log, slowQueryMs }: LogOptions): Report {
  return new ServiceLog(log === 'json' ? createJsonWriter() : writeText, slowQueryMs).report;
}

const writeText: WriteRecord = (record) => console.error(toTextLine(record, new Date()));
