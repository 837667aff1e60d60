import type { Dashboard } from '../dashboard/definition.ts';
import { COMPANY_NAME } from './company.ts';
import { IN_REGION, toComparedSales } from './sales-sql.ts';

const IN_CATEGORY = '(:Categories::text[] IS NULL OR category = ANY(:Categories))';

/**
 * Products sold and in stock. Sales use the SQL parameters `Region` and `Months`; stock is that of the whole company.
 * Readers choose categories: a click on a slice adds one.
 */
export const productsAndStock: Dashboard = {
  guid: 'd90b3f68-21ae-4d07-b5c9-3e8f7a146b20',
  title: 'Products and stock',
  accessible: true,
  definition: {
    subtitle: `${COMPANY_NAME} · stock on 31 October 2026`,
    currency: 'EUR',
    shownParameters: ['Region', 'Months'],
    requiredParameters: [],
    filters: [
      {
        kind: 'choice',
        parameter: 'Categories',
        label: 'Categories',
        column: 'category',
        multiple: true,
        select: { sql: 'SELECT DISTINCT category FROM products ORDER BY category' },
      },
    ],
    datasets: {
      sold: {
        sql: `SELECT sum(quantity) FILTER (WHERE recent) AS units,
            sum(quantity) FILTER (WHERE NOT recent) AS units_before,
            avg(returned::int) FILTER (WHERE recent) AS returned,
            avg(returned::int) FILTER (WHERE NOT recent) AS returned_before
          FROM ${toComparedSales(`${IN_REGION} AND ${IN_CATEGORY}`)}`,
      },
      stock: {
        sql: `SELECT sum(stock * cost) AS value, count(*) FILTER (WHERE stock < reorder_level) AS low
          FROM products WHERE ${IN_CATEGORY}`,
      },
      byQuarter: {
        sql: `SELECT to_char(quarter, '"Q"Q YYYY') AS quarter, coffee, parts, tableware, equipment
          FROM (
            SELECT date_trunc('quarter', ordered_on) AS quarter,
              sum(quantity) FILTER (WHERE category = 'Coffee') AS coffee,
              sum(quantity) FILTER (WHERE category = 'Service parts') AS parts,
              sum(quantity) FILTER (WHERE category = 'Tableware') AS tableware,
              sum(quantity) FILTER (
                WHERE category IN ('Espresso machines', 'Grinders', 'Brewers')) AS equipment
            FROM sales
            WHERE ordered_on BETWEEN DATE '2025-01-01' AND DATE '2026-09-30'
              AND ${IN_REGION} AND ${IN_CATEGORY}
            GROUP BY 1) AS quarters
          ORDER BY quarters.quarter`,
      },
      stockByCategory: {
        sql: `SELECT category, sum(stock * cost) AS value FROM products
          GROUP BY category ORDER BY value DESC`,
      },
      low: {
        sql: `SELECT name, category, stock, reorder_level, (reorder_level - stock) * cost AS value
          FROM products WHERE stock < reorder_level AND ${IN_CATEGORY} ORDER BY value DESC`,
      },
    },
    tiles: [
      {
        id: 'stock-value',
        kind: 'number',
        title: 'Stock value',
        dataset: 'stock',
        value: 'value',
        format: 'currency',
        note: 'at cost',
        span: 3,
      },
      {
        id: 'low-products',
        kind: 'number',
        title: 'To be reordered',
        dataset: 'stock',
        value: 'low',
        format: 'integer',
        note: 'products below their level',
        span: 3,
      },
      {
        id: 'units-sold',
        kind: 'number',
        title: 'Units sold',
        dataset: 'sold',
        value: 'units',
        previous: 'units_before',
        format: 'integer',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'return-rate',
        kind: 'number',
        title: 'Orders returned',
        dataset: 'sold',
        value: 'returned',
        previous: 'returned_before',
        format: 'percent',
        better: 'lower',
        note: 'vs. previous year',
        span: 3,
      },
      {
        id: 'units-by-quarter',
        kind: 'bar',
        title: 'Units sold by quarter',
        dataset: 'byQuarter',
        category: 'quarter',
        series: [
          { column: 'coffee', label: 'Coffee' },
          { column: 'parts', label: 'Service parts' },
          { column: 'tableware', label: 'Tableware' },
          { column: 'equipment', label: 'Equipment' },
        ],
        addsUp: true,
        format: 'integer',
        stacked: true,
        span: 7,
      },
      {
        id: 'stock-by-category',
        kind: 'donut',
        title: 'Stock value by category',
        dataset: 'stockByCategory',
        category: 'category',
        value: 'value',
        addsUp: true,
        format: 'currency',
        span: 5,
      },
      {
        id: 'reorder',
        kind: 'table',
        title: 'Products to be reordered',
        dataset: 'low',
        columns: [
          { column: 'name', label: 'Product', format: 'text' },
          { column: 'category', label: 'Category', format: 'text' },
          { column: 'stock', label: 'In stock', format: 'integer' },
          { column: 'reorder_level', label: 'Level', format: 'integer' },
          { column: 'value', label: 'Cost of order', format: 'currency' },
        ],
        span: 12,
      },
    ],
  },
};
