import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import type { PageData } from '../../service/src/page/browser/live-tiles.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import { stateOf, testDashboard, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const FEW_ROWS = 20;
const many = (value: string): string => `SELECT ${value} AS n FROM generate_series(0, 999) AS i`;
/** Columns of a thousand values. */
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
  'a parameter and a comment': many('i + coalesce(:Add::int, 0)').concat('; -- all'),
  'a quoted name': many('i').replace('AS n', 'AS "the ""n"""'),
  'only NULL': many('NULL::int'),
  'no rows': many('i').concat(' WHERE false'),
};
const DATASETS = {
  ...COLUMNS,
  // The database cannot count a SELECT with two columns of one name.
  twice: 'SELECT i AS n, i AS n FROM generate_series(1, 1000) AS i',
  names: `SELECT 'a' || i AS n FROM generate_series(1, 1000) AS i`,
};
const BASE = { kind: 'histogram', format: 'decimal' } as const;
const dashboard = testDashboard(
  1,
  DATASETS,
  [
    ...Object.entries(DATASETS).map(([dataset, sql], index) => {
      const value = sql.includes('the ""n""') ? 'the "n"' : 'n';
      return Object.assign({ id: `tile-${index}`, dataset, value }, BASE);
    }),
    { ...BASE, id: 'money', dataset: 'values on the limits', value: 'n', format: 'currency' },
    { ...BASE, id: 'four', dataset: 'whole numbers', value: 'n', format: 'integer', bins: 4 },
  ],
  { currency: 'EUR' },
);
const whole = useService({ dashboards: [dashboard], maxRows: 5000 });
const cut = useService({ dashboards: [dashboard], maxRows: FEW_ROWS });
/** The page of all rows, and the page of the service that reads only some. */
let wholePage: string;
let cutPage: string;

beforeAll(async () => {
  [wholePage, cutPage] = [await whole.pageOf(dashboard), await cut.pageOf(dashboard)];
});

const idOf = (dataset: string): string => `tile-${Object.keys(DATASETS).indexOf(dataset)}`;

/** Returns the lines of a tile's CSV. */
async function csvOf(tested: typeof whole, id: string): Promise<string[][]> {
  const token = await (await tested.getToken(dashboard.guid)).text();
  const answer = await fetch(`${tested.url}/Tdb/${token}?csv=${id}`);
  return parse(await answer.text(), { bom: true });
}

const linesOf = async (id: string): Promise<string[]> =>
  (await csvOf(cut, id)).slice(1).map((line) => line.join(' '));

describe('the bars of a histogram', () => {
  it.each(Object.keys(COLUMNS))('are those of all rows if only some are read: %s', async (name) => {
    const id = idOf(name);
    const [all, counted] = [await csvOf(whole, id), await csvOf(cut, id)];
    expect(counted).toEqual(all);
    expect(stateOf(cutPage, id)).toBe(all.length > 0 ? 'ready' : 'empty');
    if (all.length > 0) {
      expect(all[0]).toEqual(['From', 'To', 'Count']);
      const counts = all.slice(1).map(([, , count]) => Number(count));
      const [, missing = 0] = /Rows without a value: (\d+)/.exec(tileOf(cutPage, id)) ?? [];
      expect(counts.reduce((sum, count) => sum + count, Number(missing))).toBe(1000);
      expect(tileOf(cutPage, id)).not.toContain('Only the first');
    }
  });

  it('have round limits, and the largest value is in the last bar', async () => {
    expect(await linesOf(idOf('values on the limits'))).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((tenth) => `${tenth / 10} ${(tenth + 1) / 10} 91`),
      '0.9 1 181',
    ]);
    expect(await linesOf(idOf('negative numbers'))).toContain('-2 0 136');
  });

  it('are one for each whole number, or end at the largest whole number in them', async () => {
    expect(await linesOf(idOf('few whole numbers'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((face) => `${face} ${face} ${face > 4 ? 166 : 167}`),
    );
    expect((await linesOf(idOf('whole numbers'))).slice(-2)).toEqual(['80 89 100', '90 100 108']);
    expect(await linesOf(idOf('one whole number'))).toEqual(['6 6 0', '7 7 1000', '8 8 0']);
  });

  it('are about as many as the author wants', async () => {
    expect((await linesOf('four')).map((line) => line.split(' ')[0])).toEqual([
      '0',
      '20',
      '40',
      '60',
      '80',
    ]);
  });
});

describe('the tile of a histogram', () => {
  it('counts the rows without a number in a note', () => {
    const shown = (dataset: string): string => tileOf(wholePage, idOf(dataset));
    expect(shown('values and NULL')).toContain('Rows without a value: 334');
    expect(shown('no numbers and infinity')).toContain('Rows without a value: 750');
    expect(shown('decimals')).not.toContain('without a value');
  });

  it('has no bars if the database cannot count all rows, and says why', () => {
    for (const dataset of ['twice', 'names']) {
      const tile = tileOf(cutPage, idOf(dataset));
      expect(stateOf(cutPage, idOf(dataset))).toBe('unfit');
      expect(tile).toContain('There are too many rows to compute this.');
      expect(tile).not.toContain('data-chart');
    }
    expect(stateOf(wholePage, idOf('twice'))).toBe('ready');
    expect(stateOf(wholePage, idOf('names'))).toBe('empty');
  });

  it('has a table for screen readers, whose limits have the digits of their distance', () => {
    const tile = tileOf(cutPage, 'money');
    const cells = [...tile.matchAll(/<td[^>]*data-column="(\w+)"[^>]*>([^<]*)</g)];
    expect(cells.slice(0, 3).map(([, column, text]) => [column, text])).toEqual([
      ['from', '€0.00'],
      ['to', '€0.10'],
      ['count', '91'],
    ]);
  });
});

interface Option {
  xAxis: { type: string; data?: string[]; axisLabel: { show: boolean }; min?: number }[];
  yAxis: { name: string; min: number };
  series: { data: number[]; tooltip: { valueFormatter: (value: number) => string } };
}

function draw(id: string): Option {
  const { charts, style } = JSON.parse(
    /id="dashboard-data">(.*?)<\/script>/s.exec(cutPage)![1]!,
  ) as PageData;
  return toChartOption(charts[id]!, style, { width: 600, height: 260 }) as unknown as Option;
}

describe('the drawing of a histogram', () => {
  it('has the limits on its axis, and the values of a bar in its tooltip', () => {
    const { xAxis, yAxis, series } = draw('four');
    expect(xAxis[0]!.data).toEqual(['0 – 19', '20 – 39', '40 – 59', '60 – 79', '80 – 100']);
    expect(xAxis.map(({ axisLabel }) => axisLabel.show)).toEqual([false, true]);
    expect(xAxis[1]).toMatchObject({ type: 'value', min: 0, max: 100, interval: 20 });
    expect(yAxis).toMatchObject({ name: 'Count', min: 0 });
    expect(series.tooltip.valueFormatter(1234)).toBe('1,234');
  });

  it('has each whole number below its bar', () => {
    const { xAxis } = draw(idOf('few whole numbers'));
    expect(xAxis[0]!.data).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(xAxis.map(({ axisLabel }) => axisLabel.show)).toEqual([true, false]);
  });
});

describe('the number of bars', () => {
  const problemsOf = (bins: unknown) =>
    parseDraft({
      ...EMPTY_DRAFT,
      title: 'A',
      datasets: [{ name: 'rows', sql: 'SELECT 1 AS n' }],
      tiles: [{ ...BASE, id: 'a', title: 'A', span: 6, dataset: 'rows', value: 'n', bins }],
    }).problems;

  it('is a whole number from 2 to 50, or automatic', () => {
    expect([undefined, 2, 50].map(problemsOf)).toEqual([[], [], []]);
    for (const bins of [1, 51, 2.5, null]) {
      expect(problemsOf(bins)).toEqual([
        { path: 'tiles.0.bins', message: 'Enter a whole number from 2 to 50.' },
      ]);
    }
    expect(problemsOf('4')).toHaveLength(1);
  });
});
