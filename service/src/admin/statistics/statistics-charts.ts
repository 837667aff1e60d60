import { html, raw } from 'hono/html';
import type { AxisTile } from '../../dashboard/definition.ts';
import type { ChartStyle } from '../../charts/chart-style.ts';
import { renderChartSvg } from '../../charts/chart-svg.ts';
import type { Markup } from '../../page/page-shell.ts';
import type { Palette } from '../../tiles/palette.ts';
import type { AxisContent } from '../../tiles/tile-data.ts';
import { en } from '../../words/en.ts';
import type { Statistics } from '../../state/statistics-store.ts';
import { BACK_OFFICE_LOCALE, backOfficeFormatter } from '../back-office-formats.ts';

/** The page's own colors. They make one drawing work in the light and the dark theme. */
const PAGE_PALETTE: Palette = {
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  surface: 'var(--surface)',
  series: ['var(--accent)'],
  comparison: 'var(--muted)',
};
const STYLE: ChartStyle = {
  palette: PAGE_PALETTE,
  formats: BACK_OFFICE_LOCALE,
  currency: 'EUR',
  direction: 'ltr',
  words: en,
};

/** Widths in CSS pixels. The page shows the wide chart if there is room for it, otherwise the narrow one. */
const DAY_WIDTHS = { wide: 860, narrow: 340 };
const GROUP_WIDTHS = { wide: 480, narrow: 320 };
const DAYS_HEIGHT = 220;
const BAR_HEIGHT = 28;
const AXIS_HEIGHT = 30;
/** The largest number of bars. With more, bars would be thinner than their gaps. */
const MAX_DAY_BARS = 100;
const MAX_LABEL = 60;

/** Draws counts by day as bars, or as a line if there are many days. */
export function drawDays(days: Statistics['days'], label: string): Markup {
  const kind = days.length > MAX_DAY_BARS ? 'line' : 'bar';
  const groups = days.map(({ day, count }) => ({
    label: backOfficeFormatter.format(day, { format: 'date' }),
    count,
  }));
  const chart = { id: 'days', kind, label, groups, horizontal: false } as const;
  return draw(chart, DAY_WIDTHS, DAYS_HEIGHT);
}

/** Draws the counts of named groups as horizontal bars. */
export function drawGroups(
  id: string,
  groups: readonly { label: string; count: number }[],
  label: string,
): Markup {
  const lines = groups.map((group) => ({ ...group, label: toOneLine(group.label) }));
  const chart = { id, kind: 'bar', label, groups: lines, horizontal: true } as const;
  return draw(chart, GROUP_WIDTHS, AXIS_HEIGHT + BAR_HEIGHT * groups.length);
}

interface CountChart {
  id: string;
  kind: 'bar' | 'line';
  /** The name of the counted events. */
  label: string;
  groups: readonly { label: string; count: number }[];
  horizontal: boolean;
}

function draw(chart: CountChart, widths: Record<string, number>, height: number): Markup {
  const drawings = Object.entries(widths).map(([name, width]) => {
    const content = toContent(chart, `${chart.id}-${name}`);
    return html`<div class="${name}">
      ${raw(renderChartSvg(content, STYLE, { width, height }))}
    </div>`;
  });
  return html`<div class="chart" aria-hidden="true">${drawings}</div>`;
}

function toContent({ kind, label, horizontal, groups }: CountChart, id: string): AxisContent {
  const tile: AxisTile = {
    id,
    kind,
    title: label,
    dataset: id,
    span: 12,
    category: 'name',
    series: [{ column: 'count', label }],
    format: 'integer',
    horizontal,
  };
  const categories = groups.map((group) => group.label);
  const values = groups.map(({ count }) => count);
  const series = [{ column: 'count', label, values }];
  const axis = { categoryFormat: 'text', isFilled: false, omitted: 0 } as const;
  return { kind: 'axis', tile, data: { ...axis, categories, series } };
}

/** Returns a label in one line, cut to the length that the chart can show. */
function toOneLine(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '));
  return characters.length > MAX_LABEL
    ? `${characters.slice(0, MAX_LABEL).join('')}…`
    : characters.join('');
}
