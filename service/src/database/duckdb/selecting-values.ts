import { toHex } from '../../values/binary-text.ts';
import type { ToSelecting } from '../bound-values.ts';
import { toWellKnown } from '../point-text.ts';

/** Returns the text that DuckDB casts to a value that was shown. */
export const toSelecting: ToSelecting = (text, { form }) => {
  const hex = form === 'binary' ? toHex(text) : null;
  if (hex !== null) return hex.replaceAll(/../g, (byte) => toByteText(Number.parseInt(byte, 16)));
  return (form === 'point' && toWellKnown(text)) || text;
};

/** Returns a byte as DuckDB writes it: as a character of ASCII, but for quotes and backslashes. */
function toByteText(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[ -~]/.test(character) && !/["'\\]/.test(character)) return character;
  return String.raw`\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
