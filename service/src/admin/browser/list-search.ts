import { makeSortable } from '../../page/browser/sortable-table.ts';

/** Lists with more rows than this have a search field. */
const FEW_ROWS = 5;

/** Makes whole lists sortable by their headings, and adds a search field to longer lists. */
export function enlivenLists(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.list:not(.part) table')) {
    makeSortable(table, 'en');
    if (table.tBodies[0]!.rows.length > FEW_ROWS) addSearch(table);
  }
}

function addSearch(table: HTMLTableElement): void {
  const field = document.createElement('input');
  Object.assign(field, { type: 'search', placeholder: 'Search', className: 'search' });
  field.setAttribute('aria-label', 'Search the list');
  field.addEventListener('input', () => {
    const sought = field.value.trim().toLowerCase();
    for (const row of table.tBodies[0]!.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(sought);
    }
  });
  table.parentElement!.before(field);
}
