import { toNumberedSql } from '../database/named-parameters.ts';
import type { Filter } from './definition.ts';
import { toFilterKey } from './filter-value.ts';

/** Returns the filters whose parameters the SELECT of a filter's choices uses. */
export function findParents(filter: Filter, filters: readonly Filter[]): Filter[] {
  if (filter.kind !== 'choice' || !filter.select) return [];
  const { names } = toNumberedSql(filter.select.sql);
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
