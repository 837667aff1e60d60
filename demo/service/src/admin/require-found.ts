import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DASHBOARD_GUID } from '../dashboard/definition.ts';
import type { Company, CompanyStore } from '../state/company-store.ts';
import type { DashboardStore, SavedDashboard } from '../state/dashboard-store.ts';

/** PostgreSQL's largest integer. */
const MAX_ID = 2 ** 31 - 1;

/** The dashboard that the address names by `:guid`. Throws 404 where there is none. */
export async function requireDashboard(
  context: Context,
  dashboards: DashboardStore,
): Promise<SavedDashboard> {
  const dashboard = await dashboards.find(requireGuid(context));
  if (!dashboard) throw new HTTPException(404);
  return dashboard;
}

/** The guid in the address, whether or not there is such a dashboard. Throws 404 where it is none. */
export function requireGuid(context: Context): string {
  const guid = context.req.param('guid')!.toLowerCase();
  if (!DASHBOARD_GUID.test(guid)) throw new HTTPException(404);
  return guid;
}

/** The company of a number. Throws 404 where there is none, or where it is no number. */
export async function requireCompany(id: number, companies: CompanyStore): Promise<Company> {
  const isId = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const company = isId ? await companies.find(id) : null;
  if (!company) throw new HTTPException(404);
  return company;
}
