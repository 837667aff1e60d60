import { SettingError } from '../process/setting-error.ts';

/** A keyword without its quotes would be the name of a host. */
const SOURCE =
  /^(?!(none|self)$)(\*|'self'|[a-z][a-z\d+.-]*:|([a-z][a-z\d+.-]*:\/\/)?(\[[\da-f:.]+\]|(\*\.)?[a-z\d.-]+)(:(\d+|\*))?(\/[\w./~%-]*)?)$/i;

/** Returns the reader of a whole number. The option is the number times `unit`. */
export function wholeNumber(low: number, high: number, unit = 1) {
  return (text: string, variable: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return unit * value;
    throw new SettingError(`${variable} must be a whole number from ${low} to ${high}.`);
  };
}

/** Returns the reader of a text. `rule` is the end of the message for a text that is not valid. */
export function validText(isValid: (text: string) => boolean, rule: string) {
  return (text: string, variable: string): string => {
    if (isValid(text)) return text;
    throw new SettingError(`${variable} ${rule}`);
  };
}

/** Returns the reader of a word. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string, variable: string): Word => {
    const word = words.find((each) => each === text);
    if (word) return word;
    throw new SettingError(`${variable} must be ${words.join(' or ')}.`);
  };
}

/** Returns the reader of a list. */
export function list(separator: RegExp) {
  return (text: string): readonly string[] =>
    text.split(separator).flatMap((each) => each.trim() || []);
}

/** Returns `null` for the usual loopback address: the service then listens on IPv4 and IPv6. */
export function readHost(text: string): string | null {
  const host = text.replaceAll(/^\[|\]$/g, '');
  return !host || /^(127\.0\.0\.1|localhost)$/i.test(host) ? null : host;
}

/** Returns the sources of the CSP directive `frame-ancestors`. */
export function readFrameAncestors(text: string, variable: string): string {
  const sources = text.split(/\s+/).filter(Boolean);
  // Browsers ignore 'none' next to other sources.
  if (sources.length === 1 && /^'none'$/i.test(sources[0]!)) return "'none'";
  if (sources.every((source) => SOURCE.test(source))) return sources.join(' ') || '*';
  throw new SettingError(
    `${variable} must be origins, * or 'self', separated by spaces, or 'none' alone. The quotes are part of the value.`,
  );
}
