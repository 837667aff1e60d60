import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';
import { IN_REGION, isCompared, isRecent, toComparedSales } from './sales-sql.ts';

const IS_CHOSEN = `${IN_REGION} AND (:Segments::text[] IS NULL OR segment = ANY(:Segments))`;

/**
 * The customers. Uses the SQL parameters `Region` and `Months`. Readers choose the period, and kinds of customers: a
 * click on a slice adds one.
 */
export const customers: Dashboard = {
  guid: 'b24e9d17-5c08-4f6b-8e31-70a9c4d5f2e6',
  title: 'Customers',
  accessible: true,
  definition: {
    subtitle: `${COMPANY_NAME} · until October 2026`,
    currency: 'EUR',
    shownParameters: ['Region', 'Months'],
    requiredParameters: [],
    filters: [
      {
        kind: 'choice',
        parameter: 'Segments',
        label: 'Kinds of customers',
        column: 'segment',
        multiple: true,
        select: {
          sql: `SELECT DISTINCT segment FROM customers WHERE ${IN_REGION} ORDER BY segment`,
        },
      },
      {
        kind: 'choice',
        parameter: 'Months',
        label: 'Period',
        list: ['12', '6', '3'].map((value) => ({ value, label: `Last ${value} months` })),
        required: true,
        default: ['12'],
      },
    ],
    datasets: {
      active: {
        sql: `SELECT nullif(count(DISTINCT customer_id) FILTER (WHERE recent), 0) AS customers,
            count(DISTINCT customer_id) FILTER (WHERE NOT recent) AS customers_before,
            sum(revenue) FILTER (WHERE recent)
              / nullif(count(DISTINCT customer_id) FILTER (WHERE recent), 0) AS revenue,
            sum(revenue) FILTER (WHERE NOT recent)
              / nullif(count(DISTINCT customer_id) FILTER (WHERE NOT recent), 0) AS revenue_before,
            count(*) FILTER (WHERE recent)::numeric
              / nullif(count(DISTINCT customer_id) FILTER (WHERE recent), 0) AS orders,
            count(*) FILTER (WHERE NOT recent)::numeric
              / nullif(count(DISTINCT customer_id) FILTER (WHERE NOT recent), 0) AS orders_before
          FROM ${toComparedSales(IS_CHOSEN)}`,
      },
      gained: {
        sql: `SELECT count(*) FILTER (WHERE customer_since > DATE '2025-10-31') AS gained,
            count(*) FILTER (WHERE customer_since <= DATE '2025-10-31') AS gained_before
          FROM customers WHERE ${isCompared('customer_since')} AND ${IS_CHOSEN}
          HAVING count(*) > 0`,
      },
      byQuarter: {
        sql: `SELECT to_char(quarter, '"Q"Q YYYY') AS quarter, gained FROM (
            SELECT date_trunc('quarter', customer_since) AS quarter, count(*) AS gained
            FROM customers
            WHERE customer_since BETWEEN DATE '2025-01-01' AND DATE '2026-09-30' AND ${IS_CHOSEN}
            GROUP BY 1) AS quarters
          ORDER BY quarters.quarter`,
      },
      bySegment: {
        sql: `SELECT segment, sum(revenue) AS revenue FROM sales
          WHERE ${isRecent('ordered_on')} AND ${IN_REGION}
          GROUP BY segment ORDER BY revenue DESC`,
      },
      byMonth: {
        sql: `SELECT date_trunc('month', day)::date AS month,
            count(DISTINCT customer_id) FILTER (WHERE recent) AS this_year,
            count(DISTINCT customer_id) FILTER (WHERE NOT recent) AS last_year
          FROM ${toComparedSales(IS_CHOSEN)} GROUP BY 1 ORDER BY 1`,
      },
      largest: {
        sql: `SELECT customer, segment, country, count(*) AS orders, sum(revenue) AS revenue,
            max(ordered_on) AS last_order
          FROM sales WHERE ${isRecent('ordered_on')} AND ${IS_CHOSEN}
          GROUP BY customer, segment, country ORDER BY revenue DESC LIMIT 10`,
      },
    },
    tiles: [
      {
        id: 'active-customers',
        kind: 'number',
        title: 'Active customers',
        dataset: 'active',
        value: 'customers',
        previous: 'customers_before',
        format: 'integer',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'new-customers',
        kind: 'number',
        title: 'New customers',
        dataset: 'gained',
        value: 'gained',
        previous: 'gained_before',
        format: 'integer',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'revenue-per-customer',
        kind: 'number',
        title: 'Revenue per customer',
        dataset: 'active',
        value: 'revenue',
        previous: 'revenue_before',
        format: 'currency',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'orders-per-customer',
        kind: 'number',
        title: 'Orders per customer',
        dataset: 'active',
        value: 'orders',
        previous: 'orders_before',
        format: 'decimal',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'active-by-month',
        kind: 'line',
        title: 'Customers who ordered, by month',
        dataset: 'byMonth',
        category: 'month',
        categoryFormat: 'month',
        series: [
          { column: 'this_year', label: 'This year' },
          { column: 'last_year', label: 'Last year', comparison: true },
        ],
        format: 'integer',
        span: 7,
      },
      {
        id: 'revenue-by-segment',
        kind: 'pie',
        title: 'Revenue by kind of customer',
        dataset: 'bySegment',
        category: 'segment',
        value: 'revenue',
        addsUp: true,
        format: 'currency',
        span: 5,
      },
      {
        id: 'new-by-quarter',
        kind: 'bar',
        title: 'New customers by quarter',
        dataset: 'byQuarter',
        category: 'quarter',
        series: [{ column: 'gained', label: 'New customers' }],
        addsUp: true,
        format: 'integer',
        span: 4,
      },
      {
        id: 'largest-customers',
        kind: 'table',
        title: 'Largest customers',
        dataset: 'largest',
        columns: [
          { column: 'customer', label: 'Customer', format: 'text' },
          { column: 'segment', label: 'Kind', format: 'text' },
          { column: 'country', label: 'Country', format: 'text' },
          { column: 'orders', label: 'Orders', format: 'integer' },
          { column: 'revenue', label: 'Revenue', format: 'currency' },
          { column: 'last_order', label: 'Last order', format: 'date' },
        ],
        span: 8,
      },
    ],
  },
};
