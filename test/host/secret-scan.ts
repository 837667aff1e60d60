import { inspect } from 'node:util';

/** In every secret of the tests, so that a part of one is found, too. */
const WORD = 'CANARY';

/** All that must show nowhere but in its place. The key is one that changes when it is percent-encoded. */
export const SECRETS = {
  apiKey: `${WORD} key=1'`,
  sessionId: `${WORD}-session`,
  connectionString: `Server=a;Pwd="${WORD} password"`,
  sqlParameters: { region: `${WORD} region` },
  token: `${WORD}-token-0123456789`,
};

/** To the last letter, as nobody has to, but may. */
const PERCENT = WORD.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

const FORMS = new RegExp(
  [
    ...[WORD, PERCENT, PERCENT.replaceAll('%', '%25')].map(ignoreCase),
    ignoreCase(Buffer.from(WORD).toString('hex')),
    // Wherever it begins in what is encoded; base64url of these letters is the same.
    ...[0, 1, 2].map((offset) => base64Core(WORD, offset)),
  ].join('|'),
  'g',
);

/** Each secret in a text, plain or encoded, with what stands around it. */
export function findSecrets(text: string): string[] {
  return Array.from(text.matchAll(FORMS), ({ index, 0: found }) =>
    text.slice(Math.max(0, index - 60), index + found.length + 30),
  );
}

/** All that a log, a trace or an error page could show of a value: own, inherited, hidden and computed. */
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
      // A class is no part of a value, and its getters fail without one.
      if (key === 'constructor' || key === 'prototype') continue;
      parts.push(
        String(key),
        attempt(() => everythingOf(Reflect.get(value, key), seen)),
      );
    }
  }
  return parts.join('\n');
}

/** Where every chain ends: what they hold is the language's own. */
const BUILT_IN = new Set<object>([Object.prototype, Function.prototype, Array.prototype]);

/** Getters and conversions may throw, and then show what they threw. */
function attempt(show: () => string | undefined): string {
  try {
    return show() ?? '';
  } catch (error) {
    return inspect(error);
  }
}

/** For a pattern without the flag, beside base64, which heeds the case. */
function ignoreCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** The characters that depend on `text` alone, where so many bytes stand before it. */
function base64Core(text: string, offset: number): string {
  const encoded = Buffer.from(`${'\0'.repeat(offset)}${text}`).toString('base64');
  const whole = Math.floor(((offset + text.length) * 8) / 6);
  return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}
