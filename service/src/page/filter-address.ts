import type { Filter } from '../dashboard/definition.ts';
import { FILTER_PREFIX } from '../dashboard/filter-value.ts';
import type { SetFilter } from '../dashboard/run-filters.ts';
import type { QueryFields } from './display-options.ts';

/** Returns the address of the same page with this query. */
export function toAddress(fields: QueryFields): string {
  return `?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`;
}

/** Returns the values of the filters as further fields of a query. Readers can set the open filters only. */
export function toChosenQuery(filters: readonly SetFilter[]): string {
  const fields = filters.flatMap(({ filter, values, isLocked }) => {
    if (isLocked) return [];
    const given = values.length > 0 || !filter.default?.length ? values : [''];
    return given.map((value) => [toFieldName(filter), value]);
  });
  return fields.length > 0 ? `&${new URLSearchParams(fields)}` : '';
}

/** Returns the name of a filter in the query of the page, and of its field in the form. */
export function toFieldName({ parameter }: Pick<Filter, 'parameter'>): string {
  return `${FILTER_PREFIX}${parameter}`;
}
