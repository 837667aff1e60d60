import { expect, it } from 'vitest';
import { findAddedColumns } from '../../../service/src/dashboard/added-columns.ts';

/** A SELECT, the columns of its result, and those that add up. */
const SELECTS: readonly [sql: string, names: string, added: string][] = [
  [
    'SELECT region, sum(n) AS total, COUNT(*) AS orders FROM t',
    'region total orders',
    'total orders',
  ],
  [
    'SELECT avg(n) a, min(n) b, max(n) c, n d, n + 1 AS e, sum(a) / sum(b) f, sum(n) g',
    'a b c d e f g',
    'g',
  ],
  // The same thing counts in several rows.
  ['SELECT count(DISTINCT id) AS a, sum(distinct n) b, approx_count_distinct(id) c', 'a b c', ''],
  [
    'SELECT sum(n) OVER (ORDER BY m) AS a, sum(n) FILTER (WHERE x) OVER w b, count(*) over () c',
    'a b c',
    '',
  ],
  [
    'SELECT sum(a) FILTER (WHERE b IN (1, 2)) AS a, sum(CASE WHEN a THEN 1 END) AS b FROM t',
    'a b',
    'a b',
  ],
  [
    'SELECT coalesce(sum(n), 0) a, round(sum(n) , 2) b, IFNULL(ROUND(SUM(n)), 0) c, coalesce(sum(n), avg(n)) d',
    'a b c d',
    'a b c',
  ],
  [
    'SELECT sum(n)::numeric(10, 2) AS a, cast(sum(n) AS double precision) AS b, sum(n)::double precision c',
    'a b c',
    'a b c',
  ],
  [
    'SELECT sum(n)::int / count(*) AS a, sum(n) > 3 AS b, -sum(n) c, (SELECT sum(n) FROM t) AS d',
    'a b c d',
    '',
  ],
  // The engines name columns in their own way.
  ['SELECT region, sum(n), count(*) FROM t', 'region sum count', 'sum count'],
  ['select `a`, sum(`n`) from `t`', 'a sum(`n`)', 'sum(`n`)'],
  [
    `SELECT *, sum(n) AS "to""tal", sum(n) 'b', sum(n) AS \`c\`, avg(n) AS "sum(n)" FROM t`,
    'x y to"tal b c sum(n)',
    'to"tal b c',
  ],
  // Quotes, comments and functions hide commas and words.
  [
    `SELECT a AS ", sum(n) AS b", 'it''s, sum(n) AS b' AS c, avg(n) AS b, /* , sum(n) AS b */ sum(n) -- AS b,\n AS d FROM t`,
    'a c b d',
    'd',
  ],
  [
    "SELECT date_trunc('month', day)::date AS month, extract(year FROM day) AS year, sum(n) AS n FROM t",
    'month year n',
    'n',
  ],
  // The columns of a star are not known.
  ['SELECT *, sum(n) AS n, avg(n) AS m FROM t', 'a b c n m', 'n'],
  ['SELECT t.*, sum(n) FROM t', 'sum a b', ''],
  ['SELECT sum(n) AS n, avg(n) AS n FROM t', 'n n', ''],
  // Only the columns of the whole SELECT count.
  ['WITH a AS (SELECT sum(n) AS n FROM t) SELECT n, count(*) AS c FROM a', 'n c', 'c'],
  ['SELECT n, sum(m) AS m FROM (SELECT 1 UNION ALL SELECT 2) AS t GROUP BY 1;', 'n m', 'm'],
  ['SELECT sum(n) AS n FROM t UNION ALL SELECT avg(n) FROM t', 'n', ''],
  // Subtotals would count twice.
  ['SELECT a, sum(n) AS n FROM t GROUP BY ROLLUP (a)', 'a n', ''],
  ['SELECT a, sum(n) AS n FROM t GROUP BY a WITH ROLLUP', 'a n', ''],
  // The rest of such SQL may be a text of one engine and a comment of another one.
  ["SELECT 'it\\'s', sum(n) AS n -- '", 'a n', ''],
  ['SELECT $$a, b$$ AS a, sum(n) AS n', 'a n', ''],
  ['SELECT a # , sum(n) AS n\n, avg(n) AS n FROM t', 'a n', ''],
  ['SELECT a /* , sum(n) AS n /* */ */, avg(n) AS n FROM t', 'a n', ''],
  ['TABLE t', 'n', ''],
];

it.for(SELECTS)('finds the columns that add up in %s', ([sql, names, added]) => {
  expect(findAddedColumns(sql, names.split(' ')).join(' ')).toBe(added);
});
