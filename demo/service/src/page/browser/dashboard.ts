import { type ChartContent, type ChartStyle, toChartOption } from '../chart-option.ts';
import { type ECharts, init } from '../charts.ts';

/** The content of the page's data block. */
export interface PageCharts {
  style: ChartStyle;
  /** By tile id. */
  charts: Record<string, ChartContent>;
}

/** Replaces the server's drawing by a live chart with tooltips, in the true size of its box. */
function enliven(box: HTMLElement, content: ChartContent, style: ChartStyle): void {
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
    chart.setOption(toChartOption(content, style, size), true);
  }).observe(box);
  const lines = box.parentElement?.querySelectorAll('.legend li') ?? [];
  for (const [index, line] of [...lines].entries()) {
    const part = 'parts' in content ? { seriesIndex: 0, dataIndex: index } : { seriesIndex: index };
    line.addEventListener('pointerenter', () =>
      chart?.dispatchAction({ type: 'highlight', ...part }),
    );
    line.addEventListener('pointerleave', () =>
      chart?.dispatchAction({ type: 'downplay', ...part }),
    );
  }
}

const data = document.querySelector('#dashboard-data')?.textContent;
if (data) {
  const { style, charts } = JSON.parse(data) as PageCharts;
  for (const box of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const content = charts[box.dataset.chart ?? ''];
    if (content) enliven(box, content, style);
  }
}
