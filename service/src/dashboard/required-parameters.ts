import { findNames } from '../database/dialects.ts';
import type { DashboardDefinition } from './definition.ts';
import { findSelects } from './filter-order.ts';
import { toFilterKey } from './filter-value.ts';
import type { SqlParameters } from './run-dashboard.ts';

/** Matches a text without a visible character: white space, controls, and marks such as a zero-width space. */
const BLANK = /^[\s\p{Cc}\p{Cf}]*$/u;

/** Returns the names of the parameters that have a value. An empty or blank text is none. */
export function findFilled(values: SqlParameters): string[] {
  return Object.keys(values).filter((name) => !BLANK.test(values[name]!));
}

/** Returns the required parameters that have no value. Names are case-insensitive. */
export function findMissing(
  { requiredParameters = [] }: Pick<DashboardDefinition, 'requiredParameters'>,
  values: SqlParameters,
): string[] {
  const filled = new Set(findFilled(values));
  return requiredParameters.filter((name) => !filled.has(name.toLowerCase()));
}

/** Returns whether nobody has decided yet if the application must set the parameters that no filter sets. */
export function isUndecided({
  requiredParameters,
  datasets,
  filters = [],
}: Pick<DashboardDefinition, 'requiredParameters' | 'datasets' | 'filters'>): boolean {
  if (requiredParameters) return false;
  const keys = new Set(filters.map(toFilterKey));
  const selects = [...Object.values(datasets), ...findSelects(filters)];
  return selects.some(({ sql }) => findNames(sql).some((name) => !keys.has(name)));
}
