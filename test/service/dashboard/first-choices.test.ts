import type { Dashboard, Filter } from 'embedded-dashboard-service';
import { beforeAll, describe, expect, it, vi } from 'vitest';
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
  ['FILTER.region=North', NORTH],
  ['filter.Region=&filter.City=Oslo&filter.City=Rome', ['Oslo', 'Rome']],
  ['filter.Region=North&filter.City=Oslo', ['Oslo']],
  ['filter.From=2026-01-31&filter.Least=1', ALL],
  ['other=1&was.Region=South', ALL],
];

/** Links of which something is left out, with what remains. */
const CUT: [query: string, cities: string[]][] = [
  ['filter.Region=Nowhere', ALL],
  ["filter.Region=North' OR true --", ALL],
  ['filter.Region=North%253BTenant%253DSouth', ALL],
  ['filter.Region=North&filter.region=North', ALL],
  ['filter.Region=North&filter-empty.Region=1', ALL],
  ['filter-empty.Region=1', ALL],
  ['filter.Region=North&filter.Tenant=South', NORTH],
  ['filter.Region=North&filter.=South', NORTH],
  ['filter.Region=North&filter.__proto__=South', NORTH],
  ['filter.Region=North&filter.From=31.01.2026', NORTH],
  ['filter.Region=North&filter.City=Rome', NORTH],
  ['filter.Region=North&filter.City=Rome&filter.City=Oslo', ['Oslo']],
  ['filter.City=Oslo&filter.City=Oslo', ALL],
  ['filter.Region=North&filter.Broken=1', NORTH],
  [`filter.Region=North&filter.City=${'x'.repeat(4200)}`, ALL],
];

/** The lines that the service has written. */
const log: unknown[] = [];
beforeAll(() => {
  for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...line) => void log.push(...line));
  }
  return () => void vi.restoreAllMocks();
});

describe('a link with first choices', () => {
  it.each(TAKEN)('is taken in full: %s', async (query, cities) => {
    expect(await visit(sales, query)).toMatchObject({ cities, isCut: false });
  });

  it.each(CUT)('shows what the dashboard can take, and says so: %s', async (query, cities) => {
    const { page, ...seen } = await visit(sales, query);
    expect(seen).toEqual({ cities, isCut: true });
    expect(page.split(LEFT_OUT)).toHaveLength(2);
  });

  it.each([...TAKEN, ...CUT])('never shows what the token locks away: %s', async (query) => {
    const { page } = await visit(sales, query, 'Tenant=South');
    expect(page.replaceAll(/(?:value|href)="[^"]*"/g, '')).not.toMatch(/Oslo|Bergen|Warsaw/);
  });

  it('shows a dashboard without filters, and says that they were left out', async () => {
    expect(await visit(plain, 'filter.Region=North')).toMatchObject({ cities: ALL, isCut: true });
  });

  it('shows the locked value to a reader whose token locks the filter', async () => {
    const seen = await visit(sales, 'filter.Region=South&filter.City=Rome', 'Region=North');
    expect(seen).toMatchObject({ cities: NORTH, isCut: true });
  });

  it('is left out of the links of the page', async () => {
    const { page } = await visit(sales, 'filter.Region=North&filter.City=Rome&filter.Other=1');
    const links = Array.from(page.matchAll(/href="(\?[^"]*)"/g), ([, href]) => href!);
    expect(links.some((href) => href.includes('filter.Region=North'))).toBe(true);
    expect(links.filter((href) => /Rome|Other/.test(href))).toEqual([]);
  });

  it('is in no line that the service writes', async () => {
    const address = await tested.addressOf(sales.guid);
    expect((await fetch(`${address}?tiles=rows&filter.Region=West`)).status).toBe(400);
    expect(log.filter((line) => /filter|West|Oslo/i.test(String(line)))).toEqual([]);
  });
});
