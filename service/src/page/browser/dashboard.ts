import { formatAsOf } from '../as-of-format.ts';
import { toChartNotes } from '../chart-notes.ts';
import { toChartOption } from '../chart-option.ts';
import type { ChartSize, ChartStyle } from '../chart-style.ts';
import { type ECharts, init } from '../charts.ts';
import type { ChartContent } from '../tile-data.ts';
import { makeSortable } from './sortable-table.ts';

/** The content of the page's data block. */
export interface PageCharts {
  style: ChartStyle;
  /** The charts by tile id. */
  charts: Record<string, ChartContent>;
}

/** The width of a printed page and the height of its charts, in CSS pixels. */
const PAPER_WIDTH = 700;
const PAPER_HEIGHT = 200;

/** Replaces the server's drawing with a live chart that has tooltips and the actual size of its box. */
function makeInteractive(box: HTMLElement, content: ChartContent, style: ChartStyle): void {
  let chart: ECharts | null = null;
  const note = box.parentElement?.querySelector('.note');
  const draw = ({ width, height }: ChartSize): void => {
    if (!width || !height) return;
    if (!chart) {
      box.replaceChildren();
      chart = init(box, null, { renderer: 'svg' });
    } else if (chart.getWidth() === width && chart.getHeight() === height) {
      return;
    }
    chart.resize({ width, height });
    chart.setOption(toChartOption(content, style, { width, height }), true);
    // In print, the drawing scales to its box.
    box.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`);
    if (note) note.textContent = toChartNotes(content, style, { width, height }).join(' ');
  };
  const fit = (): void => draw({ width: box.clientWidth, height: box.clientHeight });
  new ResizeObserver(fit).observe(box);
  addEventListener('beforeprint', () => draw(toPaperSize(content)));
  addEventListener('afterprint', fit);
  linkLegend(box, content, () => chart);
}

function toPaperSize({ kind, tile }: ChartContent): ChartSize {
  const width = kind === 'shares' ? PAPER_HEIGHT : (tile.span / 12) * PAPER_WIDTH;
  return { width, height: PAPER_HEIGHT };
}

/** Highlights a part of a chart while the pointer is on its line of the legend. */
function linkLegend(box: HTMLElement, content: ChartContent, find: () => ECharts | null): void {
  const lines = box.parentElement?.querySelectorAll('.legend li') ?? [];
  for (const [index, line] of [...lines].entries()) {
    const part =
      content.kind === 'shares' ? { seriesIndex: 0, dataIndex: index } : { seriesIndex: index };
    const dispatch = (type: string): void => find()?.dispatchAction({ type, ...part });
    line.addEventListener('pointerenter', () => dispatch('highlight'));
    line.addEventListener('pointerleave', () => dispatch('downplay'));
  }
}

const data = document.querySelector('#dashboard-data')?.textContent;
if (data) {
  const { style, charts } = JSON.parse(data) as PageCharts;
  for (const box of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const content = charts[box.dataset.chart ?? ''];
    if (content) makeInteractive(box, content, style);
  }
  for (const time of document.querySelectorAll('time')) {
    time.textContent = formatAsOf(new Date(time.dateTime), style.formats);
  }
  for (const table of document.querySelectorAll<HTMLTableElement>('.tile-table table')) {
    makeSortable(table, style.formats);
  }
}
