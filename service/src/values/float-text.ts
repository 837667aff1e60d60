/** The digits that tell all floats of 32 bits apart. */
const MAX_DIGITS = 9;

/** Returns a float of 32 bits as the number with the fewest digits: 397.9, not 397.8999938964844. */
export function toShortestSingle(value: number): number {
  for (let digits = 1; digits <= MAX_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/**
 * Returns a float as a number if JavaScript writes it in the same way; else as the text of the database. Zero has no sign,
 * because every engine takes both zeros as equal.
 */
export function toFloat(text: string): number | string {
  const number = Number(text);
  if (number === 0) return 0;
  return String(number) === text ? number : text;
}
