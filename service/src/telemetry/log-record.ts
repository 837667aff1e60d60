/** A line of the log, in any form. */
export interface LogRecord {
  level: 'info' | 'warn' | 'error';
  text: string;
  fields: LogFields;
}

/** The fields of a line. Those that are `undefined` are left out. */
export type LogFields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Writes a line. */
export type WriteRecord = (record: LogRecord) => void;

/** The number of stack frames that are enough to find a fault. */
const FRAMES = 8;

/**
 * Returns the class, the code and the stack frames of an error. Its message may have SQL or values, so it is left out; the
 * stack begins with it.
 */
export function toErrorFields(error: Error): LogFields {
  const { message, stack = '' } = error;
  const { code } = error as { code?: unknown };
  const end = stack.indexOf(message);
  const frames = end === -1 ? [] : stack.slice(end + message.length).match(/^ +at .*$/gm);
  return {
    error: error.constructor.name,
    code: typeof code === 'string' ? code : undefined,
    stack: frames?.slice(0, FRAMES).map((frame) => frame.trim()),
  };
}
