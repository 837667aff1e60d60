import { formatAsOf } from '../../words/as-of-format.ts';
import type { ChartStyle } from '../../charts/chart-style.ts';
import { PageColors } from '../../charts/name-colors.ts';
import type { ChartContent } from '../../tiles/tile-data.ts';
import type { MarkChoice, MarkFilter } from '../../tiles/mark-choice.ts';
import { findMarkValues } from '../../charts/mark-values.ts';
import type { TilePart } from '../../tiles/tile-parts.ts';
import { toClickedParameters } from './clicked-parameters.ts';
import { type ClickedMark, LiveChart } from './live-chart.ts';
import { LiveLegend } from './live-legend.ts';
import { MarkCells } from './mark-cells.ts';
import type { MarkChoices } from './mark-choices.ts';
import { isUnreached } from './outage.ts';
import { applyTileState, type LiveTile, type ReaderSettings, toTileState } from './reader-state.ts';
import { makeSortable } from './sortable-table.ts';
import type { Speech } from './speech.ts';
import { showScriptItems } from './tile-menus.ts';

/** The longest time for which a renewal waits for a tile, as `FRAME.md` has it. */
const LONGEST_WAIT_MS = 10_000;

/** The content of the page's data block. */
export interface PageData {
  style: ChartStyle;
  /** The names of the dashboard's parameters, as it shows them. */
  parameters: readonly string[];
  /** The tiles that are loaded together; none in the editor's preview. */
  parts: readonly TilePart[];
  /** The filters that a click on a mark sets. */
  marks: readonly MarkFilter[];
}

/** Makes the tiles of a page interactive, and replaces them. */
export class LiveTiles {
  readonly #settings: Pick<ReaderSettings, 'tiles' | 'late' | 'kept'>;
  readonly #page: PageData;
  readonly #speech: Speech;
  readonly #marks: MarkChoices | null;
  #colors = new PageColors();

  /** The calls after each tile that has come. */
  readonly #onShow = new Set<() => void>();

  /** `settings` get all tiles. Without `marks`, a click only tells the page around. */
  constructor(
    settings: Pick<ReaderSettings, 'tiles' | 'late' | 'kept'>,
    { page, speech, marks }: { page: PageData; speech: Speech; marks: MarkChoices | null },
  ) {
    this.#settings = settings;
    this.#page = page;
    this.#speech = speech;
    this.#marks = marks;
  }

  get #tiles(): LiveTile[] {
    return this.#settings.tiles;
  }

  /** Returns a tile in the page. */
  find(id: string): HTMLElement | undefined {
    return this.#tiles.find((tile) => tile.id === id)?.element;
  }

  /** Adds a tile that has come into the page. */
  add(element: HTMLElement): void {
    const tile = this.#toLiveTile(element);
    this.#tiles.push(tile);
    this.#settle(tile, undefined);
  }

  /** Applies the settings of a tile. One whose data could not be reached keeps them until it has come. */
  #settle(tile: LiveTile, state: unknown): void {
    const { kept, late } = this.#settings;
    const { id } = tile;
    const own = kept.get(id) ?? state;
    if (isUnreached(tile.element)) {
      late.add(id);
      kept.set(id, own);
      return;
    }
    applyTileState(tile, own);
    kept.delete(id);
    late.delete(id);
    for (const call of this.#onShow) call();
  }

  /** Resolves when these tiles are in the page, or after some time. */
  async untilShown(ids: readonly string[]): Promise<void> {
    const areShown = (): boolean => !ids.some((id) => this.#settings.late.has(id));
    if (areShown()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, LONGEST_WAIT_MS);
      const look = (): void => void (areShown() && end());
      this.#onShow.add(look);
      const onShow = this.#onShow;
      function end(): void {
        clearTimeout(timer);
        onShow.delete(look);
        resolve();
      }
    });
  }

  /** Puts an element into the place of a tile, which keeps what the reader has set in it. */
  replace(id: string, element: HTMLElement): void {
    const index = this.#tiles.findIndex((tile) => tile.id === id);
    const old = this.#tiles[index];
    if (!old) return;
    const state = toTileState(old);
    const { activeElement } = document;
    const hasFocus = old.element.contains(activeElement);
    const choice = (activeElement as HTMLElement | null)?.dataset.choice;
    for (const chart of old.charts) chart.end();
    old.element.replaceWith(element);
    const tile = this.#toLiveTile(element);
    this.#tiles[index] = tile;
    this.#settle(tile, state);
    for (const [place, chart] of tile.charts.entries()) {
      const before = old.charts[place];
      if (before) chart.takeTapped(before);
    }
    if (!hasFocus) return;
    const own =
      choice && element.querySelector<HTMLElement>(`[data-choice="${CSS.escape(choice)}"]`);
    if (own) return own.focus();
    element.tabIndex = -1;
    element.focus();
  }

  /** Gives names their colors in the order of the page, in which another page of the same data colors them. */
  recolor(order: readonly string[]): void {
    if (order.length === 0) return;
    this.#colors = new PageColors();
    for (const id of order) {
      const tile = this.#tiles.find((each) => each.id === id);
      if (!tile?.content) continue;
      const content = this.#colors.color(tile.content);
      for (const chart of tile.charts) chart.recolor(content);
      tile.legend?.recolor(content);
    }
  }

  /** Shows which choices of marks the form has. */
  markChosen(): void {
    const form = this.#marks?.read();
    for (const tile of this.#tiles) this.#markTile(tile, form);
  }

  #markTile({ cells, charts }: LiveTile, form = this.#marks?.read()): void {
    if (!form) return;
    cells?.update(form);
    for (const chart of charts) chart.choose(form.test);
  }

  #toLiveTile(element: HTMLElement): LiveTile {
    const id = element.dataset.tile ?? '';
    const content = readChart(element);
    const table = element.querySelector<HTMLTableElement>('.rows table:not(.heat)');
    const { formats } = this.#page.style;
    const tile: LiveTile = {
      id,
      element,
      content,
      rows: element.querySelector('.rows'),
      table: table && makeSortable(table, formats, this.#speech.reportState),
      charts: [],
      legend: null,
      cells: null,
    };
    if (content) this.#draw(tile, this.#colors.color(content));
    this.#addCells(tile);
    this.#markTile(tile);
    showScriptItems(element);
    return tile;
  }

  /** Makes the cells of a tile's table set filters. A cell and its mark have the same choice. */
  #addCells(tile: LiveTile): void {
    const marks = this.#marks;
    const table = tile.element.querySelector('table');
    if (!marks || !table) return;
    tile.cells = new MarkCells(table, marks, (cell) => {
      const place = cell?.parentElement!.querySelector<HTMLElement>('[data-value]')?.dataset.value;
      for (const chart of tile.charts) chart.point(place, cell ? cell.cellIndex - 1 : -1);
    });
  }

  #find(content: ChartContent, mark: ClickedMark): MarkChoice | null | undefined {
    return this.#marks?.read().find(findMarkValues(content, mark));
  }

  #onClick(content: ChartContent, mark: ClickedMark): void {
    const choice = this.#find(content, mark);
    if (choice) this.#marks!.toggle(choice);
    if (choice !== undefined) return;
    const parameters = toClickedParameters(content, mark, this.#page.parameters);
    if (parameters) this.#speech.select(parameters, toLabel(content.tile.title, mark));
  }

  /** Draws the charts of a tile, and makes its legend live. */
  #draw(tile: LiveTile, content: ChartContent): void {
    const { style } = this.#page;
    const { element } = tile;
    const { reportState } = this.#speech;
    const list = element.querySelector<HTMLElement>('.legend[aria-hidden]');
    for (const box of element.querySelectorAll<HTMLElement>('[data-chart]')) {
      const { only } = box.dataset;
      const own = content.kind === 'axis' && only ? { ...content, only: Number(only) } : content;
      const chart = new LiveChart(box, own, style, {
        onClick: (...mark) => this.#onClick(...mark),
        canClick: (...mark) => this.#find(...mark) !== null,
      });
      tile.charts.push(chart);
      const hasLegend = own.kind === 'axis' || own.kind === 'shares';
      if (list && hasLegend)
        tile.legend = new LiveLegend(list, own, { style, chart, onHide: reportState });
    }
  }
}

/** Returns the words for a clicked mark. */
function toLabel(title: string, { names }: ClickedMark): string {
  return `${title}: ${[...new Set(names)].filter(Boolean).join(', ')}`.slice(0, 200);
}

/** Returns the content of a tile's chart. */
function readChart(tile: HTMLElement): ChartContent | null {
  const data = tile.querySelector(':scope > script')?.textContent;
  return data ? (JSON.parse(data) as ChartContent) : null;
}

/** Returns the data block of a page. */
export function readPageData(page: Document): PageData | null {
  const data = page.querySelector('#dashboard-data')?.textContent;
  return data ? (JSON.parse(data) as PageData) : null;
}

/** Shows a time of data in the reader's time zone. It keeps the width of the first text, so that it moves nothing. */
export function showAsOf(at: string, { formats }: ChartStyle): void {
  const time = document.querySelector<HTMLTimeElement>('.as-of time');
  if (!time) return;
  time.style.minInlineSize ||= `${time.getBoundingClientRect().width}px`;
  time.textContent = formatAsOf(new Date((time.dateTime = at)), formats);
}

/** Returns the time of a page's data. */
export function readAsOf(page: Document): string {
  return page.querySelector<HTMLTimeElement>('.as-of time')?.dateTime ?? '';
}
