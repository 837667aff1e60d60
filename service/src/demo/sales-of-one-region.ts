import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';
import { isRecent } from './sales-sql.ts';

/** Unlike in the other dashboards, all rows need a region. */
const OF_REGION = `${isRecent('ordered_on')} AND region = :Region`;

/** The sales of one region, which the application must set: `Region`. `Months` may be left out. */
export const salesOfOneRegion: Dashboard = {
  guid: '9c2f6e80-4b1d-4e37-8d5a-62a0f7c3b914',
  title: 'Sales of one region',
  accessible: true,
  definition: {
    subtitle: `${COMPANY_NAME} · until October 2026`,
    currency: 'EUR',
    shownParameters: ['Region', 'Months'],
    requiredParameters: ['Region'],
    datasets: {
      summary: {
        sql: `SELECT sum(revenue) AS revenue, nullif(count(*), 0) AS orders
          FROM sales WHERE ${OF_REGION}`,
      },
      byMonth: {
        sql: `SELECT date_trunc('month', ordered_on)::date AS month, sum(revenue) AS revenue
          FROM sales WHERE ${OF_REGION} GROUP BY 1 ORDER BY 1`,
      },
      byCountry: {
        sql: `SELECT country, sum(revenue) AS revenue FROM sales WHERE ${OF_REGION}
          GROUP BY country ORDER BY revenue DESC`,
      },
    },
    tiles: [
      {
        id: 'revenue',
        kind: 'number',
        title: 'Revenue',
        dataset: 'summary',
        value: 'revenue',
        format: 'currency',
        note: '',
        trend: { dataset: 'byMonth', column: 'revenue' },
        span: 6,
      },
      {
        id: 'orders',
        kind: 'number',
        title: 'Orders',
        dataset: 'summary',
        value: 'orders',
        format: 'integer',
        note: '',
        span: 6,
      },
      {
        id: 'revenue-by-month',
        kind: 'bar',
        title: 'Revenue by month',
        dataset: 'byMonth',
        category: 'month',
        categoryFormat: 'month',
        series: [{ column: 'revenue', label: 'Revenue' }],
        addsUp: true,
        format: 'currency',
        span: 7,
      },
      {
        id: 'revenue-by-country',
        kind: 'bar',
        title: 'Revenue by country',
        dataset: 'byCountry',
        category: 'country',
        series: [{ column: 'revenue', label: 'Revenue' }],
        addsUp: true,
        format: 'currency',
        horizontal: true,
        span: 5,
      },
    ],
  },
};
