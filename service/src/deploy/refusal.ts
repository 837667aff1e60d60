import { SettingError } from '../process/setting-error.ts';
import { toTerminalLine } from '../process/terminal-line.ts';

/** A deploy that is refused, and has changed nothing. */
export class DeployRefusal extends SettingError {
  /** A line for each reason: texts of files are in it. */
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(toTerminalLine(lines[0] ?? ''));
    this.name = 'DeployRefusal';
    this.lines = lines.map(toTerminalLine);
  }
}
