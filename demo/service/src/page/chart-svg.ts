import { toChartOption } from './chart-option.ts';
import type { ChartSize, ChartStyle } from './chart-style.ts';
import { init, setPlatformAPI } from './charts.ts';
import { estimateTextWidth } from './text-width.ts';
import type { ChartContent } from './tile-data.ts';

/** There is no DOM that could measure texts. */
setPlatformAPI({
  measureText: (text: string, font = '') => {
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
    return { width: estimateTextWidth(text, size, /bold|[6-9]00/.test(font)) };
  },
});

/** Hover styles and marks for ECharts' own client. Their numbers differ in each process, and nothing here needs them. */
const INTERACTIVE = /<style[^>]*>[\s\S]*?<\/style>| (?:class="zr|ecmeta_\w+=")[^"]*"/g;

/** Identifiers that ECharts counts up over all charts of the process. The tile's are enough within a page. */
const ID = /(url\(#|id=")zr\d+-/g;

/** A chart as SVG text, for the page before its script runs, or where none does. */
export function renderChartSvg(content: ChartContent, style: ChartStyle, size: ChartSize): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption(toChartOption(content, style, size));
    return chart
      .renderToSVGString()
      .replaceAll(INTERACTIVE, '')
      .replaceAll(ID, `$1${content.tile.id}-`);
  } finally {
    chart.dispose();
  }
}
