import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import { AUDIT_ACTIONS, type AuditFacts } from '../../state/audit-note.ts';
import type { AuditRecord } from '../../state/audit-store.ts';
import type { CompanyName } from '../../state/company-store.ts';
import { renderTime } from '../back-office-formats.ts';
import { ALL_COMPANIES, type Option, renderChoice, toCompanyOptions } from '../choice-field.ts';
import { renderTable } from '../table-markup.ts';
import { ACTION_WORDS } from './action-words.ts';
import { type AuditQuestion, toPlaceText } from './audit-filter.ts';

/** The content of the page. */
export interface AuditContent {
  question: AuditQuestion;
  companies: readonly CompanyName[];
  /** The names in the entries. */
  people: readonly string[];
  /** `null` if the filter has a problem. */
  found: { records: readonly AuditRecord[]; hasMore: boolean } | null;
  keptDays: number;
  /** Whether the visitor administers all companies, and may see each person. */
  isForAll: boolean;
  /** The relative address of `/admin/`. */
  root: string;
}

/** Renders the entries of the audit with their filter. */
export function renderAudit(content: AuditContent): Markup {
  const { question, found, keptDays } = content;
  return html`<main>
    <h1>Audit</h1>
    ${question.problem ? html`<p class="problem" role="alert">${question.problem}</p>` : ''}
    ${renderFilter(content)} ${found ? renderEntries(content, found) : ''}
    <p class="hint">
      The latest entry is the first one. Nobody can change an entry. Entries are kept for
      ${keptDays} days.
    </p>
  </main>`;
}

function renderFilter({ question, companies, people, root }: AuditContent): Markup {
  const { person, action, company, from, to } = question.fields;
  const ids = [ALL_COMPANIES, ...toCompanyOptions(companies)];
  const actions = AUDIT_ACTIONS.map((each): Option => [each, ACTION_WORDS[each]]);
  const names = people.map((each): Option => [each, each]);
  return html`<form method="get" action="${root}audit" class="line filter">
    ${renderChoice('person', 'Person', [['', 'All people'], ...names], person)}
    ${renderChoice('action', 'Action', [['', 'All actions'], ...actions], action)}
    ${renderChoice('company', 'Company', ids, company)}
    <label>From <input name="from" type="date" value="${from}" required /></label>
    <label>To <input name="to" type="date" value="${to}" required /></label>
    <button>Show</button>
  </form>`;
}

const COLUMNS = ['Time', 'Person', 'Action', 'Object', 'Company', 'Change'];

function renderEntries(
  content: AuditContent,
  { records, hasMore }: NonNullable<AuditContent['found']>,
): Markup {
  if (records.length === 0) return html`<p>Nothing found. Change the filter.</p>`;
  const { question, root } = content;
  const query = new URLSearchParams(question.fields);
  const earlier = new URLSearchParams({ ...question.fields, before: toPlaceText(records.at(-1)!) });
  return html`${renderTable(
      { label: 'Audit', columns: COLUMNS, style: 'audit' },
      records.map((record) => renderEntry(record, content)),
    )}
    <nav class="pager" aria-label="Pages">
      ${question.before ? html`<a href="${root}audit?${query}">Latest</a>` : ''}
      ${hasMore ? html`<a href="${root}audit?${earlier}" rel="next">Earlier</a>` : ''}
      <a href="${root}audit.csv?${query}" download>Download CSV</a>
    </nav>`;
}

function renderEntry(record: AuditRecord, content: AuditContent): Markup {
  const { at, action, object, company, ...facts } = record;
  return html`<tr>
    <td>${renderTime(at)}</td>
    <td>${renderPerson(record, content)}</td>
    <td>${ACTION_WORDS[action] ?? action}</td>
    <td>${object}</td>
    <td>${company ?? ''}</td>
    <td>${renderChange(facts.before, facts.after)}</td>
  </tr>`;
}

/** Two people may have one name: an identity provider decides about names of its own. The link has the person's id. */
function renderPerson(
  { person, personId }: AuditRecord,
  { isForAll, root }: AuditContent,
): Markup | string {
  if (personId === null || !isForAll) return person;
  return html`<a class="quiet" href="${root}people/${personId}">${person}</a>`;
}

/** Renders the facts after a change, each with the one before it. */
function renderChange(before: AuditFacts | null, after: AuditFacts | null): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const [former, next] = [toText(before?.[name]), toText(after?.[name])];
      const change =
        before && after && former !== next ? `${former} → ${next}` : after ? next : former;
      return `${name}: ${change}`;
    })
    .join(', ');
}

function toText(value: AuditFacts[string] | undefined): string {
  return value === null || value === undefined ? '–' : String(value);
}
