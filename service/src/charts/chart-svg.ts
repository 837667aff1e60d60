import { toChartOption } from './chart-option.ts';
import type { ChartSize, ChartStyle } from './chart-style.ts';
import { init, setPlatformAPI } from './server-charts.ts';
import { estimateTextWidth, toFontSize } from '../values/text-width.ts';
import type { ChartContent } from '../tiles/tile-data.ts';

/** The server has no DOM that could measure texts. */
setPlatformAPI({
  measureText: (text: string, font = '') => {
    return { width: estimateTextWidth(text, toFontSize(font), /bold|[6-9]00/.test(font)) };
  },
});

/** Hover styles and marks for ECharts' own client, which no page uses. Their numbers differ in each process. */
const INTERACTIVE = /<style[^>]*>[\s\S]*?<\/style>| (?:class="zr|ecmeta_\w+=")[^"]*"/g;

/** Identifiers that ECharts numbers across all charts of the process. The tile's id is unique enough within a page. */
const ID = /(url\(#|id=")zr\d+-/g;

/** Renders a chart as SVG text. The page shows it until its script runs, or if scripts are disabled. */
export function renderChartSvg(content: ChartContent, style: ChartStyle, size: ChartSize): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption(toChartOption(content, style, size));
    return chart
      .renderToSVGString()
      .replaceAll(INTERACTIVE, '')
      .replaceAll(ID, `$1${toPrefix(content)}-`);
  } finally {
    chart.dispose();
  }
}

function toPrefix(content: ChartContent): string {
  const { id } = content.tile;
  return content.kind === 'axis' && content.only !== undefined ? `${id}-${content.only}` : id;
}
