import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DASHBOARD_GUID } from '../dashboard/definition.ts';
import type { Company, CompanyStore } from '../state/company-store.ts';
import type { DashboardStore, SavedDashboard } from '../state/dashboard-store.ts';
import { requireVisit } from './visit.ts';

/** PostgreSQL's largest integer. */
const MAX_ID = 2 ** 31 - 1;

/**
 * Returns the dashboard of `:guid` in the address.
 * @throws {HTTPException} 404 if it does not exist.
 */
export async function requireDashboard(
  context: Context,
  dashboards: DashboardStore,
): Promise<SavedDashboard> {
  const dashboard = await dashboards.find(requireGuid(context));
  if (!dashboard) throw new HTTPException(404);
  return dashboard;
}

/**
 * Returns the guid in the address. The dashboard may not exist.
 * @throws {HTTPException} 404 for an invalid guid.
 */
export function requireGuid(context: Context): string {
  const guid = findGuid(context);
  if (guid === null) throw new HTTPException(404);
  return guid;
}

/** Returns the guid in the address; `null` if there is no valid one. */
export function findGuid(context: Context): string | null {
  const guid = context.req.param('guid')?.toLowerCase() ?? '';
  return DASHBOARD_GUID.test(guid) ? guid : null;
}

/** Returns the id in a text; `null` if there is none. */
export function parseId(text: string): number | null {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : null;
}

/**
 * Returns the company that the check of the route has found.
 * @throws {HTTPException} 404 if there is none.
 */
export async function requireCompany(context: Context, companies: CompanyStore): Promise<Company> {
  const { companyId } = requireVisit(context);
  const isId = companyId !== null && companyId > 0;
  const company = isId ? await companies.find(companyId) : null;
  if (!company) throw new HTTPException(404);
  return company;
}
