import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Person } from '../state/people-store.ts';
import type { Rights, Role } from '../state/rights.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { toAdminRoot } from './admin-page.ts';
import { CALLS, readCall } from './dashboards/read-call.ts';
import { readForm } from './form.ts';
import { INNER_PAGE } from './inner-page.ts';
import { MissingRole } from './missing-role.ts';
import { findGuid, parseId } from './require-found.ts';
import type { Concern, RouteRow } from './routes.ts';
import type { SingleSignOn } from './oidc/single-sign-on.ts';
import { findAdminSession } from './session-cookie.ts';
import { setVisit, type Visit } from './visit.ts';
import type { Visitor } from '../state/admin-session-store.ts';

type Parts = Pick<ServiceParts, 'sessions' | 'people'>;

/**
 * Returns the check of a route's row. It finds the visitor with one query, redirects a visitor who is not signed in to
 * the sign-in page, and refuses one who lacks the role. A company in which the visitor has no role does not exist (404).
 */
export function createCheck(
  parts: Parts,
  signOn: Pick<SingleSignOn, 'confirm'>,
): (row: RouteRow) => MiddlewareHandler {
  return (row) => async (context, next) => {
    if (row.needs === 'public') return next();
    const session = findAdminSession(context);
    const visitor = session ? await findVisitor(context, session, parts, signOn) : null;
    if (!visitor || visitor === 'ended') return askToSignIn(context, visitor === 'ended');
    const visit: Visit = { visitor, session, companyId: null, person: null };
    setVisit(context, visit);
    if ('of' in row) {
      if (visitor.rights.given.length === 0) throw new MissingRole(null);
      await CHECKS[row.of](context, visit, row.needs, parts);
    }
    return next();
  };
}

/**
 * Returns the visitor of a session, whom the identity provider confirms if the session is one of the provider; `ended` if
 * the provider has just ended the session, and `null` if there is none.
 */
async function findVisitor(
  context: Context,
  session: string,
  { sessions }: Parts,
  signOn: Pick<SingleSignOn, 'confirm'>,
): Promise<Visitor | 'ended' | null> {
  const guid = findGuid(context);
  const visitor = await sessions.find(session, guid);
  if (!visitor || visitor.checkedAt === null) return visitor;
  const isAsked = await signOn.confirm(session, visitor);
  // The provider may have changed the roles, or ended the session.
  return isAsked ? ((await sessions.find(session, guid)) ?? 'ended') : visitor;
}

function askToSignIn(context: Context, isEnded: boolean): Response {
  const { method, path, url } = context.req;
  if (method !== 'GET') throw new HTTPException(401);
  const page = path.replace(/^\/admin\/?/i, '') + new URL(url).search;
  const next = INNER_PAGE.test(page) ? [`next=${encodeURIComponent(page)}`] : [];
  const query = [...next, ...(isEnded ? ['sign-on=not-confirmed'] : [])].join('&');
  return context.redirect(`${toAdminRoot(context)}login${query && `?${query}`}`, 303);
}

/** Checks a visit by the companies that its route concerns, and notes the company in the visit. Throws a refusal. */
type Check = (context: Context, visit: Visit, role: Role, parts: Parts) => void | Promise<void>;

const CHECKS: Record<Concern, Check> = {
  all: (_, { visitor }, role) => requireAll(visitor.rights, role),
  any: (_, { visitor }, role) => requireAny(visitor.rights, role),
  chosen: (context, visit, role) => {
    const company = context.req.query('company');
    if (company) requireIn(visit, parseId(company), role);
    else requireAny(visit.visitor.rights, role);
  },
  given: async (context, visit, role) => {
    const company = (await readForm(context)).get('company');
    if (!company) return requireAll(visit.visitor.rights, role);
    requireIn(visit, parseId(company), role);
    // Without a company, the handler would change a role for all.
    if (visit.companyId === null) throw new HTTPException(404);
  },
  company: (context, visit, role) => requireIn(visit, parseId(context.req.param('id')!), role),
  'company-of-all': (context, visit, role) => {
    requireIn(visit, parseId(context.req.param('id')!), role);
    requireAll(visit.visitor.rights, role);
  },
  dashboard: (_, visit, role) => requireIn(visit, visit.visitor.dashboardCompanyId, role),
  'new-dashboard': async (context, visit, role) =>
    requireIn(visit, visit.visitor.dashboardCompanyId ?? (await findNewCompany(context)), role),
  call: async (context, visit, role) => requireIn(visit, await readCompanyId(context), role),
  person: async (context, visit, role, parts) => {
    const person = await requirePerson(context, visit, parts);
    const isKnown = ({ companyId }: { companyId: number | null }): boolean =>
      visit.visitor.rights.has(role, companyId);
    if (!isKnown({ companyId: null }) && !person.roles.some(isKnown)) throw new HTTPException(404);
  },
  'whole-person': async (context, visit, role, parts) => {
    await CHECKS.person(context, visit, role, parts);
    if (!isManaged(visit.visitor.rights, visit.person!)) throw new MissingRole(role, 'all');
  },
};

/** Returns whether somebody administers all companies in which a person has a role. */
export function isManaged(rights: Rights, { roles }: Person): boolean {
  const isAll = rights.has('administrator', null);
  const isWhole = roles.every(({ companyId }) => rights.has('administrator', companyId));
  return isAll || (roles.length > 0 && isWhole);
}

function requireAll(rights: Rights, role: Role): void {
  if (!rights.has(role, null)) throw new MissingRole(role, 'all');
}

function requireAny(rights: Rights, role: Role): void {
  if (!rights.hasAny(role)) throw new MissingRole(role);
}

/** `companyId`: `null` if there is none. Only a visitor with the role in all companies gets the answer of the handler then. */
function requireIn(visit: Visit, companyId: number | null, role: Role): void {
  const { rights } = visit.visitor;
  visit.companyId = companyId;
  if (rights.has(role, companyId)) return;
  if (companyId === null || !rights.has('reader', companyId)) throw new HTTPException(404);
  throw new MissingRole(role);
}

async function requirePerson(context: Context, visit: Visit, { people }: Parts): Promise<Person> {
  const id = parseId(context.req.param('person')!);
  visit.person = id === null ? null : await people.find(id);
  if (!visit.person) throw new HTTPException(404);
  return visit.person;
}

/** Returns the company of a dashboard that does not exist yet. */
async function findNewCompany(context: Context): Promise<number | null> {
  if (context.req.method === 'POST') return readCompanyId(context);
  return parseId(context.req.query('company') ?? '');
}

async function readCompanyId(context: Context): Promise<number> {
  return (await readCall(context, CALLS.place)).companyId;
}
