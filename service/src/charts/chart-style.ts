import { ChartTexts } from './chart-texts.ts';
import type { Direction, PageLocale } from '../words/page-locale.ts';
import type { Palette } from '../tiles/palette.ts';
import { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';

const CHART_WORDS = [
  'axisStart',
  'labelsShown',
  'newestShown',
  'noDataFor',
  'partsShown',
  'quarter',
  'utcTimes',
] as const;
type ChartWord = (typeof CHART_WORDS)[number];

/** The style and the language of all charts of a page. */
export interface ChartStyle {
  palette: Palette;
  /** The locale of numbers and dates. */
  formats: string;
  /** ISO 4217 code. */
  currency: string;
  direction: Direction;
  words: Pick<PageWords, ChartWord>;
}

/** Returns the style of charts in the language of a page. It contains only the words that charts need. */
export function toChartStyle(
  { formats, direction, words }: PageLocale,
  currency: string,
  palette: Palette,
): ChartStyle {
  const used = Object.fromEntries(CHART_WORDS.map((word) => [word, words[word]]));
  return { palette, formats, currency, direction, words: used as ChartStyle['words'] };
}

/** The size of a chart, in CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
}

/** The size, colors and texts of one drawing. */
export interface DrawingStyle {
  palette: Palette;
  size: ChartSize;
  texts: ChartTexts;
}

/** The page's fonts, without quotes, because ECharts writes them into attributes unescaped. */
export const FONT =
  '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Noto Sans, Liberation Sans, Arial, sans-serif';

/** The fields of ECharts' `grid` that keep the axis labels inside the chart. */
export const GRID = { left: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

/** Returns the texts of a chart in the style's language. */
export function toTexts({ formats, currency, direction, words }: ChartStyle): ChartTexts {
  return new ChartTexts(new ValueFormatter(formats, currency, words), direction);
}

/** Returns ECharts' `tooltip` of all series at the category under the pointer. */
export function toAxisTooltip(style: DrawingStyle, type: 'line' | 'shadow') {
  const { muted: color } = style.palette;
  return {
    ...toTooltip(style),
    trigger: 'axis',
    axisPointer: { type, lineStyle: { color }, shadowStyle: { color, opacity: 0.1 } },
  };
}

/** Returns the fields of ECharts' `tooltip` that all charts share. */
export function toTooltip({ palette }: DrawingStyle) {
  return {
    className: 'chart-tooltip',
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontFamily: FONT, fontSize: 13 },
  };
}
