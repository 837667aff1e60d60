import { type ChartContent, toChartOption } from '../chart-option.ts';
import { type ECharts, init } from '../charts.ts';
import type { Palette } from '../palette.ts';

/** What the page hands over in its data block. */
export interface PageCharts {
  palette: Palette;
  /** By tile id. */
  charts: Record<string, ChartContent>;
}

/** Puts a live chart, with tooltips and the box's true size, in place of the drawn one. */
function enliven(box: HTMLElement, content: ChartContent, palette: Palette): void {
  let chart: ECharts | null = null;
  new ResizeObserver(() => {
    const size = { width: box.clientWidth, height: box.clientHeight };
    if (!size.width || !size.height) return;
    if (!chart) {
      box.replaceChildren();
      chart = init(box, null, { renderer: 'svg' });
    } else if (chart.getWidth() === size.width && chart.getHeight() === size.height) {
      return;
    }
    chart.resize();
    chart.setOption(toChartOption(content, palette, size), true);
  }).observe(box);
}

const data = document.querySelector('#dashboard-data')?.textContent;
if (data) {
  const { palette, charts } = JSON.parse(data) as PageCharts;
  for (const box of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const content = charts[box.dataset.chart ?? ''];
    if (content) enliven(box, content, palette);
  }
}
