import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';
import { DELIVERY_FILTERS, isChosen } from './delivery-filters.ts';
import { isRecent, toComparedSales } from './sales-sql.ts';

/** The punctuality of deliveries. Uses the SQL parameters `Region` and `Months`. */
export const delivery: Dashboard = {
  guid: '3a7e51c4-98d2-4b0f-a6e7-c15f20948bd3',
  title: 'Delivery',
  accessible: true,
  definition: {
    subtitle: `${COMPANY_NAME} · until October 2026`,
    currency: 'EUR',
    shownParameters: ['Region', 'Months'],
    requiredParameters: [],
    filters: DELIVERY_FILTERS,
    datasets: {
      summary: {
        sql: `SELECT avg((delivered_on <= promised_on)::int) FILTER (WHERE recent) AS on_time,
            avg((delivered_on <= promised_on)::int) FILTER (WHERE NOT recent) AS on_time_before,
            avg(delivered_on - ordered_on) FILTER (WHERE recent) AS days,
            avg(delivered_on - ordered_on) FILTER (WHERE NOT recent) AS days_before,
            nullif(count(delivered_on) FILTER (WHERE recent), 0) AS delivered,
            count(delivered_on) FILTER (WHERE NOT recent) AS delivered_before,
            CASE WHEN count(*) > 0 THEN count(*) FILTER (WHERE delivered_on IS NULL) END AS under_way
          FROM ${toComparedSales(isChosen('day', 'period', 'country', 'carriers'))}`,
      },
      byMonth: {
        sql: `SELECT date_trunc('month', day)::date AS month,
            avg((delivered_on <= promised_on)::int) FILTER (WHERE recent) AS this_year,
            avg((delivered_on <= promised_on)::int) FILTER (WHERE NOT recent) AS last_year
          FROM ${toComparedSales(isChosen('day', 'country', 'carriers'))} GROUP BY 1 ORDER BY 1`,
      },
      byCountry: {
        sql: `SELECT country, avg(delivered_on - ordered_on) AS days FROM sales
          WHERE ${isRecent('ordered_on')} AND ${isChosen('ordered_on', 'period', 'carriers')}
          GROUP BY country ORDER BY days DESC LIMIT 8`,
      },
      carriers: {
        sql: `SELECT carrier, count(delivered_on) AS delivered,
            avg((delivered_on <= promised_on)::int) AS on_time,
            avg(delivered_on - ordered_on) AS days
          FROM sales WHERE ${isRecent('ordered_on')} AND ${isChosen('ordered_on', 'period', 'country')}
          GROUP BY carrier ORDER BY delivered DESC`,
      },
    },
    tiles: [
      {
        id: 'on-time',
        kind: 'number',
        title: 'Delivered on time',
        dataset: 'summary',
        value: 'on_time',
        previous: 'on_time_before',
        format: 'percent',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'days',
        kind: 'number',
        title: 'Days to delivery',
        dataset: 'summary',
        value: 'days',
        previous: 'days_before',
        format: 'decimal',
        better: 'lower',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'delivered',
        kind: 'number',
        title: 'Orders delivered',
        dataset: 'summary',
        value: 'delivered',
        previous: 'delivered_before',
        format: 'integer',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'under-way',
        kind: 'number',
        title: 'In transit',
        dataset: 'summary',
        value: 'under_way',
        format: 'integer',
        note: 'orders on 31 October 2026',
        span: 3,
      },
      {
        id: 'on-time-by-month',
        kind: 'line',
        title: 'Delivered on time, by month',
        dataset: 'byMonth',
        category: 'month',
        categoryFormat: 'month',
        series: [
          { column: 'this_year', label: 'This year' },
          { column: 'last_year', label: 'Last year', comparison: true },
        ],
        format: 'percent',
        span: 12,
      },
      {
        id: 'days-by-country',
        kind: 'bar',
        title: 'Days to delivery by country',
        dataset: 'byCountry',
        category: 'country',
        series: [{ column: 'days', label: 'Days' }],
        format: 'decimal',
        horizontal: true,
        span: 5,
      },
      {
        id: 'carriers',
        kind: 'table',
        title: 'Carriers',
        dataset: 'carriers',
        columns: [
          { column: 'carrier', label: 'Carrier', format: 'text' },
          { column: 'delivered', label: 'Orders', format: 'integer' },
          { column: 'on_time', label: 'On time', format: 'percent' },
          { column: 'days', label: 'Days', format: 'decimal' },
        ],
        span: 7,
      },
    ],
  },
};
