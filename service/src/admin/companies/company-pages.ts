import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AuditFacts } from '../../state/audit-note.ts';
import type { KeyReason } from '../../state/api-keys.ts';
import { REFUSED_CONNECTION } from '../../api/connection-refusals.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { MAX_NAME, renderCompanies, renderCompany } from './company-markup.ts';
import { readForm, wantsJson } from '../form.ts';
import { readListQuestion } from '../list-form.ts';
import { requireCompany } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import { isVisibleName, toName } from '../visible-name.ts';
import { noteOf, noteVisit } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import { tryConnection } from './try-connection.ts';

type Parts = Pick<
  ServiceParts,
  | 'companies'
  | 'keys'
  | 'readers'
  | 'connections'
  | 'dashboardList'
  | 'sources'
  | 'queries'
  | 'assets'
  | 'audit'
>;

/** Creates the pages of the companies menu: the companies, their API keys and their data connections. */
export function createCompanyPages(parts: Parts) {
  return {
    'GET /companies': (context) => showCompanies(context, parts),
    'POST /companies': (context) => createCompany(context, parts),
    'GET /companies/:id{\\d+}': (context) => showCompany(context, parts),
    'POST /companies/:id{\\d+}/remove': (context) => removeCompany(context, parts),
    'POST /companies/:id{\\d+}/name': (context) => rename(context, parts),
    'POST /companies/:id{\\d+}/key': (context) => replaceKey(context, parts),
    'POST /companies/:id{\\d+}/key/end-previous': (context) => endPreviousKey(context, parts),
    'POST /companies/:id{\\d+}/key/reveal': (context) => revealKey(context, parts),
    'POST /companies/:id{\\d+}/connections': (context) => saveConnection(context, parts),
    'POST /companies/:id{\\d+}/connections/remove': (context) => removeConnection(context, parts),
  } satisfies Partial<RouteHandlers>;
}

async function createCompany(context: Context, parts: Parts): Promise<Response> {
  const { companies } = parts;
  const name = toName((await readForm(context)).get('name'));
  const isValid = isVisibleName(name, MAX_NAME);
  if (!isValid || (await companies.hasName(name))) {
    context.status(400);
    return showCompanies(context, parts, isValid ? TAKEN_PROBLEM : COMPANY_PROBLEM);
  }
  const note = noteOf(context, parts, { action: 'create-company', object: name });
  return context.redirect(`companies/${await companies.create(name, note)}`, 303);
}

async function rename(context: Context, parts: Parts): Promise<Response> {
  const { id, name: former } = await requireCompany(context, parts.companies);
  const name = toName((await readForm(context)).get('name'));
  if (!isVisibleName(name, MAX_NAME)) return refuse(context, parts, COMPANY_PROBLEM);
  const facts = { before: { name: former }, after: { name } };
  const note = noteOf(context, parts, { action: 'rename-company', ...facts });
  const isRenamed = await parts.companies.rename(id, name, note);
  return isRenamed ? back(context, id) : refuse(context, parts, TAKEN_PROBLEM);
}

async function replaceKey(context: Context, parts: Parts): Promise<Response> {
  const { id, hasKey } = await requireCompany(context, parts.companies);
  const reason = (await readForm(context)).get('reason') ?? '';
  if (hasKey && !isReason(reason)) return refuse(context, parts, REASON_PROBLEM);
  const isLeaked = reason === 'leaked';
  const after = { reason: hasKey ? reason : 'first' };
  const note = noteOf(context, parts, { action: 'replace-key', after });
  await parts.keys.replace(id, isLeaked ? 'leaked' : 'planned', note);
  if (isLeaked) endSessions(id, parts);
  return back(context, id);
}

async function endPreviousKey(context: Context, parts: Parts): Promise<Response> {
  const { id } = await requireCompany(context, parts.companies);
  await parts.keys.endPrevious(id, noteOf(context, parts, { action: 'end-key' }));
  return back(context, id);
}

async function revealKey(context: Context, parts: Parts): Promise<Response> {
  const { id } = await requireCompany(context, parts.companies);
  const apiKey = await parts.keys.reveal(id);
  if (apiKey === null) throw new HTTPException(404);
  await noteVisit(context, parts, { action: 'reveal-key' });
  return context.json({ apiKey });
}

/** Ends the pages that a company's readers wait for, and drops their results. */
function endSessions(companyId: number, { readers, queries }: Parts): void {
  readers.endCompany(companyId);
  queries.dropCompany(companyId);
}

/** Removes a company if its name was typed. */
async function removeCompany(context: Context, parts: Parts): Promise<Response> {
  const { id, name } = await requireCompany(context, parts.companies);
  if (readName(await readForm(context)) !== name) return refuse(context, parts, REMOVAL_PROBLEM);
  await parts.companies.remove(id, noteOf(context, parts, { action: 'delete-company' }));
  endSessions(id, parts);
  return context.redirect(`${toAdminRoot(context)}companies`, 303);
}

async function saveConnection(context: Context, parts: Parts): Promise<Response> {
  const { connections, sources, queries } = parts;
  const { id } = await requireCompany(context, parts.companies);
  const form = await readForm(context);
  const name = readName(form);
  const connectionString = form.get('connectionString')?.trim() ?? '';
  if (!isName(name)) return refuse(context, parts, NAME_PROBLEM);
  const source = sources.find(connectionString, id);
  if (!source) return refuse(context, parts, REFUSED_CONNECTION);
  const fault = form.has('untested') ? null : await tryConnection(context, source, id);
  if (fault) return refuse(context, parts, `Not saved. ${fault}`);
  const known = (await connections.find(id)).get(name);
  const facts = { before: toFacts(known), after: toFacts(connectionString) };
  const note = noteOf(context, parts, { action: 'save-connection', object: name, ...facts });
  const former = await connections.save(id, name, connectionString, note);
  if (former) queries.dropConnection(id, former);
  return back(context, id);
}

async function removeConnection(context: Context, parts: Parts): Promise<Response> {
  const { connections, queries } = parts;
  const { id } = await requireCompany(context, parts.companies);
  const name = (await readForm(context)).get('name') ?? '';
  const before = toFacts((await connections.find(id)).get(name));
  const note = noteOf(context, parts, { action: 'delete-connection', object: name, before });
  const former = await connections.remove(id, name, note);
  if (former) queries.dropConnection(id, former);
  return back(context, id);
}

/** Returns the place of a connection string, without its login and its options. */
function toFacts(connectionString: string | undefined): AuditFacts | null {
  if (connectionString === undefined || !URL.canParse(connectionString)) return null;
  const { protocol, host, pathname } = new URL(connectionString);
  return { address: `${protocol}${host && '//'}${host}${pathname}` };
}

async function showCompanies(
  context: Context,
  { companies, assets }: Parts,
  problem = '',
): Promise<Response> {
  const question = readListQuestion(context);
  const { rights } = requireVisit(context).visitor;
  const found = await companies.list(question, rights.companiesOf('administrator'));
  const isForAll = rights.has('administrator', null);
  const body = renderCompanies(found, question, { isForAll, problem });
  return renderAdminPage(context, assets, { title: 'Companies', section: 'companies', body });
}

async function showCompany(context: Context, parts: Parts, problem = ''): Promise<Response> {
  const { keys, connections, dashboardList, assets } = parts;
  const company = await requireCompany(context, parts.companies);
  const body = renderCompany({
    company,
    previousKey: await keys.findPrevious(company.id),
    connections: await connections.list(company.id),
    dashboards: await dashboardList.find({
      search: '',
      page: 1,
      companyId: company.id,
      sort: 'title',
    }),
    isForAll: requireVisit(context).visitor.rights.has('administrator', null),
    root: toAdminRoot(context),
    problem,
  });
  return renderAdminPage(context, assets, { title: company.name, section: 'companies', body });
}

async function refuse(context: Context, parts: Parts, problem: string): Promise<Response> {
  context.status(400);
  if (wantsJson(context)) return context.json({ error: { code: 'refused', message: problem } });
  return showCompany(context, parts, problem);
}

const REMOVAL_PROBLEM = 'Nothing was deleted. Type the name of the company as it is written above.';
const REASON_PROBLEM = 'Choose why the key is replaced.';
const isReason = (text: string): text is KeyReason => text === 'planned' || text === 'leaked';

const COMPANY_PROBLEM = `The name must have 1 to ${MAX_NAME} visible characters.`;
const TAKEN_PROBLEM = 'Another company has this name. Choose another one.';

const NAME_PROBLEM = `The name must have 1 to ${MAX_NAME} characters.`;
function readName(form: ReadonlyMap<string, string>): string | undefined {
  return form.get('name')?.trim();
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name.length > 0 && name.length <= MAX_NAME;
}

function back(context: Context, id: number): Response {
  if (wantsJson(context)) return context.json({});
  return context.redirect(`${toAdminRoot(context)}companies/${id}`, 303);
}
