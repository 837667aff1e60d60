/** The smallest number of characters of a secret of the service. */
export const SHORTEST_SECRET = 16;
/** The end of a message for a text that is not valid. */
export const SECRET_RULE = `must have at least ${SHORTEST_SECRET} characters. Several are separated by spaces, in a file by lines. An old one that contains spaces comes after a new one.`;

/** Separates the secrets of a variable. */
export const SPACE = /\s+/;
/** Separates the secrets of a file. */
export const LINE = /\s*\n\s*/;

/**
 * Returns the secrets of a text, the one that encrypts first. A secret of an earlier version may contain separators:
 * everything after the first secret is also one.
 */
export function splitSecrets(text: string, separator: RegExp): [string, ...string[]] {
  const [first = '', ...others] = text.split(separator).filter(Boolean);
  const rest = text.slice(text.indexOf(first) + first.length + 1);
  const after = rest.trim() ? [...others.filter(isLongSecret), rest] : [];
  return [first, ...new Set(after.filter((secret) => secret !== first))];
}

/** Returns whether a secret of the service is long enough. */
export function isLongSecret({ length }: string): boolean {
  return length >= SHORTEST_SECRET;
}
