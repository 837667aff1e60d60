import type { DashboardService } from 'embedded-dashboard-service';
import { SETTINGS } from '../support/test-database.ts';

/** Opens a dashboard without a network, and returns its page with all tiles. */
export async function openDashboard(
  service: DashboardService,
  { guid }: { guid: string },
): Promise<string> {
  const fetchText = async (path: string): Promise<string> =>
    (await service.fetch(new Request(`http://service.test${path}`))).text();
  const token = await fetchText(`/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
  return fetchText(`/Tdb/${token}?whole`);
}
