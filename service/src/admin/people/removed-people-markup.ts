import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { ListPage, ListQuestion } from '../../state/list-page.ts';
import type { Person } from '../../state/people-store.ts';
import { isPaged, renderPager, renderSearch } from '../list-form.ts';
import { renderTable } from '../table-markup.ts';

const COLUMNS = ['Name', { name: 'Actions', isUnsorted: true }];

/** Renders a page of the people of the identity provider who were removed. */
export function renderRemoved(
  found: ListPage<Person>,
  { search }: ListQuestion,
  root: string,
): Markup {
  const path = `${root}people/removed`;
  const isPart = isPaged(found, { search });
  const rows = found.items.map((person) => renderRow(person, root));
  return html`<main>
    <h1>Removed people</h1>
    <p class="hint">
      These people have an account at the identity provider, which does not bring them back. A
      person who is let in again can sign in, without the roles of before.
    </p>
    ${isPart ? renderSearch(path, search) : ''}
    ${
      found.total || isPart
        ? renderTable({ label: 'Removed people', columns: COLUMNS }, rows)
        : html`<p>Nobody was removed.</p>`
    }
    ${isPart ? renderPager(found, path, { search }) : ''}
    <p><a href="${root}people">All people</a></p>
  </main>`;
}

function renderRow({ id, name }: Person, root: string): Markup {
  return html`<tr>
    <td>${name}</td>
    <td>
      <form method="post" action="${root}people/${id}/let-in">
        <button class="plain small" aria-label="Let ${name} in again">Let in again</button>
      </form>
    </td>
  </tr>`;
}
