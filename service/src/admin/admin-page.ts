import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Asset, PageAssets } from '../page/asset.ts';
import type { Markup } from '../page/page-shell.ts';
import { findVisit, requireVisit, type Visit } from './visit.ts';

/** A page of the back office. */
export interface AdminPage {
  title: string;
  /** The page's entry in the menu; `null` for a page without a menu. */
  section: Section | null;
  body: Markup;
  /** The additional style sheet and script of this page. */
  own?: { style: Asset; script: Asset };
}

/** The entries of the menu, and the role that sees them. */
const SECTIONS = {
  dashboards: { name: 'Dashboards', role: 'reader' },
  companies: { name: 'Companies', role: 'administrator' },
  statistics: { name: 'Statistics', role: 'reader' },
  people: { name: 'People', role: 'administrator' },
  audit: { name: 'Audit', role: 'administrator' },
} as const;

type Section = keyof typeof SECTIONS | 'account';

/** Returns the relative address of `/admin/` from a page. It works under any path prefix. */
export function toAdminRoot(context: Context): string {
  const depth = context.req.path.replace(/^\/admin/i, '').split('/').length - 2;
  return depth < 0 ? 'admin/' : depth === 0 ? './' : '../'.repeat(depth);
}

/** Answers with a page. */
export function renderAdminPage(
  context: Context,
  assets: PageAssets,
  { title, section, body, own }: AdminPage,
): Response | Promise<Response> {
  const root = toAdminRoot(context);
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} – Back office</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${root}../assets/${assets.adminStyle.name}" />
          <script src="${root}../assets/${assets.adminScript.name}" defer></script>
          ${own ? renderOwn(root, own) : ''}
        </head>
        <body>
          ${section ? renderMenu(root, section, requireVisit(context)) : ''} ${body}
        </body>
      </html> `,
  );
}

/** Answers with a page that shows a message. */
export function renderAdminMessage(
  context: Context,
  assets: PageAssets,
  title: string,
  text: string,
): Response | Promise<Response> {
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
    ${renderWayOut(toAdminRoot(context), findVisit(context))}
  </main>`;
  return renderAdminPage(context, assets, { title, section: null, body });
}

/** Renders the way from a message: visitors without a role have no dashboards. */
function renderWayOut(root: string, visit: Visit | null): Markup {
  if (!visit || visit.visitor.rights.hasAny('reader')) {
    return html`<p><a href="${root}dashboards">Go to the dashboards</a></p>`;
  }
  return html`<p><a href="${root}account">Your account</a></p>
    <form method="post" action="${root}logout"><button class="plain">Sign out</button></form>`;
}

function renderOwn(root: string, { style, script }: NonNullable<AdminPage['own']>): Markup {
  return html`<link rel="stylesheet" href="${root}../assets/${style.name}" />
    <script src="${root}../assets/${script.name}" defer></script>`;
}

function renderMenu(root: string, current: Section, { visitor }: Visit): Markup {
  const link = (section: string, name: string): Markup =>
    html`<a href="${root}${section}" ${section === current ? html`aria-current="page"` : ''}
      >${name}</a
    >`;
  const entries = Object.entries(SECTIONS)
    .filter(([, { role }]) => visitor.rights.hasAny(role))
    .map(([section, { name }]) => link(section, name));
  return html`<header class="menu">
    <nav aria-label="Back office"><span class="product">Dashboard service</span>${entries}</nav>
    <div class="visitor">
      ${link('account', 'Your account')}
      <form method="post" action="${root}logout"><button class="plain">Sign out</button></form>
    </div>
  </header>`;
}
