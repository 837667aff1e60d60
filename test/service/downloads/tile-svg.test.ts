import { describe, expect, it } from 'vitest';
import type { Filter } from 'embedded-dashboard-service';
import { type TestTile, testDashboard } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

const SQL = `SELECT * FROM (VALUES
  ('Oslo', 'North', 3, 5, 77001), ('Rome', 'South', 4, 6, 77002)) AS sold (city, region, n, m, secret)
  WHERE :Region IS NULL OR region = :Region`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }],
};
const city: Filter = {
  kind: 'choice',
  parameter: 'City',
  label: 'City',
  list: [{ value: 'Oslo' }],
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
  { id: 'table', kind: 'table', columns: [{ column: 'city', label: 'City', format: 'text' }] },
  { id: 'gone', kind: 'donut', category: 'city', value: 'n', format: 'integer', dataset: 'gone' },
];
const DATASETS = { sold: SQL, gone: 'SELECT 1 / 0 AS n' };
const open = testDashboard(1, DATASETS, TILES, { filters: [region, city] });
const closed = testDashboard(2, DATASETS, TILES, { downloads: false });
const tested = useService({ dashboards: [open, closed] });

const ask = async ({ guid }: { guid: string }, query: string): Promise<Response> =>
  fetch(`${await tested.addressOf(guid)}?${query}`);
const draw = async (query: string): Promise<string> => (await ask(open, query)).text();

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

  it('has the theme of the page, the marks of the filters, and nothing that the reader has hidden', async () => {
    const svg = await draw('svg=bars&theme=dark&hidden=This+year&hidden=Unknown&filter.City=Oslo');
    expect(svg).toContain('fill="#1f232b"');
    expect(svg.match(/<path[^>]*opacity="0.35"/g)).toHaveLength(1);
    expect(textsOf(svg)).not.toContain('This year');
    expect(textsOf(svg)).toContain('Last year');
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
