import { SettingError } from '../process/setting-error.ts';
import { toTerminalLine } from '../process/terminal-line.ts';

/** The longest text of a message. */
const MAX_TEXT = 300;

/** An export file that cannot be imported. The message is one line, with nothing of the file but names. */
export class RefusedFileError extends SettingError {
  /** `line`: the number of the line with the fault; `null` for a fault of the whole file. */
  constructor(line: number | null, text: string) {
    const place = line === null ? 'Nothing was imported.' : `Nothing was imported. Line ${line}:`;
    super(`${place} ${toTerminalLine(text.slice(0, MAX_TEXT))}`);
    this.name = 'RefusedFileError';
  }
}
