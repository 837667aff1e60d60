import { beforeAll, expect, it } from 'vitest';
import { testDashboard, type TestTile, tileOf } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

/** The tables behind the view `sales`: the expected values come from other SQL than the charts. */
const TABLES = `orders JOIN customers ON customers.id = customer_id
  JOIN products ON products.id = product_id`;
const WHOLE = 'FM999,999,999,990';
const RECENT = "ordered_on > '2026-10-01'";
const YEAR = "to_char(ordered_on, 'YYYY')";

/** The SQL of a chart, its tile, and the SQL of the texts in its rows: of the series, of the category, of the value. */
type Chart = [sql: string, tile: TestTile, expected: string];

const series = [{ column: 'n', label: 'Orders' }];
const orders: TestTile = { kind: 'bar', category: 'at', series };
const toDated = (at: string, categoryFormat: string, label: string, where = 'true'): Chart => [
  `SELECT ${at} AS at, count(*) AS n FROM sales WHERE ${where} GROUP BY 1 ORDER BY 2`,
  { ...orders, categoryFormat },
  `SELECT 'Orders', to_char(ordered_on, '${label}'), to_char(count(*), '${WHOLE}')
   FROM orders WHERE ${where} GROUP BY 2`,
];
/** Any day may represent its period. */
const toStart = (unit: string): string => `date_trunc('${unit}', ordered_on)::date`;
const toEnd = (unit: string): string => `(${toStart(unit)} + interval '1 ${unit} -1 day')::date`;
const perYear = (value: string): string =>
  `SELECT ${toStart('year')} AS at, product, ${value} AS n FROM sales GROUP BY 1, 2 ORDER BY 2`;
const split = { ...orders, categoryFormat: 'year', splitBy: 'product' };
const ranked = (value: string): string => `WITH yearly AS (
    SELECT products.name, ${YEAR} AS year, ${value} AS n FROM ${TABLES} GROUP BY 1, 2
  ), ranks AS (SELECT name, rank() OVER (ORDER BY sum(n) DESC) AS rank FROM yearly GROUP BY 1)`;

const CHARTS: Record<string, Chart> = {
  countries: [
    'SELECT country AS at, count(*) AS n FROM sales GROUP BY 1 ORDER BY 2',
    orders,
    `SELECT 'Orders', country, to_char(count(*), '${WHOLE}') FROM ${TABLES} GROUP BY 2`,
  ],
  years: toDated(toStart('year'), 'year', 'YYYY'),
  quarters: toDated(toStart('quarter'), 'quarter', '"Q"Q YYYY'),
  months: toDated(toStart('month'), 'month', 'FMMon YYYY'),
  'ends of months': toDated(toEnd('month'), 'month', 'FMMon YYYY'),
  weeks: toDated(toStart('week'), 'week', 'IYYY-"W"IW'),
  days: toDated('ordered_on', 'date', 'FMMon FMDD, YYYY', RECENT),
  'times of a clock': toDated(
    "ordered_on + time '08:30'",
    'instant',
    'FMMon FMDD, YYYY, "8:30 AM"',
    RECENT,
  ),
  'products with the sum of small ones': [
    perYear('count(*)'),
    { ...split, addsUp: true },
    `${ranked('count(*)')} SELECT CASE WHEN rank < 12 THEN name ELSE 'Other' END, year,
       to_char(sum(n), '${WHOLE}') FROM yearly JOIN ranks USING (name) GROUP BY 1, 2`,
  ],
  'products without the small averages': [
    perYear('avg(revenue)'),
    split,
    `${ranked('avg(revenue)')} SELECT name, year, to_char(n, '${WHOLE}')
     FROM yearly JOIN ranks USING (name) WHERE rank <= 12`,
  ],
  'pairs of countries and segments': [
    'SELECT country AS at, segment, count(*) AS n FROM sales GROUP BY 1, 2 ORDER BY 3',
    { kind: 'heatmap', category: 'at', splitBy: 'segment', value: 'n' },
    `SELECT country, segment, to_char(count(*), '${WHOLE}') FROM ${TABLES} GROUP BY 1, 2`,
  ],
};

const names = Object.keys(CHARTS);
const datasets = Object.fromEntries(names.map((name, at) => [`rows${at}`, CHARTS[name]![0]]));
const tiles = names.map((name, at): TestTile => {
  const [, tile] = CHARTS[name]!;
  return { ...tile, dataset: `rows${at}`, format: 'integer' };
});
const dashboard = testDashboard(1, datasets, tiles);
const tested = useService({ dashboards: [dashboard] });
let page = '';

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
});

/** Returns the heading of the column, the first cell of the row, and the text of each cell that has a value. */
function readTable(tile: string): string[] {
  const [table = ''] = /<table[^]*<\/table>/.exec(tile) ?? [];
  const [heads = [], ...rows] = [...table.matchAll(/<tr[^]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) =>
      text!.replaceAll(/\s+/g, ' ').trim(),
    ),
  );
  return rows.flatMap(([label, ...cells]) =>
    cells.flatMap((text, at) => (/\d/.test(text) ? [`${heads[at + 1]} | ${label} | ${text}`] : [])),
  );
}

it.each(names)('the chart of %s has the values and the labels of SQL', async (name) => {
  const sql = `SELECT * FROM (${CHARTS[name]![2]}) AS cells (name, label, text)`;
  const expected = (await tested.service.query(sql)).map((row) => Object.values(row).join(' | '));
  const shown = readTable(tileOf(page, `tile-${names.indexOf(name)}`));
  expect(shown.toSorted()).toEqual(expected.toSorted());
  expect(shown.length).toBeGreaterThan(0);
});
