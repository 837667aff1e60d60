import type { ValueType } from './column-type.ts';

/** The largest binary value whose bytes are shown: a key, or a hash of 256 bits. */
const MAX_BYTES = 32;
const PREFIX = String.raw`\x`;
const SHORTENED = /^binary, \d+ bytes$/;

/** Returns a binary value as readers see it: `\x00ff41`, or `binary, 1024 bytes` if it is long. `hex`: two digits a byte. */
export function toBinaryText(hex: string): string {
  const bytes = hex.length / 2;
  return bytes > MAX_BYTES ? `binary, ${bytes} bytes` : PREFIX + hex;
}

/** Returns the digits of a text of {@link toBinaryText}; `null` if it does not have the bytes. */
export function toHex(text: string): string | null {
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : null;
}

/** Returns whether a text represents more than one value of its column. */
export function isShortened(text: string, { form }: ValueType): boolean {
  return (form === 'binary' || form === 'point') && SHORTENED.test(text);
}
