import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';
import { type ListPage, type ListQuestion, PAGE_ITEMS } from '../state/list-page.ts';

const MAX_SEARCH = 100;
const MAX_PAGE = 1_000_000;

/** Returns the search of a list's address. */
export function readListQuestion(context: Context): ListQuestion {
  const page = Number(context.req.query('page'));
  return {
    search: (context.req.query('search') ?? '').trim().replaceAll('\0', '').slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
  };
}

/** Returns whether a list needs a search at the server: a list of one page is searched by the page's script. */
export function isPaged({ total }: ListPage<unknown>, query: Record<string, string>): boolean {
  return total > PAGE_ITEMS || Object.values(query).some(Boolean);
}

/** Renders the search of a list, with more fields behind the text. */
export function renderSearch(path: string, search: string, fields: Markup | string = ''): Markup {
  return html`<form method="get" action="${path}" class="line filter" role="search">
    <label
      >Search <input type="search" name="search" value="${search}" maxlength="${MAX_SEARCH}"
    /></label>
    ${fields}
    <button>Show</button>
  </form>`;
}

/** Renders the place in a list, and the links to the pages around it. `query`: the fields of the search. */
export function renderPager(
  { page, total, items }: ListPage<unknown>,
  path: string,
  query: Record<string, string>,
): Markup | string {
  if (total === 0) return html`<p>Nothing found. Change the search.</p>`;
  if (total <= PAGE_ITEMS) return '';
  const first = (page - 1) * PAGE_ITEMS + 1;
  const link = (to: number, label: string, rel: string): Markup => {
    const address = `${path}?${new URLSearchParams({ ...query, page: String(to) })}`;
    return html`<a href="${address}" rel="${rel}">${label}</a>`;
  };
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? link(page - 1, 'Previous', 'prev') : ''}
    <span>${first}–${first + items.length - 1} of ${total}</span>
    ${first + items.length <= total ? link(page + 1, 'Next', 'next') : ''}
  </nav>`;
}
