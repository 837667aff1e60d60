import { oneOf } from 'embedded-dashboard/host';
import { type User, users } from './users.ts';

/** The titles of the dashboards with a filter `Region` of their own. Their SQL applies `AllowedRegions` everywhere. */
const WITH_OWN_FILTER = new Set(['Delivery']);

const REGION_COUNT = new Set(users.flatMap(({ regions }) => regions)).size;

/**
 * Returns the SQL parameters that limit a user to their regions. `chosen` is the region that the reader has chosen on
 * the page: the token locks it. Without a choice, readers of a dashboard with its own filter choose there.
 * @throws {DashboardHostError} for a region that the user may not see.
 */
export function toRegionParameters(
  { regions }: User,
  chosen: string | undefined,
  title: string | undefined,
): Record<string, string> {
  if (chosen !== undefined) return { Region: oneOf(chosen, regions) };
  // All data: the filters of a dashboard may offer each region. A dashboard that requires one is refused.
  if (regions.length === REGION_COUNT) return {};
  return WITH_OWN_FILTER.has(title ?? '')
    ? { AllowedRegions: regions.join(',') }
    : { Region: oneOf(undefined, regions, regions[0]) };
}
