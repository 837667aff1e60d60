import type { MarkChoice, MarkValue } from '../../tiles/mark-choice.ts';
import type { CategoryFormat } from '../../values/value-style.ts';
import { addInnerButton } from './inner-button.ts';
import type { FormMarks, MarkChoices } from './mark-choices.ts';

type Cell = HTMLTableCellElement;

/**
 * The buttons of a table that set filters: one stop of the Tab key, and arrows between them. The hidden table of a chart
 * has them, too: so all marks are reached without a pointer.
 */
export class MarkCells {
  readonly #table: HTMLTableElement;
  readonly #marks: MarkChoices;
  readonly #choices = new Map<HTMLButtonElement, MarkChoice>();
  readonly #isGrid: boolean;

  /** `onFocus` is called with the cell whose button has the focus; `null` when it leaves. */
  constructor(table: HTMLTableElement, marks: MarkChoices, onFocus: (cell: Cell | null) => void) {
    this.#table = table;
    this.#marks = marks;
    this.#isGrid = isGrid(table);
    const { find } = marks.read();
    const isMark = createMarkTest(table, find);
    for (const cell of table.querySelectorAll<Cell>('tbody td[data-column]')) {
      const values = isMark(cell) ? this.#toValues(cell) : [];
      const choice = find(values);
      if (choice) this.#add(cell, values, choice, onFocus);
    }
    if (this.#choices.size > 0) this.#watch();
    this.#letStop(this.#buttons[0]);
  }

  /** Shows which cells and headings are chosen. */
  update({ has, test }: FormMarks): void {
    for (const cell of this.#table.querySelectorAll<Cell>('[data-column]')) {
      const results = this.#toValues(cell).flatMap((value) => test(value) ?? []);
      const isChosen = results.length > 0 && results.every(Boolean);
      const button = this.#findButton(cell);
      cell.toggleAttribute('data-chosen', isChosen);
      // A button has a state of its own.
      if (isChosen && !button) cell.setAttribute('aria-current', 'true');
      else cell.removeAttribute('aria-current');
      button?.setAttribute('aria-pressed', String(has(this.#choices.get(button)!)));
    }
    const buttons = this.#buttons;
    this.#letStop(buttons.find(({ ariaPressed }) => ariaPressed === 'true') ?? buttons[0]);
  }

  /** Sorting changes the order. */
  get #buttons(): HTMLButtonElement[] {
    const all = [...this.#table.querySelectorAll<HTMLButtonElement>('button.choice')];
    return all.filter((button) => this.#choices.has(button));
  }

  /** Returns the values of a cell: in a grid those of its headings. */
  #toValues(cell: Cell): MarkValue[] {
    const [first] = (cell.parentElement as HTMLTableRowElement).cells;
    if (!this.#isGrid || cell === first || cell.closest('thead')) return toOwnValue(cell);
    return [...toOwnValue(first!), ...toOwnValue(toHead(cell))];
  }

  #findButton(cell: Element): HTMLButtonElement | undefined {
    const button = cell.querySelector<HTMLButtonElement>('button.choice');
    return button && this.#choices.has(button) ? button : undefined;
  }

  #add(
    cell: Cell,
    values: readonly MarkValue[],
    choice: MarkChoice,
    onFocus: (cell: Cell | null) => void,
  ): void {
    const button = addInnerButton(cell);
    button.className = 'choice';
    button.dataset.choice = JSON.stringify(values);
    button.addEventListener('focus', () => onFocus(cell));
    button.addEventListener('blur', () => onFocus(null));
    this.#choices.set(button, choice);
  }

  #letStop(stop: HTMLButtonElement | undefined): void {
    for (const button of this.#buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  #watch(): void {
    this.#table.addEventListener('click', ({ target }) => {
      const choice = this.#findClicked(target as Element);
      if (choice.length > 0) this.#marks.toggle(choice);
    });
    this.#table.addEventListener('keydown', (event) => {
      const button = event.target as HTMLButtonElement;
      if (!this.#choices.has(button) || !KEYS.has(event.key)) return;
      event.preventDefault();
      const next = this.#findNext(button, event.key);
      if (!next) return;
      this.#letStop(next);
      next.focus();
    });
  }

  /** Returns the choice of a cell; that of all cells of the row next to them. */
  #findClicked(target: Element): MarkChoice {
    const own = target.closest<HTMLButtonElement>('button.choice');
    // A click on the row may end a selection of text.
    const isText = !own && getSelection()?.isCollapsed === false;
    const area = own ?? target.closest(this.#isGrid ? 'tbody td' : 'tbody tr');
    if (isText || !area || target.closest('a')) return [];
    const buttons = own ? [own] : [...area.querySelectorAll<HTMLButtonElement>('button.choice')];
    return buttons.flatMap((button) => this.#choices.get(button) ?? []);
  }

  #findNext(button: HTMLButtonElement, key: string): HTMLButtonElement | undefined {
    const all = this.#buttons;
    const at = all.indexOf(button);
    const [before, after] = [all.slice(0, at).toReversed(), all.slice(at + 1)];
    const isRtl = getComputedStyle(this.#table).direction === 'rtl';
    const { cellIndex, parentElement: row } = toCell(button);
    const isBelow = (other: HTMLButtonElement): boolean => toCell(other).cellIndex === cellIndex;
    const isBeside = (other: HTMLButtonElement): boolean => toCell(other).parentElement === row;
    switch (key) {
      case 'ArrowDown':
        return after.find(isBelow);
      case 'ArrowUp':
        return before.find(isBelow);
      case 'ArrowRight':
        return (isRtl ? before : after).find(isBeside);
      case 'ArrowLeft':
        return (isRtl ? after : before).find(isBeside);
      case 'Home':
        return all[0];
      default:
        return all.at(-1);
    }
  }
}

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End']);

/** Returns whether the headings of a table have values of their own, as those of a heat map. */
function isGrid({ tHead }: HTMLTableElement): boolean {
  return tHead?.querySelector('[data-column]') !== null;
}

/** Returns the test of cells that are marks. A link stays a link. The names in a grid are marks only if no series is. */
function createMarkTest(table: HTMLTableElement, find: FormMarks['find']): (cell: Cell) => boolean {
  const isLink = (cell: Cell): boolean => cell.querySelector('a') !== null;
  if (!isGrid(table)) return (cell) => !isLink(cell);
  const isHeat = table.querySelector('tbody th') !== null;
  const heads = [...table.tHead!.querySelectorAll<Cell>('[data-column]')];
  const isSplit = isHeat || heads.some((head) => find(toOwnValue(head)) !== undefined);
  const isPlace = (cell: Cell): boolean =>
    cell.cellIndex === 0 ? !isSplit : isSplit && cell.dataset.value !== '';
  return (cell) => isPlace(cell) && !isLink(cell);
}

function toOwnValue(cell: Cell): MarkValue[] {
  const { column, value, format = toHead(cell).dataset.format } = cell.dataset;
  if (column === undefined) return [];
  return [{ column, value: value || null, format: format as CategoryFormat | undefined }];
}

function toHead(cell: Cell): Cell {
  return cell.closest('table')!.tHead!.rows[0]!.cells[cell.cellIndex]!;
}

function toCell(button: HTMLButtonElement): Cell {
  return button.parentElement as Cell;
}
