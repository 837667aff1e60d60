import { oneOf } from 'embedded-dashboard/host';
import { type User, users } from './users.ts';

/** “Delivery” has a filter `Region` of its own. Its SQL applies `AllowedRegions` everywhere. */
const DELIVERY = '3a7e51c4-98d2-4b0f-a6e7-c15f20948bd3';

const REGION_COUNT = new Set(users.flatMap(({ regions }) => regions)).size;

/**
 * Returns the SQL parameters that limit a user to their regions. `chosen` is the region that the reader has chosen on
 * the page: the token locks it. Without a choice, readers of a dashboard with its own filter choose there.
 * @throws {DashboardHostError} for a region that the user may not see.
 */
export function toRegionParameters(
  { regions }: User,
  chosen: string | undefined,
  dashboardGuid: string | null,
): Record<string, string> {
  if (chosen !== undefined) return { Region: oneOf(chosen, regions) };
  // All data: the filters of a dashboard may offer each region. A dashboard that requires one is refused.
  if (regions.length === REGION_COUNT) return {};
  return dashboardGuid === DELIVERY
    ? { AllowedRegions: regions.join(',') }
    : { Region: oneOf(undefined, regions, regions[0]) };
}
