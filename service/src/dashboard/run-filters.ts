import { DatabaseError } from '../database/database.ts';
import type { BoundTexts, BoundValues, ShownValues } from '../database/bound-values.ts';
import {
  type Choice,
  type ChoiceList,
  findChoice,
  type FoundChoices,
  type ListReader,
  readList,
  searchList,
} from './choice-list.ts';
import type { FailedDataset } from './dataset-failure.ts';
import type { ChoiceFilter, Filter } from './definition.ts';
import { type FilterQuery, RefusedChoice } from './filter-query.ts';
import { findCircular, findParents, findSelect } from './filter-order.ts';
import { isList, toFieldValue, toFilterKey } from './filter-value.ts';
import type { SqlParameters } from './run-dashboard.ts';

/** A filter and its values. The list is empty for other kinds than choices. A locked choice has it only if it is fixed. */
export interface SetFilter extends ChoiceList {
  filter: Filter;
  /** Empty: NULL. */
  values: readonly string[];
  /** Whether the token sets the parameter. */
  isLocked: boolean;
  /** Whether a choice was left out, because it is not in the list. Default: false. */
  isCut?: boolean;
}

/** Returns the filters that readers can set. */
export function findOpen(set: readonly SetFilter[]): SetFilter[] {
  return set.filter(({ isLocked }) => !isLocked);
}

/** The filters of a dashboard, and where their values come from. */
export interface FilterRun {
  filters: readonly Filter[];
  /** The parameters that the token sets. */
  locked: SqlParameters;
  query: FilterQuery;
  /** Runs the SELECTs of lists. */
  lists: ListReader;
}

const CIRCLE: FailedDataset = { failure: 'failed', reason: 'The filters form a circle.' };

/**
 * Sets the filters of a dashboard, in the order in which their choices depend on each other. Returns the values of all
 * parameters for its datasets.
 * @throws {RefusedChoice} for a chosen value outside the list of its filter.
 * @throws {DatabaseError} if the list of a chosen value cannot be read now.
 */
export async function runFilters(
  run: FilterRun,
): Promise<{ filters: readonly SetFilter[]; values: BoundValues }> {
  const filters = await Promise.all(run.filters.map(createSetter(run)));
  return { filters, values: toValues(run.locked, filters) };
}

/** Returns how to set a filter, after those on which its choices depend. Each filter is set once. */
function createSetter(run: FilterRun): (filter: Filter) => Promise<SetFilter> {
  const circular = findCircular(run.filters);
  const begun = new Map<Filter, Promise<SetFilter>>();
  const begin = async (filter: Filter): Promise<SetFilter> => {
    const isCircular = circular.has(toFilterKey(filter));
    const parents = isCircular ? [] : findParents(filter, run.filters);
    const known = await Promise.all(parents.map(set));
    const list = await readChoices(filter, known, isCircular, run);
    return { filter, ...findValues(filter, list, hasChanged(known, run), run), ...list };
  };
  const set = (filter: Filter): Promise<SetFilter> => {
    const found = begun.get(filter) ?? begin(filter);
    begun.set(filter, found);
    return found;
  };
  return set;
}

/** A text that the label of a choice has, or that its value is. */
export interface WantedChoice {
  text: string;
  isValue: boolean;
}

/**
 * Searches the whole list of an open filter for a text. Returns `null` if there is no such filter with a SELECT. Throws
 * as {@link runFilters} does.
 */
export async function searchChoices(
  run: FilterRun,
  parameter: string,
  { text, isValue }: WantedChoice,
): Promise<FoundChoices | null> {
  const key = toFilterKey({ parameter });
  const filter = run.filters.find((each) => toFilterKey(each) === key);
  const select = filter && findSelect(filter);
  if (!select || Object.hasOwn(run.locked, key) || findCircular(run.filters).has(key)) return null;
  const parents = await Promise.all(findParents(filter, run.filters).map(createSetter(run)));
  const list = { name: toListName(filter), select, values: toValues(run.locked, parents) };
  const found = await (isValue ? findChoice : searchList)(list, text, run.lists);
  if (found.failed) throw toRefusal(found.failed);
  return found;
}

type List = ChoiceList & Pick<SetFilter, 'isLocked'>;

async function readChoices(
  filter: Filter,
  parents: readonly SetFilter[],
  isCircular: boolean,
  { locked, query, lists }: FilterRun,
): Promise<List> {
  const key = toFilterKey(filter);
  const isLocked = Object.hasOwn(locked, key);
  if (filter.kind !== 'choice') return { isLocked, choices: [] };
  const { select, default: initial = [] } = filter;
  if (!select || isLocked) return { isLocked, choices: toFixedChoices(filter) };
  if (isCircular) return { isLocked, choices: [], failed: CIRCLE };
  const named = { name: toListName(filter), select, values: toValues(locked, parents) };
  const wanted = new Set([...(query.chosen.get(key) ?? []), ...initial]);
  return { isLocked, ...(await readList(named, lists, wanted)) };
}

/** Returns the name of a filter's list for operators. */
function toListName({ parameter }: Filter): string {
  return `filter.${parameter}`;
}

function toFixedChoices({ list = [] }: ChoiceFilter): Choice[] {
  return list.map(({ value, label }) => ({ value, label: label ?? value }));
}

/**
 * Returns whether the request changes a filter that others depend on. Then their values may belong to the earlier list:
 * without scripts, a form sends all its fields at once.
 */
function hasChanged(parents: readonly SetFilter[], { query }: FilterRun): boolean {
  return parents.some(({ filter, values }) => {
    const earlier = query.earlier.get(toFilterKey(filter))?.filter((value) => value !== '');
    return earlier !== undefined && earlier.join(';') !== values.map(toFieldValue).join(';');
  });
}

function findValues(
  filter: Filter,
  { isLocked, choices, failed }: List,
  isNewList: boolean,
  { locked, query }: FilterRun,
): Pick<SetFilter, 'values' | 'isCut'> {
  const key = toFilterKey(filter);
  if (isLocked) return { values: [locked[key]!], isCut: false };
  const isOffered = (value: string): boolean =>
    filter.kind !== 'choice' || choices.some((choice) => choice.value === value);
  const given = query.chosen.get(key);
  const chosen = given ?? [];
  const isUnset = given?.length === 0 && !filter.required;
  if (isUnset) return { values: [], isCut: false };
  const offered = failed ? [] : chosen.filter(isOffered);
  const isCut = offered.length < chosen.length && (failed !== undefined || !isNewList);
  if (isCut) assertLenient(query, failed);
  if (offered.length > 0) return { values: offered, isCut };
  const initial = (filter.default ?? []).filter(isOffered);
  const first = choices[0]?.value;
  const isFirst = initial.length === 0 && filter.required && first !== undefined;
  return { values: isFirst ? [first] : initial, isCut };
}

/**
 * Refuses a choice that is not in the list of its filter, unless its page leaves it out. A list that cannot be read now
 * may have it.
 */
function assertLenient({ isLenient }: FilterQuery, failed: FailedDataset | undefined): void {
  const refusal = failed
    ? toRefusal(failed)
    : new RefusedChoice('A value is not in the list of the filter.');
  if (!isLenient || !(refusal instanceof RefusedChoice)) throw refusal;
}

function toRefusal({ failure }: FailedDataset): Error {
  const isTransient = failure === 'time-limit' || failure === 'connection';
  const message = 'The choices of a filter cannot be read.';
  return isTransient ? new DatabaseError('unavailable', message) : new RefusedChoice(message);
}

function toValues(locked: SqlParameters, filters: readonly SetFilter[]): BoundValues {
  const own = filters.flatMap(({ filter, values, type }): [string, BoundTexts | ShownValues][] => {
    const [first] = values;
    if (first === undefined && !isList(filter)) return [];
    const texts = isList(filter) ? values : first!;
    return [[toFilterKey(filter), type ? { texts, ...type } : texts]];
  });
  return { ...locked, ...Object.fromEntries(own) };
}
