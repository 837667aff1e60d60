import { type Dashboard, type DataTile } from '../../service/src/dashboard/definition.ts';
import type { DatasetResult } from '../../service/src/dashboard/run-dashboard.ts';
import type { Asset, PageAssets } from '../../service/src/page/asset.ts';
import { joinPieces, renderDashboardPage } from '../../service/src/page/dashboard-page.ts';
import { toAwaited } from '../../service/src/page/page-content.ts';
import { parseDisplayOptions } from '../../service/src/page/display-options.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import { toTileCsv } from '../../service/src/downloads/tile-csv.ts';
import { type TileData, toTileData } from '../../service/src/tiles/tile-data.ts';
import { toTileSvg } from '../../service/src/downloads/tile-svg.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { type DataRecord, toRowSet } from '../support/vega-files.ts';
import { type Plot, toTile, type View } from './plot.ts';

/** Files without names, for pages that load none. */
export const NO_ASSETS = new Proxy({}, { get: (): Partial<Asset> => ({ name: '' }) }) as PageAssets;

/** Returns a file of a plot as the server writes it. */
export async function drawPlot(plot: Plot, view: View): Promise<string> {
  const { currency = 'EUR', hidden = [], filters = [], isDark } = plot;
  const locale = toPageLocale(plot.locale ?? 'en');
  const tile = toTile(plot) as DataTile;
  const results = new Map<string, DatasetResult>([['rows', toResult(plot)]]);
  const palette = isDark ? DARK_PALETTE : LIGHT_PALETTE;
  switch (view) {
    case 'svg':
      return (await toTileSvg(tile, results, locale, { currency, palette, hidden, filters }))!;
    case 'csv':
      return toTileCsv(tile, results, currency, locale)!;
    default: {
      const definition = { subtitle: '', currency, datasets: {}, tiles: [tile] };
      const dashboard = { title: '', definition: { ...definition, shownParameters: [] } };
      return renderTile({ dashboard, results, filters }, plot);
    }
  }
}

/** Renders the page, and returns its tile. */
async function renderTile(
  { dashboard, results, filters }: PageParts,
  { locale = 'en', isDark }: Plot,
): Promise<string> {
  const display = parseDisplayOptions(new URLSearchParams(isDark && 'theme=dark'));
  const content = {
    ...{ dashboard, results: toAwaited(results), parameters: {}, asOf: new Date(0) },
    filters: { set: filters, kept: [], isReset: true },
  };
  const place = { locale: toPageLocale(locale), display, assets: NO_ASSETS };
  const pieces = renderDashboardPage(dashboard, Promise.resolve(content), place);
  const tile = /<section[^]*<\/section>/.exec(await joinPieces(pieces))![0];
  // The drawing, without the data for the page’s script.
  return `${tile.replace(/\s*slot="[^"]*"/, '').replace(/\s*<script[^]*?<\/script>/, '')}\n`;
}

interface PageParts {
  dashboard: Pick<Dashboard, 'title' | 'definition'>;
  results: Map<string, DatasetResult>;
  filters: NonNullable<Plot['filters']>;
}

/** Returns the data of a plot's tile. */
export function toPlotData(plot: Plot): TileData {
  const { formats, words } = toPageLocale(plot.locale ?? 'en');
  const formatter = new ValueFormatter(formats, plot.currency ?? 'EUR', words);
  const results = new Map([['rows', toResult(plot)]]);
  return toTileData(toTile(plot) as DataTile, { results, formatter, words });
}

/** Returns the result of a plot's dataset. */
export function toResult({ rows, result }: Plot): DatasetResult {
  const length = Math.max(...Object.values(rows).map((values) => values.length));
  const records = Array.from({ length }, (_, index): DataRecord =>
    Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, values[index] ?? null])),
  );
  return { ...toRowSet(records), truncated: false, durationMs: 1, ...result };
}
