import { inspect } from 'node:util';

/** A part of every secret in the tests, so that fragments of secrets are found, too. */
const WORD = 'CANARY';

/** The secrets of the tests, and first choices. Each may appear only in its place. Percent-encoding changes the key. */
export const SECRETS = {
  apiKey: `${WORD} key=1'`,
  sessionId: `${WORD}-session`,
  connectionString: `Server=a;Pwd="${WORD} password"`,
  sqlParameters: { region: `${WORD} region` },
  token: `${WORD}-token-0123456789`,
  filters: { Region: `${WORD}-choice` },
};

/** The word with every letter percent-encoded, which is unnecessary but valid. */
const PERCENT = WORD.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

const FORMS = new RegExp(
  [
    ...[WORD, PERCENT, PERCENT.replaceAll('%', '%25')].map(ignoreCase),
    ignoreCase(Buffer.from(WORD).toString('hex')),
    // The word at each offset within a base64 group. Its base64url form is the same.
    ...[0, 1, 2].map((offset) => base64Core(WORD, offset)),
  ].join('|'),
  'g',
);

/** Finds each secret in a text, plain or encoded, and returns it with its context. */
export function findSecrets(text: string): string[] {
  return Array.from(text.matchAll(FORMS), ({ index, 0: found }) =>
    text.slice(Math.max(0, index - 60), index + found.length + 30),
  );
}

/**
 * Returns all text that a log, a trace or an error page could show of a value: of own, inherited, hidden
 * and computed fields.
 */
export function everythingOf(value: unknown, seen = new Set<unknown>()): string {
  if (seen.has(value)) return '';
  seen.add(value);
  const parts = [attempt(() => String(value))];
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject) return parts.join('\n');
  parts.push(inspect(value), inspect(value, { depth: Infinity, showHidden: true }));
  parts.push(attempt(() => JSON.stringify(value)));
  for (let holder: object | null = value; holder; holder = Reflect.getPrototypeOf(holder)) {
    if (BUILT_IN.has(holder)) break;
    for (const key of Reflect.ownKeys(holder)) {
      // A class is not part of a value, and its getters fail without an instance.
      if (key === 'constructor' || key === 'prototype') continue;
      parts.push(
        String(key),
        attempt(() => everythingOf(Reflect.get(value, key), seen)),
      );
    }
  }
  return parts.join('\n');
}

/** The ends of every prototype chain. Their members belong to the language. */
const BUILT_IN = new Set<object>([Object.prototype, Function.prototype, Array.prototype]);

/** Returns the shown text, or that of the exception if a getter or a conversion throws. */
function attempt(show: () => string | undefined): string {
  try {
    return show() ?? '';
  } catch (error) {
    return inspect(error);
  }
}

/** Makes a pattern that ignores case without the flag, because base64 in the same pattern needs the case. */
function ignoreCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** The base64 characters that depend on `text` alone, if `offset` bytes precede it. */
function base64Core(text: string, offset: number): string {
  const encoded = Buffer.from(`${'\0'.repeat(offset)}${text}`).toString('base64');
  const whole = Math.floor(((offset + text.length) * 8) / 6);
  return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}
