/** The words in the names of columns whose numbers are names, not quantities. */
const NAME = /\b(year|id|code|zip)\b/i;
/** The words in the names of columns that count a place in an order, such as 1 to 12. */
const ORDINAL = /\b(month|week|weekday|day|hour|quarter|age|decade|grade|level)\b/i;
/** A column of whole numbers in this range has years. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
/** The words of columns whose years may be earlier. */
const YEAR_NAME = /\b(year|start|end|since|until|born|died|founded|built)\b/i;
const FIRST_NAMED_YEAR = 1000;

/** Returns whether the numbers of a column are years or codes, which have no separators. */
export function isPlain(name: string, values: readonly unknown[]): boolean {
  const numbers = toNumbers(values);
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) return false;
  return NAME.test(toWords(name)) || areYears(values, name);
}

/** Returns whether the whole numbers of a column name a place in an order: a month, an hour, an age. */
export function isOrdinal(name: string): boolean {
  return ORDINAL.test(toWords(name));
}

/**
 * Returns whether all values are whole numbers that are most likely years. One number is more likely a count. `name`: the
 * name of the column.
 */
export function areYears(values: readonly unknown[], name: string): boolean {
  const years = toNumbers(values);
  const first = YEAR_NAME.test(toWords(name)) ? FIRST_NAMED_YEAR : FIRST_YEAR;
  const isYear = (year: number): boolean =>
    Number.isInteger(year) && year >= first && year <= LAST_YEAR;
  return years.length > 1 && years.every(isYear);
}

function toNumbers(values: readonly unknown[]): number[] {
  return values.filter((value) => value !== null && value !== undefined).map(Number);
}

/** Returns the words of a column's name, in lower case and with spaces between them. */
export function toWords(column: string): string {
  return column
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase();
}
