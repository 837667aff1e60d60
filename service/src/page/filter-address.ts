import type { Filter } from '../dashboard/definition.ts';
import { EMPTY_PREFIX, FILTER_PREFIX } from '../dashboard/filter-value.ts';
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
    if (values.length === 0) return filter.default?.length ? [[toFieldName(filter), '']] : [];
    return values.map((value) =>
      value ? [toFieldName(filter), value] : [`${EMPTY_PREFIX}${filter.parameter}`, '1'],
    );
  });
  return fields.length > 0 ? `&${new URLSearchParams(fields)}` : '';
}

/** Returns the name of a filter in the query of the page, and of its field in the form. */
export function toFieldName({ parameter }: Pick<Filter, 'parameter'>): string {
  return `${FILTER_PREFIX}${parameter}`;
}
