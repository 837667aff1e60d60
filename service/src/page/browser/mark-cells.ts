import { addInnerButton } from './inner-button.ts';
import type { MarkChoice, MarkChoices } from './mark-choices.ts';

/** The table of a tile, and the choices of its cells. */
interface CellSource {
  marks: MarkChoices;
  /** Returns the choice of a cell; nothing for a cell without one. */
  toChoice: (cell: HTMLTableCellElement) => MarkChoice | null | undefined;
  /** Called with the choice whose cell has the focus; `null` when it leaves. */
  onFocus: (choice: MarkChoice | null) => void;
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The buttons of a table that set a filter: one stop of the Tab key, and arrows between them. The hidden table of a chart
 * has them, too: so all marks are reached without a pointer.
 */
export class MarkCells {
  readonly #table: HTMLTableElement;
  readonly #source: CellSource;
  readonly #choices = new Map<HTMLButtonElement, MarkChoice>();

  constructor(table: HTMLTableElement, source: CellSource) {
    this.#table = table;
    this.#source = source;
    for (const cell of table.querySelectorAll<HTMLTableCellElement>('td[data-column]')) {
      const choice = source.toChoice(cell);
      // A link stays a link.
      if (choice && !cell.querySelector('a')) this.#add(cell, choice);
    }
    if (this.#choices.size > 0) this.#watch();
    this.update();
  }

  /** Shows which choices are set. */
  update(): void {
    const buttons = this.#buttons;
    for (const button of buttons) {
      const isSet = this.#source.marks.has(this.#choices.get(button)!);
      button.setAttribute('aria-pressed', String(isSet));
      button.tabIndex = -1;
    }
    const [first] = buttons;
    const stop = buttons.find((button) => button.ariaPressed === 'true') ?? first;
    if (stop) stop.tabIndex = 0;
  }

  /** Sorting changes the order. */
  get #buttons(): HTMLButtonElement[] {
    const all = [...this.#table.querySelectorAll<HTMLButtonElement>('button.choice')];
    return all.filter((button) => this.#choices.has(button));
  }

  #add(cell: HTMLTableCellElement, choice: MarkChoice): void {
    const button = addInnerButton(cell);
    button.className = 'choice';
    button.dataset.choice = JSON.stringify(choice);
    button.addEventListener('focus', () => this.#source.onFocus(choice));
    button.addEventListener('blur', () => this.#source.onFocus(null));
    this.#choices.set(button, choice);
  }

  #watch(): void {
    const { marks } = this.#source;
    this.#table.addEventListener('click', ({ target }) => {
      const own = (target as Element).closest<HTMLButtonElement>('button.choice');
      // A click on the row may end a selection of text.
      const isText = !own && getSelection()?.isCollapsed === false;
      const row = (target as Element).closest('tbody tr');
      if (isText || !row || (target as Element).closest('a')) return;
      const button = own ?? row.querySelector<HTMLButtonElement>('button.choice');
      const choice = button && this.#choices.get(button);
      if (choice) marks.toggle(choice);
    });
    this.#table.addEventListener('keydown', (event) => {
      const buttons = this.#buttons;
      const index = buttons.indexOf(event.target as HTMLButtonElement);
      const step = STEPS[event.key];
      if (!step || index === -1) return;
      event.preventDefault();
      const next = buttons[step(index, buttons.length - 1)]!;
      for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
      next.focus();
    });
  }
}
