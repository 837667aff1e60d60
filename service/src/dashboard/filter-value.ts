/** The kinds of filters. */
type FilterKind = 'choice' | 'date' | 'number' | 'text';

/** The prefix of a filter's name in a form, and in the query of a page: `filter.Region=North`. */
export const FILTER_PREFIX = 'filter.';
/** The prefix of the empty text in the query of a page: `filter-empty.Region=1`. A form sends an empty field for "All". */
export const EMPTY_PREFIX = 'filter-empty.';
/** The empty text in a field of the form. No value of a list equals it, because values have no `=`. */
export const EMPTY_MARK = '=empty';

/** The longest value that a reader may choose, in UTF-16 units. */
export const MAX_FILTER_VALUE = 256;

/** The same rules as for the parameters of GetToken, and the characters that PostgreSQL's text cannot hold. */
const REFUSED = /[;=\p{Cc}\p{Surrogate}]|%3[bd]/iu;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** The numbers that a number field of HTML sends. */
const NUMBER = /^-?(\d+|\d*\.\d+)(e[-+]?\d+)?$/i;

/** Returns the name by which values are found: names are case-insensitive. */
export function toFilterKey({ parameter }: { parameter: string }): string {
  return parameter.toLowerCase();
}

/** Returns whether a field of a query chooses a value of a filter. */
export function isChoiceField(name: string): boolean {
  return name.startsWith(FILTER_PREFIX) || name.startsWith(EMPTY_PREFIX);
}

/** Returns the value of a filter as a field of the form has it. */
export function toFieldValue(value: string): string {
  return value || EMPTY_MARK;
}

/** Returns whether a text can be a value of a choice's list. */
export function isChoiceValue(value: string): boolean {
  return value === '' || isFilterValue('choice', value);
}

/** Returns whether a filled text can be a value of a filter of this kind. A choice also has to be in its list. */
export function isFilterValue(kind: FilterKind, value: string): boolean {
  if (value === '' || value.length > MAX_FILTER_VALUE || REFUSED.test(value)) return false;
  if (kind === 'date') return isDate(value);
  return kind !== 'number' || (NUMBER.test(value) && Number.isFinite(Number(value)));
}

/** Returns whether a filter may have several values. */
export function isList(filter: { kind: FilterKind; multiple?: boolean | undefined }): boolean {
  return filter.multiple === true;
}

/** PostgreSQL has no year 0. */
function isDate(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`);
  const isDay = DATE.test(value) && !Number.isNaN(day.getTime());
  return isDay && day.toISOString().startsWith(value) && !value.startsWith('0000');
}
