import { ChartTexts } from './chart-texts.ts';
import type { Direction, PageLocale } from './page-locale.ts';
import type { Palette } from './palette.ts';
import { ValueFormatter } from './value-formatter.ts';
import type { PageWords } from './words/page-words.ts';

/** The look and the language of all charts of a page. */
export interface ChartStyle {
  palette: Palette;
  /** The locale of numbers and dates. */
  formats: string;
  /** ISO 4217 code. */
  currency: string;
  direction: Direction;
  words: Pick<PageWords, 'axisStart' | 'labelsShown' | 'partsShown'>;
}

/** Returns the style of charts in the language of a page. It contains only the words that charts need. */
export function toChartStyle(
  { formats, direction, words }: PageLocale,
  currency: string,
  palette: Palette,
): ChartStyle {
  const { axisStart, labelsShown, partsShown } = words;
  return { palette, formats, currency, direction, words: { axisStart, labelsShown, partsShown } };
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
export function toTexts({ formats, currency, direction }: ChartStyle): ChartTexts {
  return new ChartTexts(new ValueFormatter(formats, currency), direction);
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
