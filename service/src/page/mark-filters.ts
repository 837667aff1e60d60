import type { Filter } from '../dashboard/definition.ts';
import { toRangeEnd } from '../dashboard/filter-problems.ts';
import { toFilterKey } from '../dashboard/filter-value.ts';
import type { SetFilter } from '../dashboard/run-filters.ts';

/** An open filter that a click on a mark sets. */
export interface MarkFilter {
  /** The column with the values of the filter, in lower case. */
  column: string;
  parameter: string;
  isDate: boolean;
  /** The parameter of the end of a range. Default: the filter is one date or value. */
  end?: string;
}

/** Returns the filters that clicks set. The end of a range follows its start, so that both have to be open. */
export function findMarkFilters(set: readonly SetFilter[]): MarkFilter[] {
  const open = set
    .filter(({ isLocked, failed }) => !isLocked && !failed)
    .map(({ filter }) => filter);
  const ends = new Set(set.map(({ filter }) => toRangeEnd(filter)));
  return open
    .filter((filter) => !ends.has(toFilterKey(filter)))
    .flatMap((filter) => toMarkFilter(filter, open));
}

function toMarkFilter(filter: Filter, open: readonly Filter[]): MarkFilter[] {
  const { parameter, kind, column = parameter } = filter;
  const mark = { column: column.toLowerCase(), parameter, isDate: kind === 'date' };
  const key = toRangeEnd(filter);
  if (key === null) return [mark];
  const end = open.find((each) => toFilterKey(each) === key);
  return end ? [{ ...mark, end: end.parameter }] : [];
}
