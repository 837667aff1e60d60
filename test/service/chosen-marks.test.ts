import type { Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import type { PageData } from '../../service/src/page/browser/live-tiles.ts';
import { type TestTile, testDashboard } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const SALES = `SELECT * FROM (VALUES ('North', 'web', '2026-01-01'::date, 1, 5),
  ('South', 'store', '2026-02-01', 2, 6), ('East', 'web', '2026-03-01', 3, 7))
  AS sales (region, channel, month, n, m)`;
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Area',
    label: 'Area',
    column: 'Region',
    multiple: true,
    list: [{ value: 'North' }, { value: 'S', label: 'South' }],
  },
  { kind: 'choice', parameter: 'Channel', label: 'Channel', list: [{ value: 'web' }] },
  { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End', column: 'month' },
  { kind: 'date', parameter: 'End', label: 'To' },
];
const base = { format: 'integer' } as const;
const series = [{ column: 'n', label: 'n' }];
const TILES: TestTile[] = [
  { ...base, id: 'bars', kind: 'bar', category: 'region', series },
  { ...base, id: 'line', kind: 'line', category: 'month', series },
  { ...base, id: 'split', kind: 'bar', category: 'month', splitBy: 'channel', series },
  { ...base, id: 'lines', kind: 'line', category: 'month', splitBy: 'channel', series },
  { ...base, id: 'ring', kind: 'donut', category: 'region', value: 'n' },
  {
    id: 'points',
    kind: 'scatter',
    category: 'region',
    x: { ...base, column: 'n', label: 'n' },
    y: { ...base, column: 'm', label: 'm' },
  },
  { ...base, id: 'slices', kind: 'pie', category: 'month', value: 'n' },
  {
    id: 'dates',
    kind: 'scatter',
    category: 'month',
    x: { ...base, column: 'n', label: 'n' },
    y: { ...base, column: 'm', label: 'm' },
  },
  { ...base, id: 'heat', kind: 'heatmap', category: 'month', splitBy: 'channel', value: 'n' },
  {
    id: 'table',
    kind: 'table',
    columns: [
      { column: 'region', label: 'Region', format: 'text' },
      { column: 'month', label: 'Month', format: 'month' },
    ],
  },
];
const dashboard = testDashboard(1, { sales: SALES }, TILES, { filters });
const service = useService({ dashboards: [dashboard] });

const read = async (query: string, parameters?: string): Promise<string> =>
  (await fetch(`${await service.addressOf(dashboard.guid, parameters)}?${query}`)).text();

/** Returns the chosen marks in the data of a page. */
function findChosen(page: string): Record<string, unknown> {
  const [, data] = /id="dashboard-data">([^<]*)</.exec(page)!;
  const entries = Object.entries((JSON.parse(data!) as PageData).charts);
  return Object.fromEntries(
    entries.flatMap(([id, chart]) => ('chosen' in chart ? [[id, chart.chosen]] : [])),
  );
}

const toTile = (page: string, id: string): string =>
  page.slice(page.indexOf(`data-tile="${id}"`)).split('</section>')[0]!;
/** Returns the numbers of outlined and of faded marks in the drawing of a tile. */
function countLooks(page: string, id: string): [outlined: number, faded: number] {
  const [svg] = /<svg[\s\S]*?<\/svg>/.exec(toTile(page, id).split('class="chart"')[1]!)!;
  return [/<path[^>]*stroke="#1d2430"/g, /<path[^>]*opacity="0.35"/g].map(
    (look) => [...svg.matchAll(look)].length,
  ) as [number, number];
}
/** Returns the values of the cells and headings that screen readers call current. */
const findCurrent = (page: string, id: string): string[] =>
  Array.from(
    toTile(page, id).matchAll(/<t[dh][^>]*data-value="([^"]*)"[^>]*aria-current="true"/g),
    ([, value]) => value!,
  );

describe('the marks that filters choose', () => {
  it('are outlined, and the others have less color', async () => {
    const page = await read('filter.Area=North');
    const places = { places: [0] };
    expect(findChosen(page)).toEqual({ bars: places, ring: places, points: places });
    for (const id of ['bars', 'ring', 'points']) expect(countLooks(page, id), id).toEqual([1, 2]);
    expect(countLooks(page, 'line')).toEqual([0, 0]);
  });

  it('are those of a period: a point on a line, a slice', async () => {
    const page = await read('filter.Start=2026-02-01&filter.End=2026-02-28');
    const places = { places: [1] };
    const charts = ['line', 'split', 'lines', 'slices', 'dates'];
    expect(findChosen(page)).toEqual(Object.fromEntries(charts.map((id) => [id, places])));
    const [outlined, faded] = countLooks(page, 'line');
    expect(outlined).toBe(1);
    expect(faded).toBeGreaterThan(0);
  });

  it('are those of a series', async () => {
    const page = await read('filter.Channel=web');
    expect(findChosen(page)).toEqual({ split: { series: [0] }, lines: { series: [0] } });
    // Both bars of the series are outlined.
    expect(countLooks(page, 'split')).toEqual([2, 1]);
    expect(countLooks(page, 'lines')[1]).toBeGreaterThan(0);
    expect(findCurrent(page, 'heat')).toEqual(['web', '1', '', '3']);
    expect(findCurrent(page, 'split')).toEqual(['web']);
  });

  it('have both the category and the series of two filters', async () => {
    const page = await read('filter.Channel=web&filter.Start=2026-01-01&filter.End=2026-01-31');
    expect(findChosen(page).split).toEqual({ places: [0], series: [0] });
    expect(countLooks(page, 'split')).toEqual([1, 2]);
    expect(findCurrent(page, 'heat')).toContain('1');
    expect(findCurrent(page, 'heat')).not.toContain('3');
  });

  it('are several values, also by their labels', async () => {
    const page = await read('filter.Area=North&filter.Area=S');
    expect(findChosen(page).bars).toEqual({ places: [0, 1] });
    expect(findCurrent(page, 'table')).toEqual(['North', 'South']);
    expect(findCurrent(page, 'bars')).toEqual(['North', 'South']);
  });

  it('are the cells of a period', async () => {
    const page = await read('filter.Start=2026-02-01&filter.End=2026-02-28');
    expect(findCurrent(page, 'table')).toEqual(['2026-02-01']);
  });

  it('have the usual look without a choice, and without a mark of the choice', async () => {
    for (const query of ['', 'filter.Start=2026-01-01&filter.End=2026-03-31', 'filter.Area=']) {
      const page = await read(query);
      expect(findChosen(page), query).toEqual({});
      expect(page).not.toContain('aria-current');
      expect(countLooks(page, 'bars')).toEqual([0, 0]);
    }
  });

  it('have the usual look if the token locks the filter', async () => {
    const page = await read('', 'Channel=web');
    expect(findChosen(page)).toEqual({});
    expect(page).not.toContain('aria-current');
  });

  it('are those of the picture, too', async () => {
    const svg = await read('svg=bars&filter.Area=North');
    expect(svg.match(/opacity="0.35"/g)).toHaveLength(2);
  });
});
