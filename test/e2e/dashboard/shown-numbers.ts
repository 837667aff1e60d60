import type { NumberStyle } from '../../../service/src/values/value-style.ts';
import { createNumberParser } from '../../support/parse-number.ts';

const parse = createNumberParser('en', 'USD');
/** The error of a calculation with floating-point numbers, in proportion to the number. */
const ROUNDING = 1e-12;

/** Returns whether a text on screen equals a number within the digits that it shows. */
export function equalsShown(text: string, value: number, numbers: NumberStyle = {}): boolean {
  const number = withoutUnit(text, numbers);
  const shown = parse(number);
  // The last digit, one larger or one smaller.
  const digit = /\d(?=\D*$)/.exec(number.replace(/E.*$/, ''));
  if (!digit || Number.isNaN(shown)) return false;
  const other = digit[0] === '0' ? '1' : String(Number(digit[0]) - 1);
  const changed = number.slice(0, digit.index) + other + number.slice(digit.index + 1);
  const unit = Math.abs(parse(changed) - shown);
  return Math.abs(shown - value) <= unit / 2 + Math.abs(value) * ROUNDING;
}

function withoutUnit(text: string, { before = '', after = '' }: NumberStyle): string {
  const end = after && text.endsWith(after) ? text.length - after.length : text.length;
  return text.slice(0, end).replace(before, '').trim();
}
