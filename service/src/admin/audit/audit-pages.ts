import type { Context } from 'hono';
import type { CompanyName } from '../../state/company-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import type { RouteHandlers } from '../routes.ts';
import { noteVisit } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import { streamAuditCsv } from './audit-csv.ts';
import { type AuditQuestion, parseAuditQuestion } from './audit-filter.ts';
import { renderAudit } from './audit-markup.ts';

type Parts = Pick<ServiceParts, 'audit' | 'companies' | 'keepAuditDays' | 'assets' | 'now'>;

/** Creates the pages of the audit: the changes with their people, as a list and as CSV. */
export function createAuditPages(parts: Parts) {
  return {
    'GET /audit': (context) => showAudit(context, parts),
    'GET /audit.csv': (context) => sendCsv(context, parts),
  } satisfies Partial<RouteHandlers>;
}

async function showAudit(context: Context, parts: Parts): Promise<Response> {
  const { audit, keepAuditDays, assets } = parts;
  const { question, companies, among } = await readQuestion(context, parts);
  const { filter, before } = question;
  if (!filter) context.status(400);
  const body = renderAudit({
    ...{ question, companies, keptDays: keepAuditDays, root: toAdminRoot(context) },
    isForAll: among === null,
    people: await audit.people(among),
    found: filter && (await audit.find(filter, before)),
  });
  return renderAdminPage(context, assets, { title: 'Audit', section: 'audit', body });
}

async function sendCsv(context: Context, parts: Parts): Promise<Response> {
  const { filter } = (await readQuestion(context, parts)).question;
  if (!filter) return showAudit(context, parts);
  const { from, to, companyId } = filter;
  const entry = { action: 'download-audit', companyId, after: { from, to } } as const;
  await noteVisit(context, parts, entry);
  return context.body(await streamAuditCsv(parts.audit.read(filter)), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="audit-${from}-${to}.csv"`,
  });
}

interface Read {
  question: AuditQuestion;
  companies: CompanyName[];
  /** The companies that the visitor administers; `null` for all. */
  among: number[] | null;
}

async function readQuestion(context: Context, { companies, now }: Parts): Promise<Read> {
  const among = requireVisit(context).visitor.rights.companiesOf('administrator');
  const names = await companies.names(among);
  const question = parseAuditQuestion(context.req.query(), names, among, now());
  return { question, companies: names, among };
}
