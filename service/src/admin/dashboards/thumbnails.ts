import type { Context } from 'hono';
import type { DashboardDefinition } from '../../dashboard/definition.ts';
import { findSources } from '../../state/dataset-sources.ts';
import { findMissing } from '../../dashboard/required-parameters.ts';
import type { DatasetResult } from '../../dashboard/run-dashboard.ts';
import { runFiltered } from '../../dashboard/run-filtered.ts';
import { toChartStyle } from '../../charts/chart-style.ts';
import { toPageLocale } from '../../words/page-locale.ts';
import { LIGHT_PALETTE } from '../../tiles/palette.ts';
import { renderThumbnail } from '../../downloads/thumbnail.ts';
import { ValueFormatter } from '../../values/value-formatter.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { requireDashboard, requireGuid } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import { toCaller, type TrialParts } from './try-call.ts';

type Parts = TrialParts & Pick<ServiceParts, 'dashboards' | 'locale'>;

/**
 * Creates the pages with the pictures of published dashboards. Dashboards that were not published in the back office,
 * such as those of the demo, are drawn on demand.
 */
export function createThumbnailPages(parts: Parts) {
  return {
    'GET /dashboards/:guid/thumbnail.svg': async (context) => {
      const kept = await parts.dashboards.findThumbnail(requireGuid(context));
      const svg = kept ?? (await makeThumbnail(context, parts));
      // The address contains the version. The next visitor of the browser may lack the role.
      if (kept) context.header('Cache-Control', 'private, max-age=31536000, immutable');
      context.header('Vary', 'Cookie');
      return context.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' });
    },
  } satisfies Partial<RouteHandlers>;
}

/** Draws a picture. Saves it only if all datasets ran. */
async function makeThumbnail(
  context: Context,
  { dashboards, sources, connections, maxRows, locale }: Parts,
): Promise<string> {
  const { guid, companyId, version, definition } = await requireDashboard(context, dashboards);
  const find = await findSources(definition, companyId, null, sources, connections);
  const options = { maxRows, locked: {}, ...toCaller(context, companyId) };
  // Without the required parameters, the picture could show all rows.
  const isOpen = findMissing(definition, {}).length === 0;
  const { results } = isOpen
    ? await runFiltered(find, definition, options)
    : { results: new Map<string, DatasetResult>() };
  const svg = await drawThumbnail(definition, results, locale);
  const isWhole = [...results.values()].every((result) => 'rows' in result);
  if (isWhole) await dashboards.keepThumbnail(guid, version, svg);
  return svg;
}

/** Draws the picture of a dashboard. `locale` is the service's default locale. */
export function drawThumbnail(
  { tiles, currency, locale: own }: DashboardDefinition,
  results: ReadonlyMap<string, DatasetResult>,
  locale: string,
): Promise<string> {
  const page = toPageLocale(own ?? locale);
  const formatter = new ValueFormatter(page.formats, currency, page.words);
  const style = toChartStyle(page, currency, LIGHT_PALETTE);
  return renderThumbnail(tiles, { results, formatter, words: page.words }, style);
}
