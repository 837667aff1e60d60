import { lifetimeSeconds, parseToken } from './token.ts';

/** A token and its lifetime, from an answer of GetToken. */
export interface ServiceToken {
  token: string;
  /** The lifetime in seconds, 7200 at most. */
  expiresIn: number;
}

const JSON_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Returns the token in GetToken's answer: bare, as a JSON string, or in an object as `token` or `Token`. The
 * service may answer 200 with an error's text, so the result is `null` for anything that does not look like a token.
 * `text` is `null` if the answer was too long.
 */
export function toServiceToken(
  contentType: string | null,
  text: string | null,
): ServiceToken | null {
  const answer = parseAnswer(contentType ?? '', text?.trim() ?? '');
  const { token: lower, Token: upper, expiresIn } = asRecord(answer) ?? { token: answer };
  const token = parseToken(lower) ?? parseToken(upper);
  return token ? { token, expiresIn: lifetimeSeconds(expiresIn) } : null;
}

function parseAnswer(contentType: string, text: string): unknown {
  // Digits are a token in plain text, but a number in JSON.
  const isJsonNumber = /json/i.test(contentType) && JSON_NUMBER.test(text);
  if (isJsonNumber || /html/i.test(contentType)) return null;
  if (!/^["{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error would quote the answer.
    return null;
  }
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : null;
}
