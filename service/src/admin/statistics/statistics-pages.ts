import type { Context } from 'hono';
import type { CompanyName } from '../../state/company-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import type { Activity } from '../../state/statistics-store.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import type { RouteHandlers } from '../routes.ts';
import { noteVisit } from '../visit-note.ts';
import { requireVisit } from '../visit.ts';
import { streamStatisticsCsv } from './statistics-csv.ts';
import { parseStatisticsFilter, type StatisticsFilter } from './statistics-filter.ts';
import { renderStatistics, type StatisticsView } from './statistics-markup.ts';

const ACTIVITIES: Record<StatisticsView, Activity> = {
  connections: 'connections',
  access: 'openings',
};

/** The filter of a request, and the companies that it can select. */
interface Question {
  companies: CompanyName[];
  filter: StatisticsFilter;
}

type Parts = Pick<
  ServiceParts,
  'audit' | 'companies' | 'statistics' | 'keepStatisticsDays' | 'assets' | 'now'
>;

/** Creates the statistics of issued tokens and of opened dashboards: as charts, as tables and as CSV. */
export function createStatisticsPages(parts: Parts) {
  const show = (view: StatisticsView) => async (context: Context) =>
    showPage(context, parts, view, await readQuestion(context, parts));
  const download = (view: StatisticsView) => (context: Context) => sendCsv(context, parts, view);
  return {
    'GET /statistics': (context) =>
      context.redirect(`${toAdminRoot(context)}statistics/connections`, 303),
    'GET /statistics/connections': show('connections'),
    'GET /statistics/connections.csv': download('connections'),
    'GET /statistics/access': show('access'),
    'GET /statistics/access.csv': download('access'),
  } satisfies Partial<RouteHandlers>;
}

async function readQuestion(context: Context, { companies, now }: Parts): Promise<Question> {
  const among = requireVisit(context).visitor.rights.companiesOf('reader');
  const all = await companies.names(among);
  const filter = parseStatisticsFilter(context.req.query(), all, now());
  const period = filter.period && { ...filter.period, among };
  return { companies: all, filter: { ...filter, period } };
}

async function showPage(
  context: Context,
  { statistics, keepStatisticsDays, assets, now }: Parts,
  view: StatisticsView,
  question: Question,
): Promise<Response> {
  const { period } = question.filter;
  if (!period) context.status(400);
  const body = renderStatistics({
    view,
    ...question,
    statistics: period && (await statistics.count(ACTIVITIES[view], period)),
    keptDays: keepStatisticsDays,
    now: now(),
  });
  return renderAdminPage(context, assets, { title: 'Statistics', section: 'statistics', body });
}

async function sendCsv(context: Context, parts: Parts, view: StatisticsView): Promise<Response> {
  const question = await readQuestion(context, parts);
  const { period } = question.filter;
  if (!period) return showPage(context, parts, view, question);
  const activity = ACTIVITIES[view];
  const { from, to, companyId } = period;
  const entry = { action: 'download-statistics', companyId, after: { view, from, to } } as const;
  await noteVisit(context, parts, entry);
  const csv = await streamStatisticsCsv(activity, parts.statistics.read(activity, period));
  return context.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${view}-${period.from}-${period.to}.csv"`,
  });
}
