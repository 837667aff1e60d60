import type { SetFilter } from '../dashboard/run-filters.ts';
import { toRanges } from './filter-form.ts';

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
  const open = toRanges(set).filter((range) =>
    range.every(({ isLocked, failed }) => !isLocked && !failed),
  );
  return open.map(([start, end]) => {
    const { parameter, kind, column = parameter } = start!.filter;
    const mark: MarkFilter = { column: column.toLowerCase(), parameter, isDate: kind === 'date' };
    if (end) mark.end = end.filter.parameter;
    return mark;
  });
}
