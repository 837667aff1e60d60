import { type Context, Hono } from 'hono';
import type { CompanyName } from '../../state/company-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import type { Activity, Period, StatisticsStore } from '../../state/statistics-store.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
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
  'companies' | 'statistics' | 'keepStatisticsDays' | 'assets' | 'now'
>;

/** Creates the statistics of issued tokens and of opened dashboards: as charts, as tables and as CSV. */
export function createStatisticsPages(parts: Parts): Hono {
  const { companies, statistics, keepStatisticsDays, assets, now } = parts;
  const app = new Hono();
  app.get('/', (context) => context.redirect(`${toAdminRoot(context)}statistics/connections`, 303));

  const readQuestion = async (context: Context): Promise<Question> => {
    const all = await companies.names();
    return { companies: all, filter: parseStatisticsFilter(context.req.query(), all, now()) };
  };

  const showPage = async (
    context: Context,
    view: StatisticsView,
    question: Question,
  ): Promise<Response> => {
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
  };

  for (const view of Object.keys(ACTIVITIES) as StatisticsView[]) {
    app.get(`/${view}`, async (context) => showPage(context, view, await readQuestion(context)));

    app.get(`/${view}.csv`, async (context) => {
      const question = await readQuestion(context);
      const { period } = question.filter;
      if (!period) return showPage(context, view, question);
      return sendCsv(context, view, period, statistics);
    });
  }

  return app;
}

async function sendCsv(
  context: Context,
  view: StatisticsView,
  period: Period,
  statistics: StatisticsStore,
): Promise<Response> {
  const activity = ACTIVITIES[view];
  const csv = await streamStatisticsCsv(activity, statistics.read(activity, period));
  return context.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${view}-${period.from}-${period.to}.csv"`,
  });
}
