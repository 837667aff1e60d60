import { beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../service/src/page/browser/live-tiles.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import type { AxisContent } from '../../service/src/page/tile-data.ts';
import { stateOf, testDashboard } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const SIZE = { width: 200, height: 150 };
const chart = {
  kind: 'bar' as const,
  category: 'm',
  splitBy: 'region',
  multiples: true,
  stacked: true,
  series: [{ column: 'n', label: 'N' }],
  format: 'integer',
};
const dashboard = testDashboard(
  1,
  {
    rows: `SELECT * FROM (VALUES ('A', 'x <b>', 5), ('B', 'x <b>', 80), ('A', 'y', 900), ('C', 'y', 3)) AS t (m, region, n)`,
    many: `SELECT 'A' AS m, 'r' || i AS region, i AS n FROM generate_series(1, 30) AS i`,
  },
  [
    { ...chart, id: 'two', references: [{ kind: 'value', label: 'Goal', value: 100 }] },
    { ...chart, id: 'many', dataset: 'many' },
    { ...chart, id: 'one', multiples: false },
    { ...chart, id: 'lines', kind: 'line' },
  ],
);
const tested = useService({ dashboards: [dashboard] });
let page: string;
let data: PageData;

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
  data = JSON.parse(/id="dashboard-data">(.*?)<\/script>/s.exec(page)![1]!) as PageData;
});

const tileOf = (id: string): string => page.split(`data-tile="${id}"`)[1]!.split('</section>')[0]!;

interface Drawing {
  xAxis: { data: string[] };
  yAxis: { min: number; max: number }[];
  series: { name: string; data: unknown[]; stack?: string; markLine?: object }[];
}

const draw = (only: number): Drawing =>
  toChartOption(
    { ...(data.charts.two as AxisContent), only },
    data.style,
    SIZE,
  ) as unknown as Drawing;

describe('small charts', () => {
  it('show one value each, with its name as the title', () => {
    expect(stateOf(page, 'two')).toBe('ready');
    const titles = [...tileOf('two').matchAll(/<p title="([^"]*)">([^<]*)<\/p>/g)];
    expect(titles.map(([, , title]) => title)).toEqual(['x &lt;b&gt;', 'y']);
    expect([...tileOf('two').matchAll(/data-only="(\d)"/g)].map(([, only]) => only)).toEqual([
      '0',
      '1',
    ]);
    expect([0, 1].map((only) => draw(only).series.map(({ data: values }) => values))).toEqual([
      [[5, 80, null]],
      [[900, null, 3]],
    ]);
  });

  it('have the same axes', () => {
    const [one, other] = [draw(0), draw(1)];
    expect(one.xAxis.data).toEqual(['A', 'B', 'C']);
    expect(other.xAxis.data).toEqual(one.xAxis.data);
    // The bars are not stacked, so no axis is longer than the largest value needs.
    const ends = [one, other].map(({ yAxis }) => yAxis.map(({ min, max }) => [min, max]));
    expect(ends).toEqual([[[0, 1000]], [[0, 1000]]]);
    expect(one.series[0]!.stack).toBeUndefined();
  });

  it('all have the reference lines', () => {
    expect([0, 1].map((only) => draw(only).series[0]!.markLine !== undefined)).toEqual([
      true,
      true,
    ]);
  });

  it('have different ids in their drawings', () => {
    const ids = [...tileOf('lines').matchAll(/<clipPath[^>]* id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are at most twelve, without a sum of the rest, and the tile says so', () => {
    expect([...tileOf('many').matchAll(/data-only="\d+"/g)]).toHaveLength(12);
    expect(tileOf('many')).toContain('The largest 12 of 30 are shown.');
    expect(tileOf('many')).not.toContain('Other');
  });

  it('are the choice of the author', () => {
    expect(tileOf('one')).not.toContain('data-only');
    expect(tileOf('one')).toContain('class="legend series"');
    expect(tileOf('many')).not.toContain('class="legend series"');
  });
});
