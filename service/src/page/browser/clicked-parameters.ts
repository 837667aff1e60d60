import { findMarkValues, type Mark } from '../../charts/mark-values.ts';
import type { ChartContent } from '../../tiles/tile-data.ts';

/**
 * Returns the choice that a click on a mark expresses: the values of its category and of its series, by the names of
 * their columns. A column with the name of one of the dashboard's `parameters` has its spelling. Returns `null` for a
 * mark that combines several values.
 */
export function toClickedParameters(
  content: ChartContent,
  mark: Mark,
  parameters: readonly string[],
): Record<string, string | number | boolean> | null {
  const values = findMarkValues(content, mark).filter(({ value }) => isValue(value));
  if (values.length === 0) return null;
  const toName = (column: string): string =>
    parameters.find((name) => name.toLowerCase() === column.toLowerCase()) ?? column;
  return Object.fromEntries(
    values.map(({ column, value }) => [toName(column), value as string | number | boolean]),
  );
}

function isValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
