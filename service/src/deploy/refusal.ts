/** Returns a text as one line that a terminal only shows. */
export function toLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/** A deploy that is refused, before it has changed anything. */
export class DeployRefusal extends Error {
  /** A line for each reason: texts of files are in it. */
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(toLine(lines[0] ?? ''));
    this.name = 'DeployRefusal';
    this.lines = lines.map(toLine);
  }
}
