import type { LiveTile } from './reader-state.ts';
import { makeSortable, type SortableTable } from './sortable-table.ts';

/** Returns the table with the data of a chart; `null` for other tiles. */
export function findRows(tile: HTMLElement): HTMLTableElement | null {
  return tile.querySelector(':scope > .visually-hidden > table');
}

/** Shows the rows of a chart as a table in a box. Returns a function that ends that. */
export function showRows(
  find: () => LiveTile | undefined,
  box: Element,
  formats: string,
): () => void {
  const view = document.createElement('div');
  view.className = 'tile';
  box.append(view);
  let sortable: SortableTable | null = null;
  const show = (): void => {
    const tile = find()?.element;
    if (!tile) return;
    view.replaceChildren(...toContent(tile));
    const order = sortable?.order;
    const table = view.querySelector('table');
    sortable = table && makeSortable(table, formats);
    sortable?.restore(order);
  };
  show();
  // The answer to an earlier choice may replace the chart.
  const observer = new MutationObserver(show);
  observer.observe(document.querySelector('.tiles')!, { childList: true });
  return () => {
    observer.disconnect();
    view.remove();
  };
}

/** Returns copies of a tile's title, rows and notes. A failed tile has its message in place of rows. */
function toContent(tile: HTMLElement): HTMLElement[] {
  const header = document.createElement('header');
  const title = findTitle(tile).cloneNode(true) as HTMLElement;
  title.removeAttribute('id');
  header.append(title);
  const rows = findRows(tile);
  const texts = [...tile.querySelectorAll<HTMLElement>('.state, .cut')].map(
    (text) => text.cloneNode(true) as HTMLElement,
  );
  for (const text of texts) text.querySelector('.retry')?.remove();
  return [header, ...(rows ? [toScrollBox(rows, title.textContent)] : []), ...texts];
}

/** Returns a copy of a table without its caption, and without the buttons that set filters. */
function toScrollBox(table: HTMLTableElement, title: string): HTMLElement {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.deleteCaption();
  for (const button of copy.querySelectorAll('button')) button.replaceWith(...button.childNodes);
  const box = document.createElement('div');
  Object.assign(box, { className: 'rows', role: 'group', tabIndex: 0, ariaLabel: title.trim() });
  box.append(copy);
  return box;
}

/** Returns the heading of a tile, whose level depends on sections. */
export function findTitle(tile: HTMLElement): HTMLElement {
  return tile.querySelector<HTMLElement>('header > :first-child')!;
}
