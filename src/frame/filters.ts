import type { toFilterQuery } from '../protocol/dashboard-filters.ts';
import { MOST } from '../protocol/dashboard-parameters.ts';
import type { DashboardFilters } from '../protocol/dashboard-select-event.ts';

/**
 * Returns the choices in the filters of a dashboard. Those that break the rules of first choices, which `toQuery` knows,
 * are left out. So are all of them if they are too long for an address. There can be no more than the first ones that it
 * looks at.
 */
export function readFilters(given: unknown, toQuery: typeof toFilterQuery): DashboardFilters {
  const names: Record<string, null> = {};
  const filters: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(Object(given) as object).slice(0, MOST)) {
    try {
      const values = [value].flat();
      if (values.includes(null) || !toQuery({ ...names, [name]: values })) continue;
      names[name] = null;
      filters[name] = Array.isArray(value) ? Object.freeze(values.map(String)) : String(value);
    } catch {
      // The name or a value breaks a rule.
    }
  }
  try {
    toQuery(filters);
    return Object.freeze(filters);
  } catch {
    return {};
  }
}
