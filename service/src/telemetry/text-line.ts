import type { LogRecord } from './log-record.ts';

/** A value that needs no quotes. */
const PLAIN = /^[\w.:/%+-]+$/;

/** Returns the short form of a line: the time, the level, the text and the fields. */
export function toTextLine({ level, text, fields }: LogRecord, at: Date): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${toValue(value)}`,
  );
  return [at.toISOString(), level, text, ...parts].join(' ');
}

/** Quotes a value with white space: an author may choose any name, and a line stays one line. */
function toValue(value: string | number | readonly string[]): string {
  return PLAIN.test(String(value)) ? String(value) : JSON.stringify(value);
}
