import type { SetFilter } from '../dashboard/run-filters.ts';
import { toRanges } from './filter-form.ts';
import {
  type ChosenTest,
  type FilterValues,
  isChosenValue,
  type MarkFilter,
  toOffered,
} from '../tiles/mark-choice.ts';

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

/** Returns the test of the values that filters choose. */
export function createChosenTest(set: readonly SetFilter[]): ChosenTest {
  const filters = findMarkFilters(set);
  const values = toFilterValues(set);
  return (value) => isChosenValue(value, filters, values);
}

function toFilterValues(set: readonly SetFilter[]): FilterValues {
  const own = new Map(set.map(({ filter, values }) => [filter.parameter, values]));
  const lists = new Map(
    set
      .filter(({ filter }) => filter.kind === 'choice')
      .map(({ filter, choices }) => [filter.parameter, toOffered(choices)]),
  );
  return {
    get: (parameter) => own.get(parameter) ?? [],
    offer: (parameter, text) => {
      const list = lists.get(parameter);
      return list ? list.get(text) : text;
    },
  };
}
