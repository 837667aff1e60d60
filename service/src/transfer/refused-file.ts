import { SettingError } from '../process/setting-error.ts';

/** The longest text of a message. */
const MAX_TEXT = 300;
/** Matches characters that could end the line of a message, or change the colors of a terminal. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/** An export file that cannot be imported. The message is one line, with nothing of the file but names. */
export class RefusedFileError extends SettingError {
  /** `line`: the number of the line with the fault; `null` for a fault of the whole file. */
  constructor(line: number | null, text: string) {
    const place = line === null ? 'Nothing was imported.' : `Nothing was imported. Line ${line}:`;
    super(`${place} ${toOneLine(text)}`);
    this.name = 'RefusedFileError';
  }
}

/** Returns a text as one line that a terminal only prints. */
export function toOneLine(text: string): string {
  return text.slice(0, MAX_TEXT).replaceAll(UNPRINTABLE, '?');
}
