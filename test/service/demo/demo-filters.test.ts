import { demoDashboards } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { useService } from '../tested-service.ts';

const tested = useService({ dashboards: demoDashboards });
const LEFT_OUT = 'Part of the selection isn’t available and was left out.';
const NORTH = ['Finland', 'Norway', 'Sweden'];
const SOUTH = ['Italy', 'Portugal', 'Spain'];

/** Opens a demo dashboard with choices, and with the parameters of the token. */
async function pageOf(title: string, query = '', locked = ''): Promise<string> {
  const { guid } = demoDashboards.find((dashboard) => dashboard.title === title)!;
  return (await fetch(`${await tested.addressOf(guid, locked)}?${query}`)).text();
}

/** Returns the values that a filter offers. */
function offered(page: string, key: string): string[] {
  const [, filter = ''] = page.split(`data-filter="${key}"`);
  const [list = ''] = filter.split('data-filter=');
  const found = list.matchAll(/<(?:option|input type="checkbox")[^>]*value="([^"]+)"/g);
  return Array.from(found, ([, value]) => value!);
}

/** Returns the exact values of the numbers, by tile. */
function figures(page: string): Record<string, number> {
  const found = page.matchAll(/data-tile="([\w-]+)"(?:(?!data-tile).)*?data-value="([\d.]+)"/gs);
  return Object.fromEntries(Array.from(found, ([, tile, value]) => [tile!, Number(value)]));
}

/** Returns the one value of a SELECT on the sales. */
async function count(expression: string, condition: string): Promise<number> {
  const [row] = await tested.service.query(
    `SELECT ${expression} AS value FROM orders JOIN customers ON customers.id = customer_id
       JOIN products ON products.id = product_id
     WHERE ordered_on > '2025-10-31' AND ${condition}`,
  );
  return Number(row!.value);
}

describe('the deliveries', () => {
  it('offer the regions, and the countries of the chosen region', async () => {
    const south = await pageOf('Delivery', 'filter.Region=South');
    expect(offered(south, 'region')).toEqual(['East', 'North', 'South', 'West']);
    expect(offered(south, 'country')).toEqual(SOUTH);
    expect(figures(south).delivered).toBe(await count('count(delivered_on)', "region = 'South'"));
  });

  it('apply all choices together', async () => {
    const page = await pageOf(
      'Delivery',
      'filter.Country=Italy&filter.Carriers=Rapido&filter.Carriers=Europost' +
        '&filter.Start=2026-03-01&filter.End=2026-03-31',
    );
    const expected = await count(
      'count(delivered_on)',
      `country = 'Italy' AND carrier IN ('Rapido', 'Europost')
       AND ordered_on BETWEEN '2026-03-01' AND '2026-03-31'`,
    );
    expect(expected).toBeGreaterThan(0);
    expect(figures(page).delivered).toBe(expected);
  });

  it('have only the regions that the token allows, in the lists and in all tiles', async () => {
    const page = await pageOf('Delivery', '', 'AllowedRegions=North');
    expect(offered(page, 'region')).toEqual(['North']);
    expect(offered(page, 'country')).toEqual(NORTH);
    // The tiles of each dataset are those of the region North.
    const tilesOf = (text: string): string =>
      text.slice(text.indexOf('<main')).replaceAll(/\?filter[^"]*|<script type="module".*/gs, '');
    const locked = await pageOf('Delivery', '', 'Region=North');
    expect(figures(page)).toEqual(figures(locked));
    expect(page).not.toContain('Italy');
    expect(tilesOf(page)).toContain('Sweden');
  });

  it('leave out a forged choice', async () => {
    const query = 'filter.Region=South&filter.Country=Italy&filter.AllowedRegions=South';
    const page = await pageOf('Delivery', query, 'AllowedRegions=North');
    expect(page).toContain(LEFT_OUT);
    expect(offered(page, 'country')).toEqual(NORTH);
    expect(page).not.toContain('Italy');
  });
});

it('shows the customers of some kinds in a period, at first in the last 12 months', async () => {
  const revenue = 'sum(revenue) / count(DISTINCT customer_id)';
  const all = figures(await pageOf('Customers'))['revenue-per-customer']!;
  expect(all).toBeCloseTo(await count(revenue, 'true'), 2);
  const page = await pageOf('Customers', 'filter.Segments=Hotels&filter.Months=3');
  const condition = "segment = 'Hotels' AND ordered_on > '2026-07-31'";
  expect(figures(page)['revenue-per-customer']).toBeCloseTo(await count(revenue, condition), 2);
  expect(await pageOf('Customers', 'filter.Months=240')).toContain(LEFT_OUT);
});

it('shows the stock and the sales of some categories', async () => {
  const page = await pageOf(
    'Products and stock',
    'filter.Categories=Coffee&filter.Categories=Grinders',
  );
  const condition = "category IN ('Coffee', 'Grinders')";
  expect(figures(page)['units-sold']).toBe(await count('sum(quantity)', condition));
  const all = figures(await pageOf('Products and stock'));
  expect(figures(page)['stock-value']).toBeLessThan(all['stock-value']!);
});
