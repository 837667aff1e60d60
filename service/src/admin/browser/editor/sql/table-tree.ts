import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { TableInfo } from '../../../../database/table-list.ts';
import { EditorElement } from '../model/editor-element.ts';
import type { TableList } from './table-lists.ts';

/** A table, or a column of it. */
export interface TableName {
  table: string;
  column: string | null;
}

/** A visible line of the tree. */
interface TreeRow extends TableName {
  type: string;
}

/** The largest number of lines that the tree shows. */
const MAX_ROWS = 300;
/** With more tables than this, the tree has a search field. */
const MANY_TABLES = 8;

const TROUBLE = {
  loading: 'Loading the tables…',
  ready: 'There are no tables.',
  failed: 'The tables could not be loaded.',
} as const;

/**
 * The tables that a dataset may read, with their columns. The element follows the ARIA tree pattern: one tab stop, and
 * arrow keys. Enter or a click inserts a name into the SQL.
 */
export class TableTree extends EditorElement {
  static override properties = {
    list: { attribute: false },
    onInsert: { attribute: false },
    search: { state: true },
    open: { state: true },
    active: { state: true },
  };
  declare list: TableList;
  declare onInsert: (name: TableName) => void;
  declare search: string;
  /** The names of the tables whose columns are visible. */
  declare open: ReadonlySet<string>;
  /** The index of the line that has the tab stop. */
  declare active: number;

  constructor() {
    super();
    this.search = '';
    this.open = new Set();
    this.active = 0;
  }

  override render(): unknown {
    const { state, tables } = this.list;
    if (tables.length === 0) return html`<p class="hint">${TROUBLE[state]}</p>`;
    const rows = this.#rows;
    return html`${tables.length > MANY_TABLES ? this.#renderSearch() : nothing}
      <ul role="tree" class="tree" aria-label="Tables and columns" @keydown=${this.#onKeyDown}>
        ${rows.slice(0, MAX_ROWS).map((row, index) => this.#renderRow(row, index))}
      </ul>
      ${rows.length > MAX_ROWS ? html`<p class="hint">Not all matches are shown. Search to narrow the list.</p>` : nothing}
      ${rows.length === 0 ? html`<p class="hint">No matches.</p>` : nothing}`;
  }

  #renderSearch(): unknown {
    return html`<input
      type="search"
      aria-label="Search tables and columns"
      placeholder="Search tables and columns"
      .value=${live(this.search)}
      @input=${this.#onSearch}
    />`;
  }

  #renderRow(row: TreeRow, index: number): unknown {
    const { table, column, type } = row;
    const isOpen = column === null && this.#isOpen(table);
    return html`<li
      role="treeitem"
      class=${column === null ? 'table' : 'column'}
      aria-level=${column === null ? 1 : 2}
      aria-expanded=${column === null ? isOpen : nothing}
      tabindex=${index === Math.min(this.active, this.#lastIndex) ? 0 : -1}
      @focus=${() => (this.active = index)}
    >
      ${
        column === null
          ? html`<span class="fold" aria-hidden="true" @click=${() => this.#toggle(table)}></span>`
          : nothing
      }
      <span class="name" @click=${() => this.onInsert(row)}>${column ?? table}</span>
      ${type ? html`<small>${type}</small>` : nothing}
    </li>`;
  }

  get #rows(): TreeRow[] {
    return this.list.tables.flatMap((table) => this.#toRows(table));
  }

  get #lastIndex(): number {
    return Math.min(this.#rows.length, MAX_ROWS) - 1;
  }

  /**
   * Returns the lines of a table. A search opens the table to show its matching columns, unless the name of the table
   * matches.
   */
  #toRows({ name, columns }: TableInfo): TreeRow[] {
    const matches = (text: string): boolean => text.toLowerCase().includes(this.#query);
    const found = matches(name) ? columns : columns.filter((column) => matches(column.name));
    if (!matches(name) && found.length === 0) return [];
    const shown = this.open.has(name) ? columns : this.#query && !matches(name) ? found : [];
    const rows = shown.map((column) => ({ table: name, column: column.name, type: column.type }));
    return [{ table: name, column: null, type: '' }, ...rows];
  }

  get #query(): string {
    return this.search.trim().toLowerCase();
  }

  #isOpen(table: string): boolean {
    return this.#rows.some((row) => row.table === table && row.column !== null);
  }

  #toggle(table: string, isOpen = !this.open.has(table)): void {
    const open = new Set(this.open);
    if (isOpen) open.add(table);
    else open.delete(table);
    this.open = open;
  }

  #onSearch({ target }: InputEvent): void {
    this.search = (target as HTMLInputElement).value;
    this.active = 0;
  }

  #onKeyDown(event: KeyboardEvent): void {
    const row = this.#rows[this.active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.#actions(row)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #actions(row: TreeRow): Record<string, () => void> {
    const { table, column } = row;
    const parent = (): number =>
      this.#rows.findIndex((each) => each.table === table && each.column === null);
    const isOpen = column === null && this.#isOpen(table);
    const isShut = column === null && !isOpen;
    return {
      Enter: () => this.onInsert(row),
      ' ': () => this.onInsert(row),
      ArrowDown: () => this.#focusRow(this.active + 1),
      ArrowUp: () => this.#focusRow(this.active - 1),
      Home: () => this.#focusRow(0),
      End: () => this.#focusRow(this.#lastIndex),
      ArrowRight: () => (isShut ? this.#toggle(table, true) : this.#focusRow(this.active + 1)),
      ArrowLeft: () => (isOpen ? this.#toggle(table, false) : this.#focusRow(parent())),
    };
  }

  #focusRow(index: number): void {
    const rows = this.querySelectorAll<HTMLElement>('[role=treeitem]');
    rows[Math.max(0, Math.min(this.#lastIndex, index))]?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'table-tree': TableTree;
  }
}

customElements.define('table-tree', TableTree);
