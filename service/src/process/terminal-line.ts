/** Matches characters that could end a line, hide a part of it, or change the colors of a terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns a text as one line that a terminal only shows. Names of people, files and dashboards may have any character. */
export function toTerminalLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, '\uFFFD');
}
