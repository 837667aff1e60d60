import { toHex } from '../../values/binary-text.ts';
import type { ValueType } from '../../values/column-type.ts';
import { toWellKnown } from '../point-text.ts';

/** The coordinate system of a point that has one. */
const SYSTEM = / SRID (?<system>\d+)$/;

/** The SQL of a value, and the values of its placeholders. */
export interface Selecting {
  placeholder: string;
  values: readonly string[];
}

/** Returns the value with which SQL selects a value that was shown. MySQL compares texts with other types as numbers. */
export function toSelecting(text: string, { type, form }: ValueType): Selecting {
  const bind = (value: string, placeholder = '?'): Selecting => ({ placeholder, values: [value] });
  if (type === 'boolean') return bind(text === 'true' ? '1' : text === 'false' ? '0' : text);
  if (type === 'instant') return bind(text.replace(/\+00$/, ''));
  if (form === 'single') return bind(String(Math.fround(Number(text))));
  if (form === 'bits') return bind(BigInt(`0b${text}`).toString());
  const bytes = form === 'binary' || form === 'point' ? toHex(text) : null;
  if (bytes !== null) return bind(bytes, 'UNHEX(?)');
  const point = form === 'point' ? toWellKnown(text) : null;
  if (point === null) return bind(text);
  const { system = '0' } = SYSTEM.exec(text)?.groups ?? {};
  return { placeholder: 'ST_GeomFromText(?, ?)', values: [point, system] };
}
