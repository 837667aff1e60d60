import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { Company } from '../../state/company-store.ts';
import type { DashboardEntry } from '../../state/dashboard-list.ts';
import type { ListPage, ListQuestion } from '../../state/list-page.ts';
import { isPaged, renderPager, renderSearch } from '../list-form.ts';
import { renderSecretField } from '../secret-field.ts';
import { renderTable } from '../table-markup.ts';

/** Renders a page of the companies, with a form that adds one. */
export function renderCompanies(
  found: ListPage<Company>,
  { search }: ListQuestion,
  problem: string,
): Markup {
  const isPart = isPaged(found, { search });
  const columns = ['Company', 'API key', { name: 'Dashboards', isNumber: true }];
  const rows = found.items.map(
    ({ id, name, hasKey, dashboardCount }) =>
      html`<tr>
        <td><a href="companies/${id}">${name}</a></td>
        <td>${hasKey ? 'yes' : 'none yet'}</td>
        <td class="number">${dashboardCount}</td>
      </tr>`,
  );
  return html`<main>
    <h1>Companies</h1>
    ${renderProblem(problem)} ${isPart ? renderSearch('companies', search) : ''}
    ${renderTable({ label: 'Companies', columns }, rows)}
    ${isPart ? renderPager(found, 'companies', { search }) : ''}
    <form method="post" class="line">
      <label>New company <input name="name" required maxlength="200" /></label>
      <button>Add</button>
    </form>
  </main>`;
}

/** The content of a company's page. */
export interface CompanyContent {
  company: Company;
  connectionNames: string[];
  /** The first page of its dashboards. */
  dashboards: ListPage<DashboardEntry>;
  /** The relative address of `/admin/`. */
  root: string;
  problem: string;
}

/** Renders a company: its name and key with the controls that change them, its data connections and dashboards. */
export function renderCompany(content: CompanyContent): Markup {
  const { company, problem, root } = content;
  const base = `${root}companies/${company.id}`;
  return html`<main>
    <div class="title">
      <h1>${company.name}</h1>
      ${renderEdit(company, base)}
    </div>
    ${renderProblem(problem)}
    <section aria-labelledby="key">
      <h2 id="key">API key</h2>
      ${renderKey(company, base)}
    </section>
    ${renderDashboards(content)} ${renderConnections(content, base)}
  </main>`;
}

function renderProblem(problem: string): Markup | string {
  return problem ? html`<p class="problem" role="alert">${problem}</p>` : '';
}

function renderEdit({ name, hasKey }: Company, base: string): Markup {
  const confirm = hasKey ? 'The current key stops working immediately. Generate a new one?' : '';
  return html`<details class="edit">
    <summary>Edit</summary>
    <div class="sheet">
      <form method="post" action="${base}/name" class="line">
        <label>Name <input name="name" value="${name}" required maxlength="200" /></label>
        <button>Rename</button>
      </form>
      <form method="post" action="${base}/key" data-confirm="${confirm}">
        <button>${hasKey ? 'Regenerate the API key' : 'Generate an API key'}</button>
      </form>
    </div>
  </details>`;
}

function renderKey({ hasKey }: Company, base: string): Markup {
  if (!hasKey) {
    return html`<p>No API key yet. Applications need one to request tokens.</p>
      <form method="post" action="${base}/key"><button>Generate an API key</button></form>`;
  }
  return html`${renderSecretField('API key', `${base}/key/reveal`)}
    <p class="hint">
      This key is the login of the company. Keep it on your servers; never put it into a page.
    </p>`;
}

function renderDashboards({ company, dashboards, root }: CompanyContent): Markup {
  const items = dashboards.items.map(
    ({ guid, title, accessible }) =>
      html`<li>
        <a href="${root}dashboards/${guid}">${title || 'Untitled'}</a>
        ${accessible ? html`<span class="tag">Accessible in API</span>` : ''}
      </li>`,
  );
  return html`<section aria-labelledby="dashboards">
    <h2 id="dashboards">Dashboards</h2>
    ${
      items.length
        ? html`<ul class="plain-list">
            ${items}
          </ul>`
        : html`<p>No dashboards yet.</p>`
    }
    ${
      dashboards.total > items.length
        ? html`<p>
            <a href="${root}dashboards?company=${company.id}">All ${dashboards.total} dashboards</a>
          </p>`
        : ''
    }
    <p><a class="button" href="${root}dashboards/new?company=${company.id}">New dashboard</a></p>
  </section>`;
}

function renderConnections({ connectionNames }: CompanyContent, base: string): Markup {
  const items = connectionNames.map((name) => renderConnection(name, base));
  return html`<section aria-labelledby="connections">
    <h2 id="connections">Data connections</h2>
    <p class="hint">
      A dataset reads the service’s own data or one of these connections. A connection string is an
      address of PostgreSQL (<code>postgres://…</code>), of MariaDB or MySQL
      (<code>mysql://…</code>), or of files for DuckDB (<code>duckdb:/…</code>). It is stored
      encrypted and is not shown again.
    </p>
    ${
      items.length
        ? html`<ul class="plain-list">
            ${items}
          </ul>`
        : ''
    }
    ${renderConnectionForm(base)}
  </section>`;
}

function renderConnection(name: string, base: string): Markup {
  return html`<li>
    ${name}
    <form
      method="post"
      action="${base}/connections/remove"
      data-confirm="Datasets that use this connection will show no data. Remove it?"
    >
      <input type="hidden" name="name" value="${name}" />
      <button class="plain">Remove</button>
    </form>
  </li>`;
}

function renderConnectionForm(base: string): Markup {
  return html`<form method="post" action="${base}/connections" class="line" data-kept>
    <label>Name <input name="name" required maxlength="200" autocomplete="off" /></label>
    <label class="wide"
      >Connection string
      <input
        name="connectionString"
        type="password"
        required
        placeholder="postgres://user:password@host:5432/database"
        autocomplete="off"
      />
    </label>
    <button>Save connection</button>
    <p class="problem" role="alert"></p>
  </form>`;
}
