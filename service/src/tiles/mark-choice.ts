import type { CategoryFormat } from '../values/value-style.ts';
import { toDays } from '../values/calendar.ts';
import { toText } from '../values/value-formatter.ts';

/** A value of a column that a mark has. `format`: the period of a date. */
export interface MarkValue {
  column: string;
  value: unknown;
  format?: CategoryFormat | undefined;
}

/** An open filter that a click on a mark sets. */
export interface MarkFilter {
  /** The column with the values of the filter, in lower case. */
  column: string;
  parameter: string;
  isDate: boolean;
  /** The parameter of the end of a range. Default: the filter is one date or value. */
  end?: string;
}

/** The values that a click on a mark gives to filters. */
export type MarkChoice = readonly (readonly [parameter: string, value: string])[];

/** Returns whether a value is chosen; `undefined` if its column has no filter that is set. */
export type ChosenTest = (value: MarkValue) => boolean | undefined;

/** The values of filters, and those that they offer. */
export interface FilterValues {
  /** Returns the values of a filter; none for a filter that is not set. */
  get: (parameter: string) => readonly string[];
  /** Returns the value that a filter offers for a text, if it does. */
  offer: (parameter: string, text: string) => string | undefined;
}

/**
 * Returns the choice that a value makes. Returns `null` if the filter does not offer the value, and `undefined` if no
 * filter has the column.
 */
export function findChoice(
  value: MarkValue,
  filters: readonly MarkFilter[],
  { offer }: FilterValues,
): MarkChoice | null | undefined {
  const filter = findFilter(value, filters);
  if (!filter) return undefined;
  const { parameter, isDate } = filter;
  if (value.value === null || value.value === undefined) return null;
  const text = toText(value.value);
  if (isDate) return toDateChoice(filter, text, value.format);
  const offered = offer(parameter, text);
  return offered === undefined ? null : [[parameter, offered]];
}

/** Returns whether filters have all values of a choice. */
export function hasChoice(choice: MarkChoice, { get }: FilterValues): boolean {
  return choice.every(([parameter, value]) => get(parameter).includes(value));
}

/** Returns whether a value is chosen; `undefined` if its column has no filter that is set. */
export function isChosenValue(
  value: MarkValue,
  filters: readonly MarkFilter[],
  values: FilterValues,
): boolean | undefined {
  const filter = findFilter(value, filters);
  const isSet = [filter?.parameter, filter?.end].some(
    (name) => name && values.get(name).length > 0,
  );
  if (!isSet) return undefined;
  const choice = findChoice(value, filters, values);
  return choice ? hasChoice(choice, values) : false;
}

/** Returns the values of a list by their texts: each value, and each label that only one value has. */
export function toOffered(
  choices: readonly { value: string; label: string }[],
): ReadonlyMap<string, string> {
  const offered = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { value, label } of choices) {
    if (offered.has(label)) repeated.add(label);
    offered.set(label, value);
  }
  for (const label of repeated) offered.delete(label);
  for (const { value } of choices) offered.set(value, value);
  return offered;
}

function findFilter({ column }: MarkValue, filters: readonly MarkFilter[]): MarkFilter | undefined {
  return filters.find((filter) => filter.column === column.toLowerCase());
}

function toDateChoice(
  { parameter, end }: MarkFilter,
  text: string,
  format: CategoryFormat | undefined,
): MarkChoice | null {
  const days = format ? toDays(text, format) : null;
  if (!days) return null;
  const [from, to] = days;
  if (end === undefined) return from === to ? [[parameter, from]] : null;
  return [
    [parameter, from],
    [end, to],
  ];
}
