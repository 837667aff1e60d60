import { type Context, Hono } from 'hono';
import type { DashboardDefinition } from '../../dashboard/definition.ts';
import { findSources } from '../../dashboard/dataset-sources.ts';
import { type DatasetResult, runDashboard } from '../../dashboard/run-dashboard.ts';
import { toPageLocale } from '../../page/page-locale.ts';
import { LIGHT_PALETTE } from '../../page/palette.ts';
import { renderThumbnail } from '../../page/thumbnail.ts';
import { ValueFormatter } from '../../page/value-formatter.ts';
import type { SavedDashboard } from '../../state/dashboard-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { findAdminSession } from '../login.ts';
import { requireDashboard } from '../require-found.ts';
import type { TrialParts } from './try-call.ts';

type Parts = TrialParts & Pick<ServiceParts, 'dashboards' | 'locale'>;

/** The pictures of published dashboards. One that was not published here, as those of the demo, is drawn when needed. */
export function createThumbnailPages(parts: Parts): Hono {
  const app = new Hono();
  app.get('/:guid/thumbnail.svg', async (context) => {
    const dashboard = await requireDashboard(context, parts.dashboards);
    const kept = await parts.dashboards.findThumbnail(dashboard.guid);
    const svg = kept ?? (await makeThumbnail(context, parts, dashboard));
    // The address has the version in it.
    if (kept) context.header('Cache-Control', 'private, max-age=31536000, immutable');
    return context.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' });
  });
  return app;
}

/** Keeps a picture only if all datasets ran. */
async function makeThumbnail(
  context: Context,
  { dashboards, sources, connections, maxRows, locale }: Parts,
  { guid, companyId, version, definition }: SavedDashboard,
): Promise<string> {
  const find = await findSources(definition, companyId, null, sources, connections);
  const owner = { companyId, sessionId: findAdminSession(context) };
  const { signal } = context.req.raw;
  const results = await runDashboard(find, definition, {}, { maxRows, owner, signal });
  const svg = await drawThumbnail(definition, results, locale);
  const isWhole = [...results.values()].every((result) => 'rows' in result);
  if (isWhole) await dashboards.keepThumbnail(guid, version, svg);
  return svg;
}

/** Draws the picture of a dashboard. `locale` is the service's. */
export function drawThumbnail(
  { tiles, currency, locale: own }: DashboardDefinition,
  results: ReadonlyMap<string, DatasetResult>,
  locale: string,
): Promise<string> {
  const { formats, direction, words } = toPageLocale(own ?? locale);
  const { axisStart, labelsShown, partsShown } = words;
  const texts = { axisStart, labelsShown, partsShown };
  const style = { palette: LIGHT_PALETTE, formats, currency, direction, words: texts };
  const source = { results, formatter: new ValueFormatter(formats, currency), words };
  return renderThumbnail(tiles, source, style);
}
