import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';
import { IN_REGION, isRecent, toComparedSales } from './sales-sql.ts';

const SALES = toComparedSales(IN_REGION);

/** The company's sales. Uses the SQL parameters `Region` and `Months`. */
export const salesOverview: Dashboard = {
  guid: '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1',
  title: 'Sales overview',
  accessible: true,
  definition: {
    subtitle: `${COMPANY_NAME} · until October 2026`,
    currency: 'EUR',
    shownParameters: ['Region', 'Months'],
    requiredParameters: [],
    datasets: {
      summary: {
        sql: `SELECT sum(revenue) FILTER (WHERE recent) AS revenue,
            sum(revenue) FILTER (WHERE NOT recent) AS revenue_before,
            nullif(count(*) FILTER (WHERE recent), 0) AS orders,
            count(*) FILTER (WHERE NOT recent) AS orders_before,
            avg(revenue) FILTER (WHERE recent) AS order_value,
            avg(revenue) FILTER (WHERE NOT recent) AS order_value_before,
            sum(margin) FILTER (WHERE recent) / sum(revenue) FILTER (WHERE recent) AS margin,
            sum(margin) FILTER (WHERE NOT recent)
              / sum(revenue) FILTER (WHERE NOT recent) AS margin_before
          FROM ${SALES}`,
      },
      byMonth: {
        sql: `SELECT date_trunc('month', day)::date AS month,
            sum(revenue) FILTER (WHERE recent) AS this_year,
            sum(revenue) FILTER (WHERE NOT recent) AS last_year,
            count(*) FILTER (WHERE recent) AS orders,
            avg(revenue) FILTER (WHERE recent) AS order_value,
            sum(margin) FILTER (WHERE recent) / sum(revenue) FILTER (WHERE recent) AS margin
          FROM ${SALES} GROUP BY 1 ORDER BY 1`,
      },
      byCategory: {
        sql: `SELECT category, sum(revenue) AS revenue FROM sales
          WHERE ${isRecent('ordered_on')} AND ${IN_REGION}
          GROUP BY category ORDER BY revenue DESC`,
      },
      byCountry: {
        sql: `SELECT country, sum(revenue) AS revenue FROM sales
          WHERE ${isRecent('ordered_on')} AND ${IN_REGION}
          GROUP BY country ORDER BY revenue DESC LIMIT 8`,
      },
      topProducts: {
        sql: `SELECT product, sum(quantity) AS units, sum(revenue) AS revenue,
            sum(margin) / sum(revenue) AS margin
          FROM sales WHERE ${isRecent('ordered_on')} AND ${IN_REGION}
          GROUP BY product ORDER BY revenue DESC LIMIT 8`,
      },
    },
    tiles: [
      {
        id: 'revenue',
        kind: 'number',
        title: 'Revenue',
        dataset: 'summary',
        value: 'revenue',
        previous: 'revenue_before',
        format: 'currency',
        note: 'vs. previous year',
        trend: { dataset: 'byMonth', column: 'this_year' },
        span: 3,
      },
      {
        id: 'orders',
        kind: 'number',
        title: 'Orders',
        dataset: 'summary',
        value: 'orders',
        previous: 'orders_before',
        format: 'integer',
        note: 'vs. previous year',
        trend: { dataset: 'byMonth', column: 'orders' },
        span: 3,
      },
      {
        id: 'order-value',
        kind: 'number',
        title: 'Average order',
        dataset: 'summary',
        value: 'order_value',
        previous: 'order_value_before',
        format: 'currency',
        note: 'vs. previous year',
        trend: { dataset: 'byMonth', column: 'order_value' },
        span: 3,
      },
      {
        id: 'margin',
        kind: 'number',
        title: 'Gross margin',
        dataset: 'summary',
        value: 'margin',
        previous: 'margin_before',
        format: 'percent',
        note: 'vs. previous year',
        trend: { dataset: 'byMonth', column: 'margin' },
        span: 3,
      },
      {
        id: 'revenue-by-month',
        kind: 'line',
        title: 'Revenue by month',
        dataset: 'byMonth',
        category: 'month',
        categoryFormat: 'month',
        series: [
          { column: 'this_year', label: 'This year' },
          { column: 'last_year', label: 'Last year', comparison: true },
        ],
        addsUp: true,
        format: 'currency',
        span: 7,
      },
      {
        id: 'revenue-by-category',
        kind: 'donut',
        title: 'Revenue by category',
        dataset: 'byCategory',
        category: 'category',
        value: 'revenue',
        addsUp: true,
        format: 'currency',
        span: 5,
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
      {
        id: 'top-products',
        kind: 'table',
        title: 'Best-selling products',
        dataset: 'topProducts',
        columns: [
          { column: 'product', label: 'Product', format: 'text' },
          { column: 'units', label: 'Units', format: 'integer' },
          { column: 'revenue', label: 'Revenue', format: 'currency' },
          { column: 'margin', label: 'Margin', format: 'percent' },
        ],
        span: 7,
      },
    ],
  },
};
