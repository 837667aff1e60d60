import type { Filter } from 'embedded-dashboard-service';
import type { TestTile } from '../../support/test-dashboard.ts';

/** Returns a table. Each column is a name with its label and format, or a name that is also the label of texts. */
export function tableOf(
  title: string,
  dataset: string,
  ...columns: (string | [column: string, label: string, format: string])[]
): TestTile {
  const parts = columns.map((each) => (typeof each === 'string' ? [each, each, 'text'] : each));
  return {
    ...{ kind: 'table', title, dataset },
    columns: parts.map(([column, label, format]) => ({ column, label, format })),
  };
}

/** Returns bars with one series: the column `n`, labelled “Orders”. */
export function barsOf(
  title: string,
  dataset: string,
  category: string,
  changes: object = {},
): TestTile {
  const series = [{ column: 'n', label: 'Orders' }];
  return { kind: 'bar', title, dataset, category, series, format: 'integer', ...changes };
}

/** Returns a filter by a list of values. A value with a label is a pair. */
export function listFilter(
  parameter: string,
  values: readonly (string | [value: string, label: string])[],
  changes: object = {},
): Filter {
  const list = values.map((each) => {
    return typeof each === 'string' ? { value: each } : { value: each[0], label: each[1] };
  });
  return { kind: 'choice', parameter, label: parameter, list, ...changes };
}

/** The filters of a range of dates. */
export function rangeFilters(changes: object = {}): Filter[] {
  return [
    { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End', ...changes },
    { kind: 'date', parameter: 'End', label: 'To' },
  ];
}
