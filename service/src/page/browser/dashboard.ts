import { formatAsOf } from '../as-of-format.ts';
import type { ChartStyle } from '../chart-style.ts';
import type { ChartContent } from '../tile-data.ts';
import { toClickedParameters } from './clicked-parameters.ts';
import { type ClickedMark, LiveChart } from './live-chart.ts';
import { LiveLegend } from './live-legend.ts';
import './measure-text.ts';
import type { LiveTile } from './reader-state.ts';
import { makeSortable } from './sortable-table.ts';
import { Speech } from './speech.ts';

/** The content of the page's data block. */
export interface PageCharts {
  style: ChartStyle;
  /** The charts by tile id. */
  charts: Record<string, ChartContent>;
  /** The names of the dashboard's parameters, as it shows them. */
  parameters: readonly string[];
}

const tiles: LiveTile[] = [];

/** Makes a tile interactive. */
function toLiveTile(tile: HTMLElement, page: PageCharts, speech: Speech): LiveTile {
  const id = tile.dataset.tile ?? '';
  const content = page.charts[id];
  const table = tile.querySelector<HTMLTableElement>('.rows table:not(.heat)');
  return {
    id,
    rows: tile.querySelector('.rows'),
    table: table && makeSortable(table, page.style.formats, speech.reportState),
    legend: content ? toLegend(tile, content, page, speech) : null,
  };
}

/** Draws the charts of a tile, and returns their legend. */
function toLegend(
  tile: HTMLElement,
  content: ChartContent,
  { style, parameters }: PageCharts,
  speech: Speech,
): LiveLegend | null {
  const title = content.tile.title;
  const list = tile.querySelector<HTMLElement>('.legend[aria-hidden]');
  let legend: LiveLegend | null = null;
  for (const box of tile.querySelectorAll<HTMLElement>('[data-chart]')) {
    const { only } = box.dataset;
    const own = content.kind === 'axis' && only ? { ...content, only: Number(only) } : content;
    const chart = new LiveChart(box, own, style, (shown, mark) => {
      const chosen = toClickedParameters(shown, mark, parameters);
      if (chosen) speech.select(chosen, toLabel(title, mark));
    });
    const hasLegend = own.kind === 'axis' || own.kind === 'shares';
    if (list && hasLegend)
      legend = new LiveLegend(list, own, { style, chart, onHide: speech.reportState });
  }
  return legend;
}

/** Returns the words for a clicked mark. */
function toLabel(title: string, { names }: ClickedMark): string {
  return `${title}: ${[...new Set(names)].filter(Boolean).join(', ')}`.slice(0, 200);
}

const data = document.querySelector('#dashboard-data')?.textContent;
if (data) {
  const page = JSON.parse(data) as PageCharts;
  const speech = new Speech(tiles);
  for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]')) {
    tiles.push(toLiveTile(tile, page, speech));
  }
  for (const time of document.querySelectorAll('time')) {
    time.textContent = formatAsOf(new Date(time.dateTime), page.style.formats);
  }
  speech.start();
}
