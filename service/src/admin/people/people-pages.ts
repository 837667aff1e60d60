import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AuditAction } from '../../state/audit-note.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { Person } from '../../state/people-store.ts';
import { type Role, ROLES, toRolesText } from '../../state/rights.ts';
import { isActorName } from '../../state/service-actors.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { isManaged } from '../access.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { readForm } from '../form.ts';
import { readListQuestion } from '../list-form.ts';
import { parseId, requireCompany } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import { isVisibleName, toName } from '../visible-name.ts';
import { noteOf, type VisitEntry } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import {
  MAX_NAME,
  type PeoplePlace,
  renderInvitation,
  renderPeople,
  renderPerson,
} from './people-markup.ts';
import { renderRemoved } from './removed-people-markup.ts';

type Parts = Pick<
  ServiceParts,
  'audit' | 'people' | 'sessions' | 'companies' | 'provider' | 'assets' | 'url' | 'now'
>;

const NAME_PROBLEM = `The name must have 1 to ${MAX_NAME} visible characters.`;
const RESERVED_PROBLEM = 'The service uses this name in the audit. Choose another one.';
const TAKEN_PROBLEM = 'Somebody has this name already. Choose another one.';

/** Creates the pages with which administrators manage people. */
export function createPeoplePages(parts: Parts) {
  const { people, sessions } = parts;
  return {
    'GET /people': (context) => showPeople(context, parts),
    'POST /people': (context) => invite(context, parts),
    'GET /people/:person{\\d+}': (context) => showPerson(context, parts, findPerson(context)),
    'POST /people/:person{\\d+}/role': (context) => changeRole(context, parts),
    'POST /people/:person{\\d+}/invitation': async (context) => {
      const { id, name, isOfProvider } = findPerson(context);
      // A password would outlast the person's account at the provider.
      if (isOfProvider) throw new HTTPException(404);
      const note = noteOf(context, parts, toEntry('renew-invitation', { id, name }));
      const by = requireVisit(context).visitor.personId;
      const invitation = await people.renewInvitation(id, { by, note });
      return showInvitation(context, parts, name, invitation);
    },
    'POST /people/:person{\\d+}/end-sessions': async (context) => {
      const { id, name } = findPerson(context);
      const note = noteOf(context, parts, toEntry('end-sessions', { id, name }));
      await sessions.endAll(id, '', note);
      return context.redirect(`../${id}`, 303);
    },
    'POST /people/:person{\\d+}/remove': async (context) => {
      const person = findPerson(context);
      const before = { roles: toRolesText(person.roles) };
      const note = noteOf(context, parts, { ...toEntry('remove-person', person), before });
      await people.remove(person.id, note);
      return context.redirect('../../people', 303);
    },
    'GET /people/removed': (context) => showRemoved(context, parts),
    'POST /people/:person{\\d+}/let-in': (context) => letIn(context, parts),
  } satisfies Partial<RouteHandlers>;
}

/** Returns the person that the check of the route has found. */
function findPerson(context: Context): Person {
  const { person } = requireVisit(context);
  if (!person) throw new HTTPException(404);
  return person;
}

async function invite(context: Context, parts: Parts): Promise<Response> {
  const form = await readForm(context);
  const companyId = await findGivenCompany(context, parts);
  const role = readRole(form.get('role'));
  if (!role) throw new HTTPException(400);
  const name = toName(form.get('name'));
  const problem = findNameProblem(name);
  const note = noteOf(context, parts, { action: 'invite', object: name, after: { role } });
  const options = { by: requireVisit(context).visitor.personId, note };
  const given = { companyId, role };
  const invitation = problem ? null : await parts.people.invite(name, given, options);
  if (invitation !== null) return showInvitation(context, parts, name, invitation);
  context.status(400);
  return showPeople(context, parts, problem || TAKEN_PROBLEM);
}

function findNameProblem(name: string): string {
  if (!isVisibleName(name, MAX_NAME)) return NAME_PROBLEM;
  return isActorName(name) ? RESERVED_PROBLEM : '';
}

/** Changes the role in one company. An administrator of that company sees only people who have a role there. */
async function changeRole(context: Context, parts: Parts): Promise<Response> {
  const { visitor } = requireVisit(context);
  const companyId = await findGivenCompany(context, parts);
  const role = (await readForm(context)).get('role') ?? '';
  const id = parseId(context.req.param('person')!);
  const person = id === null ? null : await parts.people.find(id);
  const isSeen = person?.roles.some((each) => visitor.rights.has('administrator', each.companyId));
  if (!person || !(isSeen || visitor.rights.has('administrator', null))) {
    throw new HTTPException(404);
  }
  if (role !== '' && !readRole(role)) throw new HTTPException(400);
  // The next check at the provider would undo the change.
  if (person.isOfProvider && parts.provider?.roles.length) throw new HTTPException(404);
  const former = person.roles.find((each) => each.companyId === companyId);
  const facts = { before: { role: former?.role ?? null }, after: { role: readRole(role) } };
  const note = noteOf(context, parts, { ...toEntry('change-role', person), ...facts });
  await parts.people.setRole(person.id, companyId, readRole(role), note);
  const { rights } = visitor;
  const staysSeen = rights.has('administrator', null) || role !== '' || person.roles.length > 1;
  return context.redirect(staysSeen ? `../${person.id}` : '../../people', 303);
}

/** Lets a removed person in again. Somebody else may have done so already. */
async function letIn(context: Context, { audit, people }: Parts): Promise<Response> {
  const id = parseId(context.req.param('person')!);
  if (id === null) throw new HTTPException(404);
  const person = await people.findRemoved(id);
  if (person) await people.letIn(id, noteOf(context, { audit }, toEntry('let-in-person', person)));
  else if (!(await people.find(id))) throw new HTTPException(404);
  return context.redirect(`../${id}`, 303);
}

async function showRemoved(context: Context, { people, assets }: Parts): Promise<Response> {
  const question = readListQuestion(context);
  const found = await people.listRemoved(question);
  const body = renderRemoved(found, question, toAdminRoot(context));
  return renderAdminPage(context, assets, { title: 'Removed people', section: 'people', body });
}

/** Returns the company of the form, which exists; `null` for all. */
async function findGivenCompany(context: Context, { companies }: Parts): Promise<number | null> {
  const { companyId } = requireVisit(context);
  return companyId === null ? null : (await requireCompany(context, companies)).id;
}

function toEntry(action: AuditAction, { id, name }: Pick<Person, 'id' | 'name'>): VisitEntry {
  return { action, object: name, objectId: String(id) };
}

function readRole(text: string | undefined): Role | null {
  return ROLES.find((role) => role === text) ?? null;
}

async function showPeople(context: Context, parts: Parts, problem = ''): Promise<Response> {
  const question = readListQuestion(context);
  const place = await findPlace(context, parts);
  const { rights } = place;
  const found = await parts.people.list(question, rights.companiesOf('administrator'));
  const body = renderPeople(found, question, { ...place, problem });
  return renderAdminPage(context, parts.assets, { title: 'People', section: 'people', body });
}

async function showPerson(context: Context, parts: Parts, person: Person): Promise<Response> {
  const place = await findPlace(context, parts);
  const body = renderPerson(person, { ...place, isManaged: isManaged(place.rights, person) });
  return renderAdminPage(context, parts.assets, { title: person.name, section: 'people', body });
}

/** Shows the link of an invitation. Nothing shows it again, because the database keeps its hash only. */
function showInvitation(
  context: Context,
  { assets, url }: Parts,
  name: string,
  invitation: string,
): Response | Promise<Response> {
  const link = `${url().replace(/\/+$/, '')}/admin/invitation/${invitation}`;
  const body = renderInvitation(name, link, toAdminRoot(context));
  return renderAdminPage(context, assets, { title: 'Invitation', section: 'people', body });
}

async function findPlace(
  context: Context,
  { companies, provider, now }: Parts,
): Promise<PeoplePlace> {
  const { rights } = requireVisit(context).visitor;
  const names: CompanyName[] = await companies.names(rights.companiesOf('administrator'));
  const hasRoleRules = provider !== null && provider.roles.length > 0;
  const facts = { hasProvider: provider !== null, hasRoleRules, now: now() };
  return { rights, companies: names, root: toAdminRoot(context), ...facts };
}
