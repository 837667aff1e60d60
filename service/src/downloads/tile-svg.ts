import { html, raw } from 'hono/html';
import type { DataTile } from '../dashboard/definition.ts';
import type { DatasetResult } from '../dashboard/run-dashboard.ts';
import type { SetFilter } from '../dashboard/run-filters.ts';
import { type ChartStyle, FONT, toChartStyle } from '../charts/chart-style.ts';
import { drawChart, type DrawnChart } from '../charts/draw-chart.ts';
import { withChosen } from '../charts/find-chosen.ts';
import { toLegendLabels } from '../tiles/legend-labels.ts';
import { toReferenceStyle, toReferenceText } from '../page/tile/legend-markup.ts';
import { createChosenTest } from '../page/mark-filters.ts';
import { withNameColors } from '../charts/name-colors.ts';
import type { PageLocale } from '../words/page-locale.ts';
import type { Palette } from '../tiles/palette.ts';
import type { Markup } from '../page/page-shell.ts';
import { toEntryColor } from '../charts/series-style.ts';
import { hasMultiples } from '../tiles/series-setting.ts';
import { toShareTexts } from '../tiles/share-texts.ts';
import { estimateTextWidth } from '../values/text-width.ts';
import { type ChartContent, isChart, toTileData } from '../tiles/tile-data.ts';
import { ValueFormatter } from '../values/value-formatter.ts';

/** Characters that XML forbids, even escaped. */
// oxlint-disable-next-line no-control-regex -- the expression removes them
const NOT_XML = /[\0-\u{8}\v\f\u{e}-\u{1f}\ufffe\uffff]/gu;

/** The style of a picture, and what the reader has hidden in it. */
export interface PictureOptions {
  currency: string;
  palette: Palette;
  /** The labels of hidden series or parts. Unknown labels are ignored. */
  hidden: readonly string[];
  /** The filters, which choose marks. */
  filters: readonly SetFilter[];
}

/** A label and its color in a picture's legend. */
interface Entry {
  label: string;
  color: string;
}

/** An entry, and its distance from the side at which lines start. */
interface Placed extends Entry {
  x: number;
}

interface Page {
  width: number;
  style: ChartStyle;
}

const PADDING = 20;
const TITLE_SIZE = 16;
const TEXT_SIZE = 12;
const LINE_HEIGHT = 22;
const SWATCH = 12;
const ENTRY_GAP = 16;
/** The least width of the content. A ring is narrower than its title and legend. */
const LEAST_WIDTH = 480;

/** Returns the drawn chart of a tile as an SVG file with its title and legend; `null` if the dataset failed. */
export async function toTileSvg(
  tile: DataTile,
  results: ReadonlyMap<string, DatasetResult>,
  locale: PageLocale,
  { currency, palette, hidden, filters }: PictureOptions,
): Promise<string | null> {
  const { formats, words } = locale;
  const formatter = new ValueFormatter(formats, currency, words);
  const [data] = withNameColors([toTileData({ ...tile, span: 12 }, { results, formatter, words })]);
  const style = toChartStyle(locale, currency, palette);
  if (data === undefined || data.state === 'error') return null;
  if (data.state !== 'ready' || !isChart(data.content)) {
    const note = data.state === 'unfit' ? words[data.problem] : words.noData;
    return toFile(tile.title, { width: 0, height: 0, svg: '', notes: [note] }, [], style);
  }
  const chosen = withChosen(data.content, createChosenTest(filters));
  const content = withHidden(chosen, hidden);
  return toFile(tile.title, drawChart(content, style), toEntries(content, style, formatter), style);
}

/** Returns the content without what the reader has hidden. Small charts have no legend that hides. */
function withHidden(content: ChartContent, hidden: readonly string[]): ChartContent {
  const hasLegend =
    content.kind === 'shares' || (content.kind === 'axis' && !hasMultiples(content.tile));
  if (!hasLegend) return content;
  const labels = toLegendLabels(content);
  const indexes = [...labels.keys()].filter((index) => hidden.includes(labels[index]!));
  return { ...content, hidden: indexes };
}

/** Returns the legend: the same entries as on the page, without those that are hidden. */
function toEntries(content: ChartContent, style: ChartStyle, formatter: ValueFormatter): Entry[] {
  const { palette } = style;
  if (content.kind === 'shares') {
    const { parts, hidden = [] } = content;
    const texts = toShareTexts(parts, hidden, formatter);
    const entries = parts.map(({ name }, index) => ({
      label: `${name} ${texts[index]}`,
      color: toEntryColor(content, index, palette),
    }));
    return entries.filter((_, index) => !hidden.includes(index));
  }
  if (content.kind !== 'axis') return [];
  const { tile, data, hidden = [], references = [] } = content;
  const series = data.series.map(({ label }, index) => ({
    label,
    color: toEntryColor(content, index, palette),
  }));
  const isShown = series.length > 1 || tile.splitBy !== undefined;
  const shown = toReferenceStyle(references, tile, formatter);
  const lines = references.map((line) => ({
    label: toReferenceText(line, shown, formatter),
    color: palette.muted,
  }));
  return [...(isShown ? series.filter((_, index) => !hidden.includes(index)) : []), ...lines];
}

async function toFile(
  title: string,
  chart: DrawnChart,
  entries: Entry[],
  style: ChartStyle,
): Promise<string> {
  const { palette, direction } = style;
  const width = Math.max(LEAST_WIDTH, chart.width) + 2 * PADDING;
  const page: Page = { width, style };
  const lines = toLines(entries, width - 2 * PADDING);
  const legendTop = PADDING + LINE_HEIGHT + 6;
  const chartTop = legendTop + lines.length * LINE_HEIGHT + 6;
  const notesTop = chartTop + chart.height + 6;
  const height = notesTop + chart.notes.length * LINE_HEIGHT + PADDING;
  const x = Math.round((width - chart.width) / 2);
  const drawing = chart.svg.replace('<svg ', `<svg x="${x}" y="${chartTop}" direction="ltr" `);
  const file = await html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    font-family="${FONT}"
    direction="${direction}"
  >
    <rect width="${width}" height="${height}" fill="${palette.surface}" />
    ${renderText(page, title, { x: PADDING, y: PADDING + LINE_HEIGHT / 2, size: TITLE_SIZE })}
    ${lines.map((line, index) => renderLine(page, line, legendTop + (index + 0.5) * LINE_HEIGHT))}
    ${chart.notes.map((note, index) => renderText(page, note, { x: PADDING, y: notesTop + (index + 0.5) * LINE_HEIGHT, size: TEXT_SIZE }))}
    ${raw(drawing)}
  </svg>`;
  return toXmlText(String(file));
}

/** Arranges the entries in lines of a width, as far as estimates can. */
function toLines(entries: readonly Entry[], width: number): Placed[][] {
  const lines: Placed[][] = [];
  let x = Infinity;
  for (const entry of entries) {
    const room = SWATCH + 6 + estimateTextWidth(entry.label, TEXT_SIZE) + ENTRY_GAP;
    if (x + room > width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)!.push({ ...entry, x: PADDING + x });
    x += room;
  }
  return lines;
}

function renderLine(page: Page, line: readonly Placed[], y: number): Markup {
  return html`${line.map(({ label, color, x }) => {
    const left = page.style.direction === 'rtl' ? page.width - x - SWATCH : x;
    return html`<rect
        x="${left}"
        y="${y - SWATCH / 2}"
        width="${SWATCH}"
        height="${SWATCH}"
        rx="3"
        fill="${color}"
      />${renderText(page, label, { x: x + SWATCH + 6, y, size: TEXT_SIZE })}`;
  })}`;
}

/** `x`: the distance from the side at which the text starts. */
function renderText(
  { width, style: { palette, direction } }: Page,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): Markup {
  const isTitle = size === TITLE_SIZE;
  return html`<text
    x="${direction === 'rtl' ? width - x : x}"
    y="${y}"
    dominant-baseline="central"
    font-size="${size}"
    font-weight="${isTitle ? 600 : 400}"
    fill="${isTitle ? palette.ink : palette.muted}"
    >${text}</text
  >`;
}

/** Returns a document without characters that XML forbids, and without half characters, which UTF-8 cannot have. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replaceAll(NOT_XML, '');
}
