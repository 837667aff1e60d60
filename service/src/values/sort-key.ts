import { toHex } from './binary-text.ts';
import type { ValueForm } from './column-type.ts';
import { toIntervalSeconds } from './interval-text.ts';

/** The first digits of a binary value that a number holds exactly. */
const HEX_DIGITS = 12;

/** The forms whose texts sort in another way than texts and numbers do. */
const KEYS: Partial<Record<ValueForm, (text: string) => number | null>> = {
  binary: toFirstBytes,
  interval: toIntervalSeconds,
  money: toCents,
};

/** Returns the number by which a text of this form is sorted; `null` if it sorts as it is. */
export function toSortKey(form: ValueForm | undefined, text: string): number | null {
  return (form && KEYS[form]?.(text)) ?? null;
}

/** Returns an amount in its smallest unit: all amounts of a column have the same decimal places. */
function toCents(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '');
  if (digits === '') return null;
  return /[-−(]/.test(text) ? -Number(digits) : Number(digits);
}

function toFirstBytes(text: string): number | null {
  const hex = toHex(text);
  return hex === null ? null : Number(`0x${hex.slice(0, HEX_DIGITS).padEnd(HEX_DIGITS, '0')}`);
}
