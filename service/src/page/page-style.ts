import { html } from 'hono/html';
import { toChartStyle } from '../charts/chart-style.ts';
import { drawChart } from '../charts/draw-chart.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../tiles/palette.ts';
import { findNested, findShortNumbers } from '../tiles/tile-rows.ts';
import { ValueFormatter } from '../values/value-formatter.ts';
import type { PageLocale } from '../words/page-locale.ts';
import { createChosenTest } from './mark-filters.ts';
import type { PageContent, PagePlace } from './page-content.ts';
import type { Markup } from './page-shell.ts';
import { findShownValues, type ShownValue } from './shown-values.ts';
import type { TileStyle } from './tile/tile-markup.ts';

/** The style of a page and its tiles. */
export interface PageStyle extends TileStyle {
  /** The values of parameters that the page shows. */
  shown: readonly ShownValue[];
}

/** Returns the style of a page. */
export function toPageStyle(
  { dashboard: { definition }, parameters, menus, filters, draw = drawChart }: PageContent,
  { locale, display: { dark }, isPreview = false }: PagePlace,
): PageStyle {
  const { currency, tiles } = definition;
  const { words } = locale;
  const set = filters?.set ?? [];
  const formatter = new ValueFormatter(locale.formats, currency, words);
  const shown = findShownValues(definition, parameters, set, formatter, words);
  return {
    formatter,
    words,
    shown,
    emptyText: toEmptyText(shown, locale),
    charts: toChartStyle(locale, currency, dark ? DARK_PALETTE : LIGHT_PALETTE),
    draw,
    shortNumbers: findShortNumbers(tiles),
    nested: findNested(tiles),
    menus: menus ?? null,
    canRetry: !isPreview,
    isChosen: createChosenTest(set),
  };
}

/** Returns the text of a tile without rows. It names the parameters, which may be the reason. */
function toEmptyText(shown: readonly ShownValue[], { words, formats }: PageLocale): Markup {
  const set = shown.filter(({ isSet }) => isSet);
  if (set.length === 0) return html`${words.noData}`;
  const list = new Intl.ListFormat(formats).formatToParts(set.map(({ text }) => text));
  const values = list.map(({ type, value }) =>
    type === 'element' ? html`<bdi>${value}</bdi>` : value,
  );
  const [before, after] = words.noDataFor.split('{values}');
  return html`${before}${values}${after}`;
}
