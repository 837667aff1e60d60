import { SERVICE_HEX } from '../protocol/display-url.ts';
import { isNamedColor } from './named-color.ts';

const CSS_HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;

/**
 * A colour in the dashboard service's form, as far as a server can tell: a CSS named colour in lower
 * case, a CSS hexadecimal colour as `$` and 6 digits (8 where it is not opaque), the service's own
 * `$` form as it stands. `null` for anything else.
 */
export function toServiceColor(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const color = value.trim().toLowerCase();
  if (SERVICE_HEX.test(color)) return value.trim();
  const digits = CSS_HEX.exec(color)?.[1];
  if (!digits) return isNamedColor(color) ? color : null;
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `$${full.replace(/^(.{6})ff$/, '$1')}`;
}
