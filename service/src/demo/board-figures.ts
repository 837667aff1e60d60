import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';

/** Figures for the board only: the dashboard is not accessible in API. */
export const boardFigures: Dashboard = {
  guid: 'e5c8207b-6d43-4a19-93f0-8b1d7e2c60fa',
  title: 'Board figures',
  accessible: false,
  definition: {
    subtitle: `${COMPANY_NAME} · confidential`,
    currency: 'EUR',
    shownParameters: [],
    requiredParameters: [],
    datasets: {
      summary: {
        sql: `SELECT sum(margin) FILTER (WHERE ordered_on > DATE '2025-10-31') AS profit,
            sum(margin) FILTER (WHERE ordered_on <= DATE '2025-10-31') AS profit_before
          FROM sales`,
      },
      byRegion: {
        sql: `SELECT region, sum(margin) AS profit FROM sales
          WHERE ordered_on > DATE '2025-10-31' GROUP BY region ORDER BY profit DESC`,
      },
      byMonth: {
        sql: `SELECT date_trunc('month', ordered_on)::date AS month, sum(margin) AS profit
          FROM sales GROUP BY 1 ORDER BY 1`,
      },
    },
    tiles: [
      {
        id: 'profit',
        kind: 'number',
        title: 'Gross profit',
        dataset: 'summary',
        value: 'profit',
        previous: 'profit_before',
        format: 'currency',
        note: 'vs. previous year',
        span: 12,
      },
      {
        id: 'profit-by-month',
        kind: 'line',
        title: 'Gross profit by month',
        dataset: 'byMonth',
        category: 'month',
        categoryFormat: 'month',
        series: [{ column: 'profit', label: 'Gross profit' }],
        addsUp: true,
        format: 'currency',
        span: 7,
      },
      {
        id: 'profit-by-region',
        kind: 'bar',
        title: 'Gross profit by region',
        dataset: 'byRegion',
        category: 'region',
        series: [{ column: 'profit', label: 'Gross profit' }],
        addsUp: true,
        format: 'currency',
        span: 5,
      },
    ],
  },
};
