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
import { applyTileState, type LiveTile, toTileState } from './reader-state.ts';
import { makeSortable } from './sortable-table.ts';
import type { Speech } from './speech.ts';
import { showScriptItems } from './tile-menus.ts';

/** The content of the page's data block. */
export interface PageData {
  style: ChartStyle;
  /** The charts by tile id. */
  charts: Record<string, ChartContent>;
  /** The names of the dashboard's parameters, as it shows them. */
  parameters: readonly string[];
  /** The tiles that are loaded together; none if readers can set no filter. */
  parts: readonly TilePart[];
  /** The filters that a click on a mark sets. */
  marks: readonly MarkFilter[];
}

/** Makes the tiles of a page interactive, and replaces them. */
export class LiveTiles {
  readonly #tiles: LiveTile[];
  readonly #page: PageData;
  readonly #speech: Speech;
  readonly #marks: MarkChoices | null;
  readonly #colors = new PageColors();

  /** `tiles` is filled with all tiles with data. Without `marks`, a click only tells the page around. */
  constructor(
    tiles: LiveTile[],
    { page, speech, marks }: { page: PageData; speech: Speech; marks: MarkChoices | null },
  ) {
    this.#tiles = tiles;
    this.#page = page;
    this.#speech = speech;
    this.#marks = marks;
    for (const element of document.querySelectorAll<HTMLElement>('[data-tile]')) {
      tiles.push(this.#toLiveTile(element, page.charts));
    }
  }

  /** Returns a tile in the page. */
  find(id: string): HTMLElement | undefined {
    return this.#tiles.find((tile) => tile.id === id)?.element;
  }

  /** Puts an element into the place of a tile, which keeps what the reader has set in it. */
  replace(id: string, element: HTMLElement, charts: PageData['charts']): void {
    const index = this.#tiles.findIndex((tile) => tile.id === id);
    const old = this.#tiles[index];
    if (!old) return;
    const state = toTileState(old);
    const { activeElement } = document;
    const hasFocus = old.element.contains(activeElement);
    const choice = (activeElement as HTMLElement | null)?.dataset.choice;
    for (const chart of old.charts) chart.end();
    old.element.replaceWith(element);
    this.#tiles[index] = this.#toLiveTile(element, charts);
    applyTileState(this.#tiles[index], state);
    if (!hasFocus) return;
    const own =
      choice && element.querySelector<HTMLElement>(`[data-choice="${CSS.escape(choice)}"]`);
    if (own) return own.focus();
    element.tabIndex = -1;
    element.focus();
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

  #toLiveTile(element: HTMLElement, charts: PageData['charts']): LiveTile {
    const id = element.dataset.tile ?? '';
    const content = charts[id];
    const table = element.querySelector<HTMLTableElement>('.rows table:not(.heat)');
    const { formats } = this.#page.style;
    const tile: LiveTile = {
      id,
      element,
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

  #onClick(content: ChartContent, mark: ClickedMark): boolean {
    const choice = this.#find(content, mark);
    if (choice) this.#marks!.toggle(choice);
    if (choice !== undefined) return choice !== null;
    const parameters = toClickedParameters(content, mark, this.#page.parameters);
    if (parameters) this.#speech.select(parameters, toLabel(content.tile.title, mark));
    return false;
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

/** Returns the data block of a page. */
export function readPageData(page: Document): PageData | null {
  const data = page.querySelector('#dashboard-data')?.textContent;
  return data ? (JSON.parse(data) as PageData) : null;
}

/** Shows a time of data in the reader's time zone. */
export function showAsOf(at: string, { formats }: ChartStyle): void {
  const time = document.querySelector<HTMLTimeElement>('.as-of time');
  if (time) time.textContent = formatAsOf(new Date((time.dateTime = at)), formats);
}

/** Returns the time of a page's data. */
export function readAsOf(page: Document): string {
  return page.querySelector<HTMLTimeElement>('.as-of time')?.dateTime ?? '';
}
