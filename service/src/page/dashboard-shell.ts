import { html, raw } from 'hono/html';
import { hasData, type Tile } from '../dashboard/definition.ts';
import { findOpen } from '../dashboard/run-filters.ts';
import { findTileParts } from '../tiles/tile-parts.ts';
import { formatAsOf } from '../words/as-of-format.ts';
import type { PageLocale } from '../words/page-locale.ts';
import type { PageWords } from '../words/page-words.ts';
import type { PageData } from './browser/live-tiles.ts';
import { renderFailure } from './tile/failure-markup.ts';
import { renderFilterForm } from './filter-form.ts';
import { findMarkFilters } from './mark-filters.ts';
import { findTiles, type PageContent, type PagePlace } from './page-content.ts';
import { type Markup, PAGE_END, renderPageStart } from './page-shell.ts';
import type { PageStyle } from './page-style.ts';
import { toScriptData } from './script-data.ts';
import { renderShownValues } from './shown-values.ts';
import { renderPlaces } from './tile/place-markup.ts';
import type { TileMenus } from './tile/tile-menu.ts';

/** Renders the start of a page with its title. {@link renderPageShell} ends the head. */
export function renderHead(
  { title, definition }: PageContent['dashboard'],
  { assets, isPreview, ...place }: PagePlace,
): Markup {
  const scripts = isPreview ? [assets.previewScript] : [];
  const start = { ...place, title, assets, scripts, preload: assets.script };
  return html`${renderPageStart(start)}${raw('<header class="page-head"><div>')}
    <h1>${title}</h1>
    <p>${definition.subtitle}</p>`;
}

/** Renders everything but the tiles. The script runs as soon as it is here, while tiles are missing. */
export function renderPageShell(
  content: PageContent,
  missing: ReadonlySet<Tile>,
  style: PageStyle,
  place: PagePlace,
): Markup {
  const { filters, menus, backUrl } = content;
  const { words, formatter } = style;
  const { locale, assets, root = '../' } = place;
  return html`${renderBack(backUrl, words)} ${raw('</div>')} ${renderShownValues(style.shown)}
    ${renderZip(content, words)} ${renderAsOf(content.asOf, locale)}${raw('</header>')}
    ${filters ? renderFilterForm(filters, formatter, words) : ''}
    ${filters?.isCut ? html`<p class="cut-choices" role="status">${words.cutChoices}</p>` : ''}
    ${renderDialog(menus, words)}
    <template id="failed-tile">
      ${renderFailure('connection', words, { canRetry: true })}
    </template>
    <script type="application/json" id="dashboard-data">
      ${toScriptData(toPageData(content, style, place))}
    </script>
    ${raw('<main class="tiles">')}${renderPlaces(findTiles(content), missing, style)}
    <script src="${root}assets/${assets.script.name}" async></script>`;
}

/**
 * Renders the end of the page. Its text is for readers without a script, which loads the missing tiles, and so are its style
 * rules.
 */
export function renderEnd(wholeUrl: string | undefined, rules: string, words: PageWords): Markup {
  const missing = html`<p class="missing">
    ${words['time-limit']} <a href="${wholeUrl}">${words.retry}</a>
  </p>`;
  const style = raw(rules && `<noscript><style>${rules}</style></noscript>`);
  return html`${raw('</main>')}${wholeUrl === undefined ? '' : missing}${style}${raw(PAGE_END)}`;
}

/** Returns the data for the page's script. */
function toPageData(
  { dashboard, filters, only }: PageContent,
  style: PageStyle,
  { isPreview = false }: PagePlace,
): PageData {
  const { definition } = dashboard;
  const set = filters?.set ?? [];
  const tiles = [...(only ?? definition.tiles)];
  return {
    style: style.charts,
    parameters: definition.shownParameters,
    parts: isPreview ? [] : findTileParts({ ...definition, tiles }, set),
    marks: isPreview || findOpen(set).length === 0 ? [] : findMarkFilters(set),
  };
}

function renderBack(url: string | undefined, { back }: PageWords): Markup | string {
  return url === undefined ? '' : html`<a class="back" href="${url}">${back}</a>`;
}

/** A page with one tile needs no dialog. */
function renderDialog(menus: TileMenus | undefined, words: PageWords): Markup | string {
  return menus && !menus.view ? renderTileDialog(words) : '';
}

function renderZip({ dashboard, zipUrl }: PageContent, { zip }: PageWords): Markup | string {
  const isOffered = zipUrl !== undefined && dashboard.definition.tiles.some(hasData);
  return isOffered ? html`<a class="zip" href="${zipUrl}">${zip}</a>` : '';
}

/** Renders the time of a page's data in UTC. The page's script converts it to the reader's time zone. */
function renderAsOf(asOf: Date, { formats, words }: PageLocale): Markup {
  const [before, after] = words.asOf.split('{time}');
  return html`<p class="as-of">
    ${before}<time datetime="${asOf.toISOString()}">${formatAsOf(asOf, formats, 'UTC')}</time
    >${after}
  </p>`;
}

/** Renders the dialog in which the page's script shows a tile in full size, or its rows. */
function renderTileDialog({ close }: PageWords): Markup {
  return html`<dialog class="tile-dialog">
    <div><button class="close" type="button" aria-label="${close}"></button></div>
  </dialog>`;
}
