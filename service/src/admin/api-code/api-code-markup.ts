import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { SavedDashboard } from '../../state/dashboard-store.ts';
import { type ApiCodeTab, HIDDEN_API_KEY } from './api-code.ts';
import { MISSING } from './code-block.ts';
import { renderSecretField } from '../secret-field.ts';

/** The content of the page with a dashboard's API code. */
export interface ApiCodeContent {
  dashboard: SavedDashboard;
  baseUrl: string;
  tabs: ApiCodeTab[];
  /** The relative address of `/admin/`. */
  root: string;
  /** Whether the visitor may see the API key of the company. */
  seesKey: boolean;
}

/** Renders the values that a host application needs, and ready-made code in several languages. */
export function renderApiCode(content: ApiCodeContent): Markup {
  const { dashboard, baseUrl, root } = content;
  const { guid, definition } = dashboard;
  const { requiredParameters: required = [] } = definition;
  const path = `${guid}${toQuery(required)}`;
  return html`<main>
    ${renderHeading(dashboard, root)}
    <section aria-labelledby="values">
      <h2 id="values">What your application needs</h2>
      <dl class="values">
        <dt>API key</dt>
        <dd>${renderKey(content)}</dd>
        <dt>Dashboard identifier</dt>
        <dd><code>${guid}</code></dd>
        <dt>GetToken</dt>
        <dd>
          <code>POST ${baseUrl}/Api/GetToken/&lt;API_KEY&gt;/&lt;SESSION_ID&gt;/${path}</code>
        </dd>
        <dt>Display address</dt>
        <dd><code>${baseUrl}/Tdb/&lt;ACCESS_TOKEN&gt;</code></dd>
        <dt>Logout</dt>
        <dd><code>GET ${baseUrl}/api/logout/&lt;API_KEY&gt;/&lt;SESSION_ID&gt;</code></dd>
      </dl>
      <p class="hint">
        Your application creates the session id: one per login of a user. GetToken and Logout need
        the same one.
      </p>
      ${renderRequired(required)}
    </section>
    ${renderCode(content)}
  </main>`;
}

/** Renders the code, and for those who may see the key the button that inserts it. */
function renderCode({ dashboard, tabs, root, seesKey }: ApiCodeContent): Markup {
  const reveal = seesKey ? `${root}dashboards/${dashboard.guid}/api-code/reveal` : '';
  return html`<section aria-labelledby="code" data-code="${reveal}">
    <div class="title">
      <h2 id="code">Code</h2>
      ${seesKey ? KEY_BUTTON : ''}
      <span role="status"></span>
    </div>
    ${renderTabs(tabs)}
  </section>`;
}

const KEY_BUTTON = html`<button type="button" class="plain" data-act="reveal-code">
  Insert the API key
</button>`;

/** Renders the key, which the server keeps until an administrator reveals it. */
function renderKey({ dashboard: { companyId }, root, seesKey }: ApiCodeContent): Markup {
  if (seesKey) return renderSecretField('API key', `${root}companies/${companyId}/key/reveal`);
  return html`<code>${HIDDEN_API_KEY}</code>. An administrator of the company has the key.`;
}

/** Renders what GetToken answers until the required parameters have values. */
function renderRequired(required: readonly string[]): Markup | '' {
  if (required.length === 0) return '';
  return html`<p class="hint">
    The dashboard requires a value for ${required.join(', ')}. Without it, GetToken answers 400 with
    the code <code>${MISSING}</code>, and no dashboard opens.
  </p>`;
}

/** Returns the query of GetToken with a placeholder for each required value. */
function toQuery(required: readonly string[]): string {
  const values = required.map((name) => `${name}%3D<${name.toUpperCase()}>`);
  return values.length > 0 ? `?SQLparameters=${values.join('%3B')}` : '';
}

/** Renders the steps that must be done before the page can show code. */
export function renderNoApiCode({
  dashboard,
  hasKey,
  root,
  seesKey,
}: Pick<ApiCodeContent, 'dashboard' | 'root' | 'seesKey'> & { hasKey: boolean }): Markup {
  const { guid, companyId, companyName, accessible } = dashboard;
  return html`<main>
    ${renderHeading(dashboard, root)}
    <section>
      ${
        accessible
          ? ''
          : html`<p>
              Turn on “Accessible in API” in
              <a href="${root}dashboards/${guid}">the dashboard</a> first. Until then, no
              application can open it.
            </p>`
      }
      ${
        hasKey
          ? ''
          : html`<p>
              ${seesKey ? html`<a href="${root}companies/${companyId}">${companyName}</a>` : companyName}
              has no API key yet.
              ${seesKey ? 'Generate one first.' : 'Ask an administrator for one.'}
            </p>`
      }
    </section>
  </main>`;
}

function renderHeading({ guid, title }: SavedDashboard, root: string): Markup {
  return html`<h1>
    API code
    <span class="of"><a href="${root}dashboards/${guid}">${title}</a></span>
  </h1>`;
}

/** Renders the tabs. Without a script, all panels are visible, one below the other. */
function renderTabs(tabs: ApiCodeTab[]): Markup {
  const buttons = tabs.map(
    ({ id, title }) =>
      html`<button type="button" role="tab" id="tab-${id}" aria-controls="panel-${id}">
        ${title}
      </button>`,
  );
  const panels = tabs.map(
    ({ id, blocks }) =>
      html`<div role="tabpanel" id="panel-${id}" aria-labelledby="tab-${id}">
        ${blocks.map(
          ({ file, code }) =>
            html`<figure class="code">
              <figcaption>
                ${file} <button type="button" class="plain" data-act="copy-code">Copy</button>
              </figcaption>
              <pre tabindex="0" aria-label="${file}"><code>${code}</code></pre>
            </figure>`,
        )}
      </div>`,
  );
  return html`<div data-tabs>
    <div role="tablist" aria-labelledby="code">${buttons}</div>
    ${panels}
  </div>`;
}
