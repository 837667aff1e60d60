/** Puts a button in each heading of a table. A click sorts the rows; another click reverses the order. */
export function makeSortable(table: HTMLTableElement, locale: string): void {
  const collator = new Intl.Collator(locale, { numeric: true });
  const heads = [...table.querySelectorAll('thead th')];
  for (const [index, head] of heads.entries()) {
    if (head.classList.contains('unsorted')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const isAscending = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending');
      const isNumber = head.classList.contains('number');
      sortRows(table, index, isAscending, isNumber ? compareNumbers : collator.compare);
    });
  }
}

/** Returns the exact value of a cell, or its text. */
function toValue(cell: HTMLTableCellElement): string {
  return cell.dataset.value ?? cell.textContent.trim();
}

type Compare = (left: string, right: string) => number;

function sortRows(
  table: HTMLTableElement,
  index: number,
  isAscending: boolean,
  compare: Compare,
): void {
  const [body] = table.tBodies;
  const rows = [...body!.rows].map((row) => ({ row, value: toValue(row.cells[index]!) }));
  rows.sort((left, right) => {
    // Cells without a value are last, in both directions.
    if (left.value === '' || right.value === '') return left.value === '' ? 1 : -1;
    return isAscending ? compare(left.value, right.value) : compare(right.value, left.value);
  });
  body!.append(...rows.map(({ row }) => row));
}

function compareNumbers(left: string, right: string): number {
  return Number(left) - Number(right);
}
