import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AxisContent } from '../../../service/src/tiles/tile-data.ts';
import {
  chartOf,
  stateOf,
  type TestTile,
  testDashboard,
  tileOf,
} from '../../support/test-dashboard.ts';
import { TestedService } from '../tested-service.ts';

const LIMIT = 20;
const many = (value: string, count = 1000): string =>
  `SELECT ${value} AS n FROM generate_series(0, ${count - 1}) AS i`;
/** Columns of a thousand values that the database can count and add up. */
const COLUMNS = {
  decimals: many('(i * 7919 % 1000) / 7.0'),
  'floating-point numbers': many('(i * 7919 % 1000)::float8 / 3'),
  'whole numbers': many('i * 7919 % 101'),
  'large whole numbers': many('9000000000000000 + i'),
  'values on the limits': many('(i % 11) / 10.0'),
  'one value': many('7.25'),
  'values and NULL': many('CASE WHEN i % 3 > 0 THEN i END'),
  'no numbers and infinity': many(
    `CASE i % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' ELSE i::text END::float8`,
  ),
  'texts of JSON': many(`to_json(i / 8.0)::jsonb ->> 0`),
  // The parameter and the comment must survive in the SELECT that counts.
  'a parameter and a comment': many('i + coalesce(:Add::int, 0)').concat('; -- all'),
  'a quoted name': many('i').replace('AS n', 'AS "the ""n"""'),
  'only NULL': many('NULL::int'),
};
const DATASETS = {
  ...COLUMNS,
  // The database cannot count a SELECT that fails after the rows that are shown.
  failing: many('i + 0 / (500 - i)'),
  names: many(`'a' || i`),
  few: many('i + 1', 3),
  limit: many('i', LIMIT),
};
const format = 'decimal';
const HISTOGRAM = { kind: 'histogram', value: 'n', format } as const;
const TABLE = {
  kind: 'table',
  columns: [{ column: 'n', label: 'N', format, total: 'sum' }],
} as const;
const LINE = {
  kind: 'line',
  category: 'n',
  series: [{ column: 'n', label: 'N' }],
  format,
  references: [
    { kind: 'average', label: 'Mean', column: 'n' },
    { kind: 'value', label: 'Limit', value: 7 },
  ],
} as const;

const idOf = (use: string, dataset: string): string =>
  `${use}-${Object.keys(DATASETS).indexOf(dataset)}`;
const tilesFor = (use: string, tile: TestTile, datasets: readonly string[]): TestTile[] =>
  datasets.map((dataset) => ({ id: idOf(use, dataset), dataset, ...tile }));
const UNQUOTED = Object.keys(COLUMNS).filter((name) => name !== 'a quoted name');
const dashboard = testDashboard(1, DATASETS, [
  ...tilesFor('bins', HISTOGRAM, [...UNQUOTED, 'failing', 'names']),
  ...tilesFor('bins', { ...HISTOGRAM, value: 'the "n"' }, ['a quoted name']),
  ...tilesFor('total', TABLE, ['whole numbers', 'values and NULL', 'failing', 'limit']),
  ...tilesFor('line', LINE, ['whole numbers', 'failing', 'few', 'limit']),
]);

/** The page of a service, and the lines of the CSV of a histogram. */
interface Shown {
  page: string;
  csv: string[][];
}
/** The page of all rows, and the page of a service that reads only some. */
let whole: Shown;
let cut: Shown;

async function showWith(maxRows: number): Promise<Shown> {
  const tested = new TestedService();
  await tested.start({ dashboards: [dashboard], maxRows });
  const address = await tested.addressOf(dashboard.guid);
  const page = await (await fetch(`${address}?whole`)).text();
  const answer = await fetch(`${address}?csv=${idOf('bins', 'values and NULL')}`);
  const csv: string[][] = parse(await answer.text(), { bom: true });
  await tested.close();
  return { page, csv };
}

beforeAll(async () => {
  whole = await showWith(5000);
  cut = await showWith(LIMIT);
});

const shown = (use: string, dataset: string, { page } = cut): string =>
  tileOf(page, idOf(use, dataset));
const NOTICE = `Only the first ${LIMIT} rows are shown.`;
const UNKNOWN = 'There are too many rows to compute this.';

describe('the rows of a tile', () => {
  it('end at the limit, in its table, its chart and the data of the page, and a notice says so', () => {
    for (const use of ['total', 'line']) {
      const tile = shown(use, 'whole numbers');
      expect(tile).toContain(NOTICE);
      expect(tile.match(/<tr/g)).toHaveLength(1 + LIMIT + (use === 'total' ? 1 : 0));
    }
    const chart = chartOf(cut.page, idOf('line', 'whole numbers')) as AxisContent;
    expect(chart.data.categories).toHaveLength(LIMIT);
  });

  it('are all there if their number equals the limit', () => {
    for (const use of ['total', 'line']) expect(shown(use, 'limit')).not.toContain(NOTICE);
    expect(shown('total', 'limit')).toContain(`data-value="${LIMIT - 1}"`);
  });
});

describe('the bars of a histogram', () => {
  it.each(Object.keys(COLUMNS))('are those of all rows if only some are read: %s', (name) => {
    expect(shown('bins', name)).toBe(shown('bins', name, whole));
    expect(stateOf(cut.page, idOf('bins', name))).toBe(name === 'only NULL' ? 'empty' : 'ready');
  });

  it('are those of all rows in its file', () => {
    expect(cut.csv).toEqual(whole.csv);
    const [, ...lines] = cut.csv;
    expect(lines.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(666);
    expect(shown('bins', 'values and NULL')).toContain('Rows without a value: 334');
  });

  it.each(['failing', 'names'])('are missing if the database cannot count: %s', (name) => {
    expect(stateOf(cut.page, idOf('bins', name))).toBe('unfit');
    expect(shown('bins', name)).toContain(UNKNOWN);
    expect(stateOf(whole.page, idOf('bins', name))).toBe(name === 'failing' ? 'error' : 'empty');
  });
});

describe('the total of a table', () => {
  const totalOf = (dataset: string, from?: Shown): string | undefined =>
    /<tfoot>[\s\S]*?<td[^>]*>([^<]*)</.exec(shown('total', dataset, from))?.[1];

  it.each(['whole numbers', 'values and NULL'])('is that of all rows: %s', (name) => {
    expect(totalOf(name)).toMatch(/\d/);
    expect(totalOf(name)).toBe(totalOf(name, whole));
    expect(shown('total', name)).not.toContain('Totals are missing');
  });

  it('is missing if the database cannot compute it, and the tile says so', () => {
    expect(totalOf('failing')).toBeUndefined();
    expect(shown('total', 'failing')).toContain(
      'Totals are missing because there are too many rows.',
    );
  });
});

describe('the line of an average', () => {
  const linesOf = (dataset: string): (string | undefined)[] =>
    [...shown('line', dataset).matchAll(/<span class="name" title="([^"]*)"/g)].map(
      ([, text]) => text,
    );

  it.each([
    ['few', ['Mean: 2', 'Limit: 7'], false],
    ['whole numbers', ['Mean: 49.9', 'Limit: 7'], false],
    ['failing', ['Limit: 7'], true],
  ])('is that of all rows if the database can compute it: %s', (name, lines, isUnknown) => {
    expect(linesOf(name)).toEqual(lines);
    expect(shown('line', name).includes(`Mean: ${UNKNOWN}`)).toBe(isUnknown);
  });
});
