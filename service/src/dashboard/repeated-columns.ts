import type { Column } from '../values/column-type.ts';
import type { FailedDataset } from './dataset-failure.ts';

/** Returns the failure of a result with two columns of one name; `null` without them. Rows would have only one of them. */
export function findRepeatedColumns(columns: readonly Column[]): FailedDataset | null {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return null;
  const places = names.flatMap((name, index) => (name === repeated ? [index + 1] : []));
  return {
    failure: 'same-names',
    reason: `Columns ${places.join(' and ')} have the same name, “${repeated}”`,
    hint: 'Give each of them its own name with AS.',
  };
}
