/** RIGHT-TO-LEFT ISOLATE and FIRST STRONG ISOLATE of Unicode: the direction of an isolated text. */
export const RLI = '\u2067';
export const FSI = '\u2068';
/** POP DIRECTIONAL ISOLATE of Unicode. */
const PDI = '\u2069';

/** Returns a text whose direction does not depend on the text around it. */
export function isolate(text: string, direction: typeof RLI | typeof FSI): string {
  return direction + text + PDI;
}
