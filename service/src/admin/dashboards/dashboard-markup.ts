import { html, raw } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { DashboardEntry, DashboardQuestion } from '../../state/dashboard-list.ts';
import type { ListPage } from '../../state/list-page.ts';
import type { Rights } from '../../state/rights.ts';
import { renderTime } from '../back-office-formats.ts';
import { ALL_COMPANIES, type Option, renderChoice, toCompanyOptions } from '../choice-field.ts';
import { isPaged, renderPager, renderSearch } from '../list-form.ts';
import { renderTable } from '../table-markup.ts';
import type { EditorStart } from './editor-wire.ts';

/** The content of the list of dashboards. */
export interface DashboardsContent {
  found: ListPage<DashboardEntry>;
  question: DashboardQuestion;
  /** The openings in seven days, by the dashboards' identifiers. */
  openings: ReadonlyMap<string, number>;
  companies: CompanyName[];
  /** The rights of the visitor, which decide about the buttons and links. */
  rights: Rights;
}

/** Renders a page of the dashboards, and the button that creates one. */
export function renderDashboards(content: DashboardsContent): Markup {
  const { found, question } = content;
  const query = toQuery(question);
  const isSearch = isPaged(found, query);
  return html`<main>
    <div class="title spread">
      <h1>Dashboards</h1>
      ${renderNew(content)}
    </div>
    <p class="notice" data-unsaved-drafts hidden></p>
    ${isSearch ? renderSearch('dashboards', question.search, renderFields(content)) : ''}
    ${found.total > 0 ? renderList(content, isSearch) : ''}
    ${isSearch ? renderPager(found, 'dashboards', query) : ''}
    ${isSearch || found.total > 0 ? '' : renderNone()}
  </main>`;
}

/** Returns the fields of a search as an address has them. The default order is none. */
function toQuery({ search, companyId, sort }: DashboardQuestion): Record<string, string> {
  return {
    search,
    company: companyId === null ? '' : String(companyId),
    sort: sort === 'title' ? '' : sort,
  };
}

const ORDERS: readonly Option[] = [
  ['', 'Title'],
  ['saved', 'Last saved'],
];

function renderFields({ companies, question }: DashboardsContent): Markup {
  const { company, sort } = toQuery(question);
  const options = [ALL_COMPANIES, ...toCompanyOptions(companies)];
  return html`${renderChoice('company', 'Company', options, company)}
  ${renderChoice('sort', 'Sort by', ORDERS, sort)}`;
}

function renderNew({ companies: seen, rights }: DashboardsContent): Markup | string {
  const companies = seen.filter(({ id }) => rights.has('author', id));
  if (companies.length === 0) {
    const mayAdd = rights.has('administrator', null);
    return mayAdd ? html`<a class="button" href="companies">Add a company</a>` : '';
  }
  if (companies.length === 1) {
    return html`<a class="button" href="dashboards/new">New dashboard</a>`;
  }
  return html`<form action="dashboards/new" class="line">
    ${renderChoice('company', 'Company', toCompanyOptions(companies))}
    <button>New dashboard</button>
  </form>`;
}

function renderNone(): Markup {
  return html`<section class="none">
    <h2>No dashboards yet</h2>
    <p>
      A dashboard consists of datasets, which are the rows of SQL queries, and of tiles that show
      them.
    </p>
  </section>`;
}

function renderList(content: DashboardsContent, isPart: boolean): Markup {
  const columns = hasActions(content) ? [...LIST_COLUMNS, ACTIONS] : LIST_COLUMNS;
  const rows = content.found.items.map((entry) => renderRow(entry, content));
  return renderTable({ label: 'Dashboards', columns, style: isPart ? 'list part' : 'list' }, rows);
}

function hasActions({ rights }: DashboardsContent): boolean {
  return rights.hasAny('author');
}

function renderRow(entry: DashboardEntry, content: DashboardsContent): Markup {
  const { guid, title, companyId, companyName, state, version, accessible, savedAt } = entry;
  const { openings, rights } = content;
  const duplicate = rights.has('author', companyId) ? renderDuplicate(guid, title) : '';
  return html`<tr>
    <td>
      <div class="pictured">
        ${renderThumbnail(guid, version)}
        <div>
          <a href="dashboards/${guid}">${title || 'Untitled'}</a>
          ${state === 'published' ? '' : html`<span class="tag">${STATES[state]}</span>`}
        </div>
      </div>
    </td>
    <td>${renderCompanyName(companyId, companyName, rights)}</td>
    <td>
      ${
        accessible
          ? html`<span class="tag on">Accessible</span>`
          : html`<span class="muted">no</span>`
      }
    </td>
    <td class="when" data-value="${savedAt.toISOString()}">${renderTime(savedAt)}</td>
    <td class="number">${openings.get(guid) ?? 0}</td>
    ${hasActions(content) ? html`<td>${duplicate}</td>` : ''}
  </tr>`;
}

function renderCompanyName(id: number, name: string, rights: Rights): Markup | string {
  if (!rights.has('administrator', id)) return name;
  return html`<a class="quiet" href="companies/${id}">${name}</a>`;
}

function renderDuplicate(guid: string, title: string): Markup {
  return html`<form method="post" action="dashboards/${guid}/duplicate">
    <button class="plain small" aria-label="Duplicate ${title || 'Untitled'}">Duplicate</button>
  </form>`;
}

/** Renders the picture of a dashboard. A draft that was never published has none. */
function renderThumbnail(guid: string, version: number): Markup {
  if (version === 0) return html`<span class="thumbnail"></span>`;
  return html`<img
    class="thumbnail"
    src="dashboards/${guid}/thumbnail.svg?version=${version}"
    alt=""
    width="96"
    height="60"
    loading="lazy"
  />`;
}

const STATES = { draft: 'Draft', changed: 'Unpublished changes' } as const;

const LIST_COLUMNS = [
  'Dashboard',
  'Company',
  'In API',
  'Last saved',
  { name: 'Opened in 7 days', isNumber: true },
];
const ACTIONS = { name: 'Actions', isUnsorted: true };

/** Renders the editor's page. Its script renders the content. */
export function renderEditor(start: EditorStart): Markup {
  return html`<main class="editor" id="editor">
      <noscript><p class="problem">The editor needs JavaScript.</p></noscript>
    </main>
    <script type="application/json" id="editor-start">
      ${raw(JSON.stringify(start).replaceAll('<', '\\u003c'))}
    </script>`;
}
