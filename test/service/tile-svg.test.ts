import { describe, expect, it } from 'vitest';
import type { Filter } from 'embedded-dashboard-service';
import { type TestTile, testDashboard } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const SQL = `SELECT * FROM (VALUES
  ('Oslo', 'North', 3, 5, 77001), ('Rome', 'South', 4, 6, 77002)) AS sold (city, region, n, m, secret)
  WHERE :Region IS NULL OR region = :Region`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }, { value: 'East' }],
};
const TILES: TestTile[] = [
  {
    id: 'bars',
    title: 'Sold </svg><script>&',
    kind: 'bar',
    category: 'city',
    series: [
      { column: 'n', label: 'This year' },
      { column: 'm', label: 'Last\u0001 year' },
    ],
    format: 'integer',
  },
  { id: 'ring', title: 'Shares', kind: 'donut', category: 'city', value: 'n', format: 'integer' },
  { id: 'table', kind: 'table', columns: [{ column: 'city', label: 'City', format: 'text' }] },
  { id: 'gone', kind: 'donut', category: 'city', value: 'n', format: 'integer', dataset: 'gone' },
];
const DATASETS = { sold: SQL, gone: 'SELECT 1 / 0 AS n' };
const open = testDashboard(1, DATASETS, TILES, { filters: [region] });
const closed = testDashboard(2, DATASETS, TILES, { downloads: false });
const arabic = testDashboard(3, DATASETS, TILES, { locale: 'ar' });
const tested = useService({ dashboards: [open, closed, arabic] });

const ask = async ({ guid }: { guid: string }, query: string): Promise<Response> =>
  fetch(`${await tested.addressOf(guid)}?${query}`);
const draw = async (query: string, dashboard = open): Promise<string> =>
  (await ask(dashboard, query)).text();

/** Returns the texts of a picture. */
const textsOf = (svg: string): string[] =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text\s*>/g), ([, text]) => text!.trim());

describe('the picture of a tile', () => {
  it('is a file that may run and load nothing', async () => {
    const { status, headers } = await ask(open, 'svg=bars');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(`filename="Sold svg script &.svg"`);
    expect(headers.get('content-disposition')).toMatch(/\.svg$/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *; base-uri 'none'; form-action 'none'; sandbox",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has the title, the legend and the chosen rows only', async () => {
    const svg = await draw('svg=bars&filter.Region=North');
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining([
        'Sold &lt;/svg&gt;&lt;script&gt;&amp;',
        'This year',
        'Last year',
        'Oslo',
      ]),
    );
    expect(svg).not.toMatch(/Rome|7700\d|<script/);
    expect(svg.match(/<svg\s/g)).toHaveLength(2);
    expect(svg.match(/<\/svg>/g)).toHaveLength(2);
  });

  it('omits what the reader has hidden', async () => {
    const all = await draw('svg=bars');
    const one = await draw('svg=bars&hidden=This+year&hidden=Unknown');
    expect(textsOf(all)).toContain('This year');
    expect(textsOf(one)).not.toContain('This year');
    expect(textsOf(one)).toContain('Last year');
    expect(textsOf(await draw('svg=ring'))).toContain('Oslo 43%');
    const ring = textsOf(await draw('svg=ring&hidden=Rome'));
    expect(ring).toContain('Oslo 100%');
    expect(ring.join()).not.toContain('Rome');
  });

  it('has the colors and the direction of the page', async () => {
    const colorOf = (svg: string): string => /<rect[^>]*fill="(#\w+)"/.exec(svg)![1]!;
    expect(colorOf(await draw('svg=bars'))).toBe('#ffffff');
    expect(colorOf(await draw('svg=bars&theme=dark'))).toBe('#1f232b');
    expect(await draw('svg=bars')).toContain('direction="ltr"');
    expect(await draw('svg=bars', arabic)).toContain('direction="rtl"');
  });

  it('says why there is no chart', async () => {
    expect(textsOf(await draw('svg=ring&filter.Region=East'))).toEqual(['Shares', 'No data']);
  });

  it.each([
    ['svg=table', 404],
    ['svg=unknown', 404],
    ['svg=bars&filter.Region=West', 400],
    ['svg=gone', 503],
  ])('is not sent for %s', async (query, status) => {
    const answer = await ask(open, query);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('Oslo');
  });

  it('is not sent if the author has switched downloads off', async () => {
    const answer = await ask(closed, 'svg=bars');
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('Oslo');
  });
});
