import { DatabaseError } from '../database/database.ts';
import { isShortened } from '../values/binary-text.ts';
import { toText } from '../values/value-formatter.ts';
import type { BoundTexts, BoundValues, ShownValues } from '../database/bound-values.ts';
import type { ValueType } from '../values/column-type.ts';
import { toOwnFormat } from '../values/category-format.ts';
import type { CategoryFormat } from '../values/value-style.ts';
import type { ChoiceFilter, Dataset, Filter } from './definition.ts';
import { type FilterQuery, RefusedChoice } from './filter-query.ts';
import { findCircular, findParents } from './filter-order.ts';
import { isFilterValue, isList, toFilterKey } from './filter-value.ts';
import type { FailedDataset } from './dataset-failure.ts';
import type { DatasetResult, SqlParameters } from './run-dashboard.ts';

/** A value of a filter's list, and its label for readers. */
export interface Choice {
  value: string;
  label: string;
}

/** A filter and its values. */
export interface SetFilter {
  filter: Filter;
  /** Empty: NULL. */
  values: readonly string[];
  /** Whether the token sets the parameter. */
  isLocked: boolean;
  /** The list of a choice. It is empty for other kinds. A locked choice has it only if it is fixed. */
  choices: readonly Choice[];
  /** The format of the labels, if they are dates. */
  format?: CategoryFormat;
  /** The type of the values that the SELECT of a list has read. */
  type?: ValueType;
  /** The failure of the SELECT of the choices. */
  failed?: FailedDataset;
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
  /** Runs the SELECT of a list. */
  readChoices: (select: Dataset, values: BoundValues) => Promise<DatasetResult>;
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
  const circular = findCircular(run.filters);
  const begun = new Map<Filter, Promise<SetFilter>>();
  const begin = async (filter: Filter): Promise<SetFilter> => {
    const isCircular = circular.has(toFilterKey(filter));
    const parents = isCircular ? [] : findParents(filter, run.filters);
    const known = await Promise.all(parents.map(set));
    const list = await readList(filter, known, isCircular, run);
    return { filter, values: findValues(filter, list, hasChanged(known, run), run), ...list };
  };
  const set = (filter: Filter): Promise<SetFilter> => {
    const found = begun.get(filter) ?? begin(filter);
    begun.set(filter, found);
    return found;
  };
  const filters = await Promise.all(run.filters.map(set));
  return { filters, values: toValues(run.locked, filters) };
}

type List = Omit<SetFilter, 'filter' | 'values'>;

async function readList(
  filter: Filter,
  parents: readonly SetFilter[],
  isCircular: boolean,
  { locked, readChoices }: FilterRun,
): Promise<List> {
  const isLocked = Object.hasOwn(locked, toFilterKey(filter));
  if (filter.kind !== 'choice') return { isLocked, choices: [] };
  if (!filter.select || isLocked) return { isLocked, choices: toFixedChoices(filter) };
  const result = isCircular ? CIRCLE : await readChoices(filter.select, toValues(locked, parents));
  if ('failure' in result) return { isLocked, choices: [], failed: result };
  const type: ValueType = result.columns[0] ?? { type: 'text' };
  const [value, label = value] = result.columns.map(({ name }) => name);
  const format = toOwnFormat(result.columns[label === value ? 0 : 1]?.type ?? 'text');
  const cells = result.rows.map((row) => [row[value!], row[label!] ?? row[value!]]);
  const choices = cells.flatMap(([cell, name]): [string, Choice][] => {
    const text = toText(cell ?? '');
    const isOffered = isFilterValue('choice', text) && !isShortened(text, type);
    return isOffered ? [[text, { value: text, label: toText(name) }]] : [];
  });
  return {
    isLocked,
    choices: [...new Map(choices).values()],
    type,
    ...(format !== 'text' && { format }),
  };
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
    return earlier !== undefined && earlier.join(';') !== values.join(';');
  });
}

function findValues(
  filter: Filter,
  { isLocked, choices, failed }: List,
  isNewList: boolean,
  { locked, query }: FilterRun,
): readonly string[] {
  const key = toFilterKey(filter);
  if (isLocked) return [locked[key]!];
  const isOffered = (value: string): boolean =>
    filter.kind !== 'choice' || choices.some((choice) => choice.value === value);
  const chosen = query.chosen.get(key);
  const isUnset = chosen?.length === 0 && !filter.required;
  if (isUnset) return [];
  if (chosen && chosen.length > 0) {
    if (failed) throw toRefusal(failed);
    if (chosen.every(isOffered)) return chosen;
    if (!isNewList) throw new RefusedChoice('A value is not in the list of the filter.');
  }
  const initial = (filter.default ?? []).filter(isOffered);
  const first = choices[0]?.value;
  return initial.length === 0 && filter.required && first !== undefined ? [first] : initial;
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
