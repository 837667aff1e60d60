import { findNames } from '../database/dialects.ts';
import type { Dataset, Filter } from './definition.ts';
import { toFilterKey } from './filter-value.ts';

/** Returns the SELECT of the choices of a filter. */
export function findSelect(filter: Filter): Dataset | undefined {
  return filter.kind === 'choice' ? filter.select : undefined;
}

/** Returns the SELECTs of the choices of filters. */
export function findSelects(filters: readonly Filter[]): Dataset[] {
  return filters.flatMap((filter) => findSelect(filter) ?? []);
}

/** Returns the filters whose parameters the SELECT of a filter's choices uses. */
export function findParents(filter: Filter, filters: readonly Filter[]): Filter[] {
  const select = findSelect(filter);
  if (!select) return [];
  const names = findNames(select.sql);
  return filters.filter((each) => names.includes(toFilterKey(each)));
}

/** Returns the keys of the filters whose choices depend on themselves, directly or through other filters. */
export function findCircular(filters: readonly Filter[]): ReadonlySet<string> {
  const parents = new Map(filters.map((each) => [each, findParents(each, filters)]));
  const isCircular = (start: Filter): boolean => {
    const reached = new Set(parents.get(start));
    for (const each of reached) for (const next of parents.get(each)!) reached.add(next);
    return reached.has(start);
  };
  return new Set(filters.filter(isCircular).map(toFilterKey));
}
