import { beforeAll, describe, expect, it } from 'vitest';
import { withoutSemicolon } from '../../service/src/database/postgres/named-parameters.ts';
import { isLinkTemplate, toLink } from '../../service/src/dashboard/row-link.ts';
import { testDashboard, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const ROWS = 20;
const base = { kind: 'table' } as const;
const number = { label: 'N', format: 'decimal' } as const;
const TILES = [
  {
    ...base,
    id: 'looks',
    dataset: 'few',
    columns: [
      {
        column: 'name',
        label: 'Name',
        format: 'text',
        link: 'https://app.example.com/{id}?n={name}',
      },
      {
        ...number,
        column: 'n',
        bar: true,
        total: 'sum',
        rules: [
          { when: 'atLeast', limit: 10, look: 'good' },
          { when: 'below', limit: 0, look: 'bad' },
        ],
      },
      { ...number, column: 'id', format: 'integer', total: 'average' },
    ],
  },
  { ...base, id: 'cut', dataset: 'many', columns: [{ ...number, column: 'n', total: 'sum' }] },
  { ...base, id: 'odd', dataset: 'twice', columns: [{ ...number, column: 'n', total: 'sum' }] },
] as const;
const DATASETS = {
  few: `SELECT * FROM (VALUES (1, 'a&b', 0.1), (2, 'c', 0.2), (NULL, 'd', -5), (4, NULL, 20.5)) AS few (id, name, n)`,
  // The parameter and the comment must survive in the SELECT of the total.
  many: `SELECT i + coalesce(:Add::int, 0) AS n FROM generate_series(1, 1000) AS i; -- all`,
  // A SELECT with two columns of one name has no totals.
  twice: `SELECT i AS n, i AS n FROM generate_series(1, 1000) AS i`,
};

const dashboard = testDashboard(1, DATASETS, TILES);
const tested = useService({ dashboards: [dashboard], maxRows: ROWS });
let page: string;

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
});

/** Returns the cells of the last rows of a tile's table. */
function totalsOf(id: string): string[] {
  const [foot = ''] = /<tfoot>[\s\S]*<\/tfoot>/.exec(tileOf(page, id)) ?? [];
  return [...foot.matchAll(/<t[dh][^>]*>([^<]*)<\/t[dh]>/g)].map(([, text]) => text!.trim());
}

describe('the cells of a table', () => {
  it('have colors by their values', () => {
    const looks = [
      ...tileOf(page, 'looks').matchAll(
        /<td class="number([^"]*)" data-column="n" data-value="([^"]*)"/g,
      ),
    ];
    expect(looks.map(([, look, value]) => `${value}${look!.replace(' bar', '')}`)).toEqual([
      '0.1',
      '0.2',
      '-5 cell-bad below',
      '20.5 cell-good',
    ]);
  });

  it('have bars in proportion to the largest value', () => {
    expect([...tileOf(page, 'looks').matchAll(/--bar:([\d.]+)%/g)].map(([, size]) => size)).toEqual(
      ['0.5', '1', '24.4', '100'],
    );
  });

  it('link to a page of the application in a new tab, unless a value is missing', () => {
    const links = tileOf(page, 'looks').matchAll(
      /<td[^>]*><a href="([^"]*)" target="_blank" rel="([^"]*)">/g,
    );
    expect(Array.from(links, ([, href, rel]) => `${href} ${rel}`)).toEqual([
      'https://app.example.com/1?n=a%26b noopener noreferrer',
      'https://app.example.com/2?n=c noopener noreferrer',
    ]);
  });
});

describe('the totals of a table', () => {
  it('are sums and averages of all rows', () => {
    expect(totalsOf('looks')).toEqual(['Total', '15.8', '', 'Average', '', '2.33']);
  });

  it('are computed by the database if there are more rows than shown', () => {
    expect(tileOf(page, 'cut')).toContain('Only the first 20 rows are shown.');
    expect(totalsOf('cut')).toEqual(['Total 500,500']);
  });

  it('are missing if the database cannot compute them, and the tile says so', () => {
    expect(totalsOf('odd')).toEqual([]);
    expect(tileOf(page, 'odd')).toContain('Totals are missing because there are too many rows.');
    expect(tileOf(page, 'cut')).not.toContain('Totals are missing');
  });
});

describe('the template of a link', () => {
  it.each([
    ['https://app.example.com', true],
    ['https://app.example.com/a/{id}?q={name}#x', true],
    ['http://app.example.com/', false],
    ['javascript:alert(1)', false],
    ['https://{host}/', false],
    ['https://a{host}.example.com/', false],
    ['https://user@app.example.com/', false],
    ['https://app.example.com\\@evil.example/', false],
    ['https:///path', false],
    ['https://app.example.com/ x', false],
    ['/path/{id}', false],
  ])('has a fixed host of https: %s is %s', (template, expected) => {
    expect(isLinkTemplate(template)).toBe(expected);
  });

  it('keeps values within their place', () => {
    const link = toLink('https://app.example.com/{id}', { id: '../?x#"><\ud800' });
    expect(link).toBe('https://app.example.com/..%2F%3Fx%23%22%3E%3C%EF%BF%BD');
    expect(toLink('https://app.example.com/{id}', { id: null })).toBeNull();
    expect(toLink('javascript:{id}', { id: 1 })).toBeNull();
  });
});

it.each([
  ['SELECT 1', 'SELECT 1'],
  ['SELECT 1; -- all', 'SELECT 1'],
  ['SELECT \';\', $$;$$, ";" /* ; */ -- ;\n; \n', 'SELECT \';\', $$;$$, ";" /* ; */ -- ;\n'],
])('finds the semicolon at the end of %j', (sql, expected) => {
  expect(withoutSemicolon(sql)).toBe(expected);
});
