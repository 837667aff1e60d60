import type { demoDashboards } from 'embedded-dashboard-service';

/** The rows of the table that all datasets read. */
export const ROWS = 1_000_000;

/** Creates the table. Parallel workers would count as queries of their own. */
export const ORDERS = `
  ALTER ROLE CURRENT_USER SET max_parallel_workers_per_gather = 0;
  CREATE TABLE orders AS
    SELECT day::date, 'Region ' || n % 8 AS region, 'City ' || n % 200 AS city, (n::bigint * 7919 % 10000) / 100.0 AS amount
    FROM generate_series(1, ${ROWS}) AS n, LATERAL (SELECT date '2024-01-01' + n % 730 AS day) AS days;
  ANALYZE orders`;

const figure = { kind: 'number', note: '', span: 3 } as const;
const orders = [{ column: 'n', label: 'Orders' }];

/** A dashboard of six tiles, each with a query over all rows. */
export const DASHBOARD: (typeof demoDashboards)[number] = {
  guid: '6f1c5a0e-3b7d-4c52-9a84-000000000002',
  title: 'Orders',
  accessible: true,
  definition: {
    subtitle: 'A million orders',
    currency: 'EUR',
    shownParameters: [],
    datasets: {
      revenue: { sql: 'SELECT sum(amount) AS n FROM orders' },
      count: { sql: 'SELECT count(*) AS n FROM orders' },
      months: {
        sql: `SELECT date_trunc('month', day)::date AS month, count(*) AS n FROM orders GROUP BY 1 ORDER BY 1`,
      },
      regions: { sql: 'SELECT region, count(*) AS n FROM orders GROUP BY 1 ORDER BY 2 DESC' },
      growth: {
        sql: `SELECT date_trunc('month', day)::date AS month, region, sum(amount) AS n FROM orders GROUP BY 1, 2 ORDER BY 1, 2`,
      },
      cities: {
        sql: 'SELECT city, count(*) AS n, sum(amount) AS revenue FROM orders GROUP BY 1 ORDER BY 3 DESC LIMIT 20',
      },
    },
    tiles: [
      {
        ...figure,
        id: 'revenue',
        title: 'Revenue',
        dataset: 'revenue',
        value: 'n',
        format: 'currency',
      },
      { ...figure, id: 'count', title: 'Orders', dataset: 'count', value: 'n', format: 'integer' },
      {
        id: 'months',
        kind: 'bar',
        title: 'Orders by month',
        dataset: 'months',
        category: 'month',
        categoryFormat: 'month',
        series: orders,
        format: 'integer',
        span: 6,
      },
      {
        id: 'regions',
        kind: 'donut',
        title: 'Orders by region',
        dataset: 'regions',
        category: 'region',
        value: 'n',
        format: 'integer',
        span: 4,
      },
      {
        id: 'growth',
        kind: 'line',
        title: 'Revenue by region',
        dataset: 'growth',
        category: 'month',
        categoryFormat: 'month',
        splitBy: 'region',
        series: orders,
        format: 'currency',
        span: 8,
      },
      {
        id: 'cities',
        kind: 'table',
        title: 'Cities',
        dataset: 'cities',
        columns: [
          { column: 'city', label: 'City', format: 'text' },
          { column: 'n', label: 'Orders', format: 'integer' },
          { column: 'revenue', label: 'Revenue', format: 'currency' },
        ],
        span: 12,
      },
    ],
  },
} as never;
