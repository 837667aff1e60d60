import { addInnerButton } from './inner-button.ts';

/** The column by which the reader has sorted a table. */
export type SortOrder = readonly [column: number, isAscending: boolean];

/** Makes a table sortable. `onSort` is called after the reader has sorted it. */
export function makeSortable(
  table: HTMLTableElement,
  locale: string,
  onSort?: () => void,
): SortableTable {
  return new SortableTable(table, locale, onSort);
}

/** A table with a button in each heading. A click sorts the rows; another click reverses the order. */
export class SortableTable {
  readonly #table: HTMLTableElement;
  readonly #collator: Intl.Collator;
  readonly #heads: readonly Element[];
  #order: SortOrder | undefined;

  constructor(table: HTMLTableElement, locale: string, onSort?: () => void) {
    this.#table = table;
    this.#collator = new Intl.Collator(locale, { numeric: true });
    this.#heads = [...table.querySelectorAll('thead th')];
    for (const [column, head] of this.#heads.entries()) {
      if (head.classList.contains('unsorted')) continue;
      addInnerButton(head).addEventListener('click', () => {
        this.#sort([column, head.getAttribute('aria-sort') !== 'ascending']);
        onSort?.();
      });
    }
  }

  /** The reader's order; `undefined` for that of the data. */
  get order(): SortOrder | undefined {
    return this.#order;
  }

  /** Sorts the rows by an order of anybody. Ignores one that does not fit the table. */
  restore(order: unknown): void {
    if (!Array.isArray(order)) return;
    const [column, isAscending] = order as unknown[];
    const head = this.#heads.find((_, index) => index === column);
    if (head?.querySelector('button')) this.#sort([Number(column), isAscending === true]);
  }

  #sort(order: SortOrder): void {
    this.#order = order;
    const [column, isAscending] = order;
    const head = this.#heads[column]!;
    for (const other of this.#heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending');
    const isNumber = head.classList.contains('number');
    sortRows(this.#table, order, isNumber ? compareNumbers : this.#collator.compare);
  }
}

type Compare = (left: string, right: string) => number;

function sortRows(
  table: HTMLTableElement,
  [column, isAscending]: SortOrder,
  compare: Compare,
): void {
  const [body] = table.tBodies;
  const cells = [...body!.rows].map((row) => ({ row, cell: row.cells[column]! }));
  const hasKeys = cells.some(({ cell }) => cell.dataset.sort !== undefined);
  const rows = cells.map(({ row, cell }) => ({
    row,
    value: (hasKeys ? cell.dataset.sort : (cell.dataset.value ?? cell.textContent.trim())) ?? '',
  }));
  const inOrder = hasKeys ? compareNumbers : compare;
  rows.sort((left, right) => {
    // Cells without a value are last, in both directions.
    if (left.value === '' || right.value === '') return left.value === '' ? 1 : -1;
    return isAscending ? inOrder(left.value, right.value) : inOrder(right.value, left.value);
  });
  body!.append(...rows.map(({ row }) => row));
}

function compareNumbers(left: string, right: string): number {
  const [first, second] = [toOrder(left), toOrder(right)];
  return first === second ? 0 : first - second;
}

/** Returns a number of the database. As in PostgreSQL, `NaN` is larger than all others. */
function toOrder(text: string): number {
  const number = Number(text);
  return Number.isNaN(number) ? Infinity : number;
}
