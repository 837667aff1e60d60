import type { ChoiceFilter, Filter } from './definition.ts';
import { findCircular } from './filter-order.ts';
import { isFilterValue, isList, toFilterKey } from './filter-value.ts';

/** A fault of the filters: its place, from the list of filters on, and its remedy. */
export interface FilterProblem {
  path: (string | number)[];
  message: string;
}

/** Returns the faults that concern more than one field of a filter, or more than one filter. */
export function findFilterProblems(filters: readonly Filter[]): FilterProblem[] {
  const keys = filters.map(toFilterKey);
  const circular = findCircular(filters);
  return filters.flatMap((filter, index) => {
    const problems = [...findDefaultProblems(filter), ...findRangeProblems(filter, filters)];
    if (keys.indexOf(keys[index]!) !== index) {
      problems.push(at('Another filter has this parameter: choose another one.', 'parameter'));
    }
    if (filter.kind === 'choice') problems.push(...findListProblems(filter));
    if (circular.has(keys[index]!)) {
      problems.push(
        at('The choices of filters depend on each other in a circle.', 'select', 'sql'),
      );
    }
    return problems.map(({ path, message }) => ({ path: [index, ...path], message }));
  });
}

function at(message: string, ...path: (string | number)[]): FilterProblem {
  return { path, message };
}

function findListProblems({ list, select }: ChoiceFilter): FilterProblem[] {
  if (!list === !select)
    return [at('Enter either a list or a SELECT.', select ? 'list' : 'select')];
  const values = (list ?? []).map(({ value }) => value);
  if (list?.length === 0) return [at('Enter at least one choice.', 'list')];
  return (list ?? []).flatMap(({ value, label }, index) => {
    const place = ['list', index, 'value'];
    // An empty text without a label is a choice that is not finished.
    const isFit = value ? isFilterValue('choice', value) : label !== undefined;
    if (!isFit) return at('Readers cannot choose this value.', ...place);
    const isFirst = values.indexOf(value) === index;
    return isFirst ? [] : at('Another choice has this value: choose another one.', ...place);
  });
}

function findDefaultProblems(filter: Filter): FilterProblem[] {
  const { kind, default: values = [], required } = filter;
  if (required && kind !== 'choice' && values.length === 0) {
    return [at('A required filter needs a default.', 'default')];
  }
  if (values.length > 1 && !isList(filter)) return [at('Enter only one default.', 'default')];
  const list = kind === 'choice' ? filter.list?.map(({ value }) => value) : undefined;
  return values.flatMap((value, index) => {
    const isFit = isFilterValue(kind, value) && (list?.includes(value) ?? true);
    const place = isList(filter) ? ['default', index] : ['default'];
    return isFit ? [] : at('The default does not fit the filter.', ...place);
  });
}

function findRangeProblems(filter: Filter, filters: readonly Filter[]): FilterProblem[] {
  const end = toRangeEnd(filter);
  if (end === null) return [];
  const isDate = filters.some((each) => each.kind === 'date' && toFilterKey(each) === end);
  const isShared = filters.some((each) => each !== filter && toRangeEnd(each) === end);
  const isFit = isDate && !isShared && end !== toFilterKey(filter);
  return isFit ? [] : [at('Choose a date filter that ends no other range.', 'rangeEnd')];
}

/** Returns the key of the filter that ends the range; `null` if the filter starts none. */
export function toRangeEnd(filter: Filter): string | null {
  return (filter.kind === 'date' && filter.rangeEnd?.toLowerCase()) || null;
}
