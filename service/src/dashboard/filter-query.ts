import type { Filter } from './definition.ts';
import {
  EMPTY_MARK,
  EMPTY_PREFIX,
  FILTER_PREFIX,
  isFilterValue,
  isList,
  toFilterKey,
} from './filter-value.ts';
import type { SqlParameters } from './run-dashboard.ts';

/** The prefix of the values that the form was made with. */
export const EARLIER_PREFIX = 'was.';
/** The largest size of all names and values of filters, in bytes of UTF-8. */
const MAX_BYTES = 4096;

/** Values by the keys of filters. An empty list means that the reader has unset the filter. */
export type ChosenValues = ReadonlyMap<string, readonly string[]>;

/** The choices of a reader. They have the right form, but they are not compared with the lists yet. */
export interface FilterQuery {
  chosen: ChosenValues;
  /** The values that the form was made with. It is only a hint, because the request can contain any. */
  earlier: ChosenValues;
  /** Whether what the dashboard does not offer is left out. Otherwise it is refused. */
  isLenient: boolean;
  /** Whether something was left out. */
  isCut: boolean;
}

/** The query of a page without choices. */
export const NO_CHOICES: FilterQuery = {
  chosen: new Map(),
  earlier: new Map(),
  isLenient: false,
  isCut: false,
};

/** A choice that the dashboard does not offer. The message names the rule, and has no text of the request. */
export class RefusedChoice extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedChoice';
  }
}

/**
 * Parses the choices in the query of a page. Names are case-insensitive. Other fields of the query are ignored.
 * `locked`: the parameters that the token sets. `isLenient` leaves out what would be refused: a link may be old, or come
 * from a reader with other rights.
 * @throws {RefusedChoice} for a filter that is unknown, locked or repeated, and for a value of a wrong form.
 */
export function parseFilterQuery(
  query: Iterable<readonly [name: string, value: string]>,
  filters: readonly Filter[],
  locked: SqlParameters,
  isLenient = false,
): FilterQuery {
  const entries = [...query];
  const given = collect(entries.map(toMarked), FILTER_PREFIX);
  const isTooLong = toSize(given) > MAX_BYTES;
  const known = new Map(filters.map((filter) => [toFilterKey(filter), filter]));
  const parse = (key: string, values: readonly string[]): readonly string[] => {
    if (isTooLong) throw new RefusedChoice('The choices are too long.');
    const filter = known.get(key);
    if (!filter) throw new RefusedChoice('There is no such filter.');
    if (Object.hasOwn(locked, key)) throw new RefusedChoice('The token sets this parameter.');
    return parseValues(filter, values);
  };
  const chosen = new Map<string, readonly string[]>();
  for (const [key, values] of given) {
    try {
      chosen.set(key, parse(key, values));
    } catch (error) {
      if (!isLenient) throw error;
    }
  }
  const earlier = collect(entries, EARLIER_PREFIX);
  return { chosen, earlier, isLenient, isCut: chosen.size < given.size };
}

/** No value of a filter has this sign. */
const INVALID = '=';

/** Turns the field that chooses the empty text into the field that the form has for it. */
function toMarked([name, value]: readonly [string, string]): readonly [string, string] {
  if (!name.toLowerCase().startsWith(EMPTY_PREFIX)) return [name, value];
  return [FILTER_PREFIX + name.slice(EMPTY_PREFIX.length), value === '1' ? EMPTY_MARK : INVALID];
}

function collect(
  entries: readonly (readonly [string, string])[],
  prefix: string,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    if (!lower.startsWith(prefix)) continue;
    const key = lower.slice(prefix.length);
    const values = found.get(key) ?? [];
    // A copy for each value would take minutes for a call of the largest size.
    values.push(value);
    found.set(key, values);
  }
  return found;
}

function toSize(given: ReadonlyMap<string, readonly string[]>): number {
  const texts = [...given].flatMap(([key, values]) => values.flatMap((value) => [key, value]));
  return new TextEncoder().encode(texts.join('')).length;
}

/** An empty text unsets a filter. With several values, it only says that the form has the filter. */
function parseValues(filter: Filter, given: readonly string[]): readonly string[] {
  if (given.length > 1 && !isList(filter)) throw new RefusedChoice('The filter is repeated.');
  const values = given.filter((value) => value !== '');
  if (new Set(values).size < values.length) throw new RefusedChoice('A value is repeated.');
  const isFit = (value: string): boolean =>
    value === EMPTY_MARK ? filter.kind === 'choice' : isFilterValue(filter.kind, value);
  if (values.every(isFit)) return values.map((value) => (value === EMPTY_MARK ? '' : value));
  throw new RefusedChoice('A value does not fit the filter.');
}
