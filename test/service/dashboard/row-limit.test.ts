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
  'few whole numbers': many('1 + i % 6'),
  'large whole numbers': many('9000000000000000 + i'),
  'negative numbers': many('-0.5 * (i % 37)'),
  'values on the limits': many('(i % 11) / 10.0'),
  'tiny numbers': many('i * 1e-9'),
  'one value': many('7.25'),
  'one whole number': many('7'),
  zeros: many('0'),
  'values and NULL': many('CASE WHEN i % 3 > 0 THEN i END'),
  'no numbers and infinity': many(
    `CASE i % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' ELSE i::text END::float8`,
  ),
  'texts of JSON': many(`to_json(i / 8.0)::jsonb ->> 0`),
  // The parameter and the comment must survive in the SELECT that counts.
  'a parameter and a comment': many('i + coalesce(:Add::int, 0)').concat('; -- all'),
  'a quoted name': many('i').replace('AS n', 'AS "the ""n"""'),
  'only NULL': many('NULL::int'),
  'no rows': many('i').concat(' WHERE false'),
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
const column = { column: 'n', label: 'N', format };
const line = {
  kind: 'line',
  category: 'n',
  series: [{ column: 'n', label: 'N' }],
  format,
  references: [
    { kind: 'average', label: 'Mean', column: 'n' },
    { kind: 'value', label: 'Limit', value: 7 },
  ],
} as const;
const tileFor = (use: string, dataset: string, tile: TestTile): TestTile =>
  Object.assign({ id: `${use}-${Object.keys(DATASETS).indexOf(dataset)}`, dataset }, tile);
const BINS = [...Object.keys(COLUMNS), 'failing', 'names'];
const TOTALS = [
  'whole numbers',
  'values and NULL',
  'a parameter and a comment',
  'failing',
  'limit',
];
const LINES = ['whole numbers', 'failing', 'few', 'limit'];
const tiles = [
  ...BINS.map((name) => {
    const value = name === 'a quoted name' ? 'the "n"' : 'n';
    return tileFor('bins', name, { kind: 'histogram', value, format });
  }),
  ...TOTALS.map((name) =>
    tileFor('total', name, { kind: 'table', columns: [{ ...column, total: 'sum' }] }),
  ),
  ...LINES.map((name) => tileFor('line', name, line)),
];
const dashboard = testDashboard(1, DATASETS, tiles);
const idOf = (use: string, dataset: string): string =>
  `${use}-${Object.keys(DATASETS).indexOf(dataset)}`;
/** The page of a service, and the lines of the CSV of each histogram. */
interface Shown {
  page: string;
  files: Map<string, string[][]>;
}
/** The page of all rows, and the page of a service that reads only some. */
let whole: Shown;
let cut: Shown;

async function showWith(maxRows: number): Promise<Shown> {
  const tested = new TestedService();
  await tested.start({ dashboards: [dashboard], maxRows });
  const address = await tested.addressOf(dashboard.guid);
  const page = await (await fetch(`${address}?whole`)).text();
  const files = new Map<string, string[][]>();
  for (const name of Object.keys(COLUMNS)) {
    const answer = await fetch(`${address}?csv=${idOf('bins', name)}`);
    files.set(name, parse(await answer.text(), { bom: true }));
  }
  await tested.close();
  return { page, files };
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
    const id = idOf('bins', name);
    const all = whole.files.get(name);
    expect(cut.files.get(name)).toEqual(all);
    expect(stateOf(cut.page, id)).toBe(all!.length > 0 ? 'ready' : 'empty');
    if (all!.length === 0) return;
    const counts = all!.slice(1).map(([, , count]) => Number(count));
    const [, missing = 0] = /Rows without a value: (\d+)/.exec(shown('bins', name)) ?? [];
    expect(counts.reduce((sum, count) => sum + count, Number(missing))).toBe(1000);
    expect(shown('bins', name)).not.toContain(NOTICE);
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

  it.each(['whole numbers', 'values and NULL', 'a parameter and a comment'])(
    'is that of all rows: %s',
    (name) => {
      expect(totalOf(name)).toMatch(/\d/);
      expect(totalOf(name)).toBe(totalOf(name, whole));
      expect(shown('total', name)).not.toContain('Totals are missing');
    },
  );

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
