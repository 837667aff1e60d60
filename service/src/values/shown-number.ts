import { numberFormat } from './intl-formats.ts';
import { isRoundingError } from './number-digits.ts';
import { type FittedStyle, toExact, toNumber, type ValueFormatter } from './value-formatter.ts';
import { isNumberFormat, type ValueStyle } from './value-style.ts';

/** Returns a style for numbers of one tile that are not of one column. Only money has the same decimal places. */
export function fitTile(
  { format, numbers }: ValueStyle,
  values: readonly unknown[],
  formatter: ValueFormatter,
): FittedStyle {
  const { digits, rounding } = formatter.fit({ format, numbers }, values);
  return { format, numbers, rounding, ...(format === 'currency' && { digits }) };
}

/** Returns a number as its text shows it, rounded to the same digits; `null` for anything but a finite number. */
export function toShown(
  value: unknown,
  style: FittedStyle,
  formatter: ValueFormatter,
): number | null {
  const number = toNumber(value);
  const { format, numbers, rounding } = style;
  if (number === null || !isNumberFormat(format)) return null;
  if (isRoundingError(number, rounding)) return 0;
  const isShort = numbers?.notation === 'compact';
  // In compact notation, the same significant digits are left.
  const { notation: _, ...digits } = formatter.toOptions(number, style, isShort);
  const unit = format === 'percent' ? 'percent' : 'decimal';
  const options = { ...digits, style: unit, useGrouping: false } as const;
  return Number(numberFormat('en', options).format(toExact(value)).replace('%', 'e-2'));
}
