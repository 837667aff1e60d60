import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { KeyReason, PreviousKey } from '../../state/api-keys.ts';
import type { Company } from '../../state/company-store.ts';
import type { ConnectionSummary } from '../../state/connection-store.ts';
import type { DashboardEntry } from '../../state/dashboard-list.ts';
import type { ListPage, ListQuestion } from '../../state/list-page.ts';
import { isPaged, renderPager, renderSearch } from '../list-form.ts';
import { renderSecretField } from '../secret-field.ts';
import { renderTime } from '../back-office-formats.ts';
import { renderTable } from '../table-markup.ts';

/** The longest name of a company and of a data connection. */
export const MAX_NAME = 200;

/** Renders a page of the companies. `isForAll`: with a form that adds one, and the link to the export. */
export function renderCompanies(
  found: ListPage<Company>,
  { search }: ListQuestion,
  { isForAll, problem }: { isForAll: boolean; problem: string },
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
    ${isPart ? renderPager(found, 'companies', { search }) : ''} ${isForAll ? renderAddition() : ''}
  </main>`;
}

function renderAddition(): Markup {
  return html`<form method="post" class="line">
      <label>New company <input name="name" required maxlength="${MAX_NAME}" /></label>
      <button>Add</button>
    </form>
    <p><a href="export">Export all companies</a></p>`;
}

/** The content of a company's page. */
export interface CompanyContent {
  company: Company;
  previousKey: PreviousKey | null;
  connections: ConnectionSummary[];
  /** The first page of its dashboards. */
  dashboards: ListPage<DashboardEntry>;
  /** Whether the visitor administers all companies, and may delete this one. */
  isForAll: boolean;
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
      ${renderEdit(content, base)}
    </div>
    ${renderProblem(problem)}
    <section aria-labelledby="key">
      <h2 id="key">API key</h2>
      ${renderKey(content, base)}
    </section>
    ${renderDashboards(content)} ${renderConnections(content, base)}
  </main>`;
}

function renderProblem(problem: string): Markup | string {
  return problem ? html`<p class="problem" role="alert">${problem}</p>` : '';
}

function renderEdit({ company, previousKey, isForAll }: CompanyContent, base: string): Markup {
  const { name, hasKey } = company;
  const ended = previousKey ? ' The previous key ends immediately.' : '';
  return html`<details class="edit">
    <summary>Edit</summary>
    <div class="sheet">
      <form method="post" action="${base}/name" class="line">
        <label>Name <input name="name" value="${name}" required maxlength="${MAX_NAME}" /></label>
        <button>Rename</button>
      </form>
      ${
        hasKey
          ? [renderReplacement('planned', base, ended), renderReplacement('leaked', base, ended)]
          : renderGeneration(base)
      }
      ${isForAll ? renderRemoval(base) : ''}
    </div>
  </details>`;
}

function renderRemoval(base: string): Markup {
  return html`<form method="post" action="${base}/remove" class="line">
    <p class="hint" id="removal">
      Deleting the company deletes its dashboards, keys, data connections and statistics, and ends
      its open dashboards. Nothing can bring them back.
    </p>
    <label
      >Type the name to delete the company
      <input
        name="name"
        required
        maxlength="${MAX_NAME}"
        autocomplete="off"
        aria-describedby="removal"
      />
    </label>
    <button class="plain">Delete the company</button>
  </form>`;
}

/** The ways to replace a key: the button, its effect and the question before it. */
const REPLACEMENTS: Record<KeyReason, { button: string; effect: string; question: string }> = {
  planned: {
    button: 'Regenerate the API key',
    effect: 'The current key stays valid for 24 hours, so that you can change your applications.',
    question: 'Generate a new key? The current key stays valid for 24 hours.',
  },
  leaked: {
    button: 'Replace a leaked API key',
    effect: 'The current key and all open dashboards of the company end immediately.',
    question:
      'The current key stops working and all open dashboards of this company end immediately. Replace the key?',
  },
};

function renderReplacement(reason: KeyReason, base: string, ended: string): Markup {
  const { button, effect, question } = REPLACEMENTS[reason];
  return html`<form method="post" action="${base}/key" data-confirm="${question}${ended}">
    <input type="hidden" name="reason" value="${reason}" />
    <button class="${reason === 'leaked' ? 'plain' : ''}" aria-describedby="${reason}">
      ${button}
    </button>
    <p class="hint" id="${reason}">${effect}${ended}</p>
  </form>`;
}

function renderGeneration(base: string): Markup {
  return html`<form method="post" action="${base}/key"><button>Generate an API key</button></form>`;
}

function renderKey({ company, previousKey }: CompanyContent, base: string): Markup {
  if (!company.hasKey) {
    return html`<p>No API key yet. Applications need one to request tokens.</p>
      ${renderGeneration(base)}`;
  }
  return html`${renderSecretField('API key', `${base}/key/reveal`)}
    <p class="hint">
      This key is the login of the company. Keep it on your servers; never put it into a page.
    </p>
    ${previousKey ? renderPreviousKey(previousKey, base) : ''}`;
}

function renderPreviousKey(
  { validUntil, usedAt, currentUsedAt }: PreviousKey,
  base: string,
): Markup {
  const toUse = (time: Date | null): Markup | string => (time ? renderTime(time) : 'not used yet');
  return html`<div class="notice">
    <p>The previous key is valid until ${renderTime(validUntil)}.</p>
    <p>
      Last use of the new key: ${toUse(currentUsedAt)}. Last use of the previous key:
      ${toUse(usedAt)}.
    </p>
    <form
      method="post"
      action="${base}/key/end-previous"
      data-confirm="Applications that still use the previous key get no tokens any more. End it now?"
    >
      <button class="plain">End it now</button>
    </form>
  </div>`;
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

function renderConnections({ connections }: CompanyContent, base: string): Markup {
  const items = connections.map((connection) => renderConnection(connection, base));
  return html`<section aria-labelledby="connections">
    <h2 id="connections">Data connections</h2>
    <p class="hint">
      A dataset reads the service’s own data or one of these connections. A connection string is an
      address of PostgreSQL (<code>postgres://…</code>), of MariaDB or MySQL
      (<code>mysql://…</code>), or of files for DuckDB (<code>duckdb:/…</code>). It is tested,
      stored encrypted, and not shown again.
    </p>
    ${
      items.length
        ? html`<ul class="plain-list">
            ${items}
          </ul>`
        : ''
    }
    ${renderConnectionForm(base, NEW_NAME)}
  </section>`;
}

function renderConnection({ name, lacksString }: ConnectionSummary, base: string): Markup {
  return html`<li>
    ${name} ${lacksString ? html`<span class="tag">Connection string missing</span>` : ''}
    <details class="edit">
      <summary aria-label="Edit ${name}">Edit</summary>
      <div class="sheet">
        ${renderConnectionForm(base, html`<input type="hidden" name="name" value="${name}" />`)}
      </div>
    </details>
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

const NEW_NAME = html`<label
  >Name <input name="name" required maxlength="${MAX_NAME}" autocomplete="off"
/></label>`;

/** Renders the form that saves a connection. `name`: its field with the name. */
function renderConnectionForm(base: string, name: Markup): Markup {
  return html`<form method="post" action="${base}/connections" class="line" data-kept>
    ${name}
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
    <label class="check"><input type="checkbox" name="untested" /> Save without testing</label>
    <button data-busy="Testing…">Save connection</button>
    <p class="problem" role="alert"></p>
  </form>`;
}
