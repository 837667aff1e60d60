import { DashboardHostError } from '../dashboard-host-error.ts';

/**
 * Returns the entry of `allowed` that equals `value` as text: a reader's choice among what this user may see.
 * @param value a parameter of the page; `undefined` if the page has none of this name.
 * @param fallback for a missing value.
 * @throws {DashboardHostError} `forbidden` for any other value, and for a missing one without a fallback. The error is
 * the same for all values, so that nobody can guess which ones exist.
 * @example
 * import { oneOf } from 'embedded-dashboard/host';
 *
 * oneOf('North', ['North', 'South'], 'North');
 */
export function oneOf<const Value extends string | number | boolean>(
  value: string | undefined,
  allowed: readonly Value[],
  fallback?: Value,
): Value {
  const found = value === undefined ? fallback : allowed.find((entry) => String(entry) === value);
  if (found !== undefined) return found;
  throw new DashboardHostError('forbidden', 'This user may not see this selection.');
}
