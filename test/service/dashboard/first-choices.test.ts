import type { Dashboard, Filter } from 'embedded-dashboard-service';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useBackOffice } from '../tested-service.ts';

const SALES = `(VALUES ('North', 'Oslo'), ('North', 'Bergen'), ('South', 'Rome'), ('East', 'Warsaw'))
  AS sales (region, city)`;
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    select: {
      sql: `SELECT DISTINCT region FROM ${SALES} WHERE :Tenant IS NULL OR region = :Tenant`,
    },
  },
  {
    kind: 'choice',
    parameter: 'City',
    label: 'City',
    multiple: true,
    select: {
      sql: `SELECT city FROM ${SALES} WHERE (:Tenant IS NULL OR region = :Tenant)
        AND (:Region IS NULL OR region = :Region)`,
    },
  },
  { kind: 'date', parameter: 'From', label: 'From' },
  { kind: 'number', parameter: 'Least', label: 'Least' },
  { kind: 'choice', parameter: 'Broken', label: 'Broken', select: { sql: 'SELECT nothing' } },
];
const tile = {
  kind: 'table',
  columns: [{ column: 'city', label: 'City', format: 'text' }],
} as const;
const sales = testDashboard(
  1,
  {
    rows: `SELECT city FROM ${SALES} WHERE (:Tenant IS NULL OR region = :Tenant)
      AND (:Region IS NULL OR region = :Region) AND (:City IS NULL OR city = ANY(:City))
      AND (:From IS NULL OR :From = '2026-01-31') AND (:Least IS NULL OR :Least = '1')`,
  },
  [tile],
  { filters },
);
const plain = testDashboard(2, { rows: `SELECT city FROM ${SALES}` }, [tile], {});

const LEFT_OUT = 'Part of the selection isn’t available and was left out.';
const ALL = ['Bergen', 'Oslo', 'Rome', 'Warsaw'];
const NORTH = ['Bergen', 'Oslo'];

const tested = useBackOffice({ dashboards: [sales, plain] });

afterEach(() => void vi.restoreAllMocks());

/** Returns the cities on the page of a link, and whether it says that choices were left out. */
async function visit(
  dashboard: Dashboard,
  query: string,
  sqlParameters?: string,
): Promise<{ cities: string[]; isCut: boolean; page: string }> {
  const address = await tested.addressOf(dashboard.guid, sqlParameters);
  const answer = await fetch(`${address}?${query}`);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const cells = page.matchAll(/<td[^>]*data-column="city"[^>]*>\s*([^<]*?)\s*</g);
  const cities = Array.from(cells, ([, city]) => city!).toSorted();
  return { cities, isCut: page.includes(LEFT_OUT), page };
}

/** Links that the dashboard can take in full. */
const TAKEN: [query: string, cities: string[]][] = [
  ['', ALL],
  ['filter.Region=North', NORTH],
  ['FILTER.region=North', NORTH],
  ['filter.Region=', ALL],
  ['filter.City=Oslo&filter.City=Rome', ['Oslo', 'Rome']],
  ['filter.Region=North&filter.City=Oslo', ['Oslo']],
  ['filter.From=2026-01-31&filter.Least=1', ALL],
  ['other=1&was.Region=South', ALL],
];

/** Links of which something is left out, with what remains. */
const CUT: [query: string, cities: string[]][] = [
  ['filter.Region=Nowhere', ALL],
  ['filter.Region=north', ALL],
  ['filter.Region=%20North', ALL],
  ['filter.Region=North%00', ALL],
  ["filter.Region=North' OR true --", ALL],
  ['filter.Region=North%3BTenant%3DSouth', ALL],
  ['filter.Region=North%253BTenant%253DSouth', ALL],
  [`filter.Region=${'x'.repeat(257)}`, ALL],
  ['filter.Region=North&filter.Region=South', ALL],
  ['filter.Region=North&filter.region=North', ALL],
  ['filter.Region=North&filter-empty.Region=1', ALL],
  ['filter-empty.Region=1', ALL],
  ['filter-empty.Region=North', ALL],
  ['filter.Region=%3Dempty', ALL],
  ['filter.Region=North&filter.Other=1', NORTH],
  ['filter.Region=North&filter.Tenant=South', NORTH],
  ['filter.Region=North&filter.R%C3%A9gion=South', NORTH],
  ['filter.Region=North&filter.%D0%A0%D0%B5%D0%B3%D0%B8%D0%BE%D0%BD=South', NORTH],
  ['filter.Region=North&filter.=South', NORTH],
  ['filter.Region=North&filter.__proto__=South', NORTH],
  ['filter.Region=North&filter.constructor=South', NORTH],
  ['filter.Region=North&filter.filter.Region=South', NORTH],
  ['filter.Region=North&filter.From=31.01.2026', NORTH],
  ['filter.Region=North&filter.From=2026-02-30', NORTH],
  ['filter.Region=North&filter.From=0000-01-31', NORTH],
  ['filter.Region=North&filter.Least=one', NORTH],
  ['filter.Region=North&filter.Least=1e999', NORTH],
  ['filter.Region=North&filter.Least=1,5', NORTH],
  ['filter.Region=North&filter.City=Rome', NORTH],
  ['filter.Region=North&filter.City=Rome&filter.City=Oslo', ['Oslo']],
  ['filter.City=Oslo&filter.City=Paris', ['Oslo']],
  ['filter.City=Oslo&filter.City=Oslo', ALL],
  ['filter.Region=North&filter.Broken=1', NORTH],
  [`filter.Region=North&filter.City=${'x'.repeat(4200)}`, ALL],
  [Array.from({ length: 300 }, (_, index) => `filter.p${index}=x`).join('&'), ALL],
];

describe('a link with first choices', () => {
  it.each(TAKEN)('is taken in full: %s', async (query, cities) => {
    expect(await visit(sales, query)).toMatchObject({ cities, isCut: false });
  });

  it.each(CUT)(
    'shows what the dashboard can take, and says so in one line: %s',
    async (query, cities) => {
      const { page, ...seen } = await visit(sales, query);
      expect(seen).toEqual({ cities, isCut: true });
      expect(page.split(LEFT_OUT)).toHaveLength(2);
    },
  );

  it('shows a dashboard without filters, and says that they were left out', async () => {
    expect(await visit(plain, 'filter.Region=North')).toMatchObject({ cities: ALL, isCut: true });
  });

  it('never shows data outside of what the token locks', async () => {
    for (const [query] of [...TAKEN, ...CUT]) {
      const { page } = await visit(sales, query, 'Tenant=South');
      expect(page.replaceAll(/(?:value|href)="[^"]*"/g, '')).not.toMatch(/Oslo|Bergen|Warsaw/);
    }
  });

  it('shows the locked value to a reader whose token locks the filter', async () => {
    const seen = await visit(sales, 'filter.Region=South&filter.City=Rome', 'Region=North');
    expect(seen).toMatchObject({ cities: NORTH, isCut: true });
  });

  it('is in no line that the service writes', async () => {
    const lines: unknown[] = [];
    for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
      vi.spyOn(console, method).mockImplementation((...line) => void lines.push(...line));
    }
    for (const [query] of [...TAKEN, ...CUT]) await visit(sales, query);
    const address = await tested.addressOf(sales.guid);
    const refused = await fetch(`${address}?tiles=rows&filter.Region=West`);
    expect(refused.status).toBe(400);
    expect(lines.filter((line) => /filter|West|Oslo/i.test(String(line)))).toEqual([]);
  });

  it('is left out of the links of the page', async () => {
    const { page } = await visit(sales, 'filter.Region=North&filter.City=Rome&filter.Other=1');
    const links = Array.from(page.matchAll(/href="(\?[^"]*)"/g), ([, href]) => href!);
    expect(links.some((href) => href.includes('filter.Region=North'))).toBe(true);
    expect(links.filter((href) => /Rome|Other/.test(href))).toEqual([]);
  });
});
