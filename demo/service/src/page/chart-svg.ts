import {
  type ChartContent,
  type ChartSize,
  type ChartStyle,
  toChartOption,
} from './chart-option.ts';
import { init, setPlatformAPI } from './charts.ts';
import { estimateTextWidth } from './text-width.ts';

/** There is no DOM that could measure texts. */
setPlatformAPI({
  measureText: (text: string, font = '') => {
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
    return { width: estimateTextWidth(text, size, /bold|[6-9]00/.test(font)) };
  },
});

/** Hover styles and marks for ECharts' own client, numbered anew in every process; nothing here needs them. */
const INTERACTIVE = /<style[^>]*>[\s\S]*?<\/style>| (?:class="zr|ecmeta_\w+=")[^"]*"/g;

/** Identifiers that ECharts counts up over all charts of the process: within a page the tile's are enough. */
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
