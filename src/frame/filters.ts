import type { parseParameters } from '../protocol/dashboard-parameters.ts';
import type { DashboardFilters } from '../protocol/dashboard-select-event.ts';

/** The most values of one filter: more than a person sets. */
const MOST_VALUES = 50;
/** In characters of percent-encoded JSON. The host page may put the choices into its own address. */
const LONGEST = 2048;

/**
 * Returns the choices in the filters of a dashboard. Those that break the rules of parameters, which `parse` knows, are
 * left out. So are all of them if they are too long for an address.
 */
export function readFilters(given: unknown, parse: typeof parseParameters): DashboardFilters {
  const names: Record<string, string> = {};
  const filters: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(Object(given) as Record<string, unknown>)) {
    try {
      const values = [value].flat() as string[];
      const texts = values.map((each) => parse({ ...names, [name]: each })[name]!);
      if (!texts.length || texts.length > MOST_VALUES || texts.includes(undefined!)) continue;
      names[name] = '';
      filters[name] = Array.isArray(value) ? Object.freeze(texts) : texts[0]!;
    } catch {
      // The name or a value breaks a rule.
    }
  }
  const isTooLong = encodeURIComponent(JSON.stringify(filters)).length > LONGEST;
  return Object.freeze(isTooLong ? {} : filters);
}
