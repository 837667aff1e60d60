import type { DashboardServiceOptions } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { useService } from '../tested-service.ts';

interface Example {
  dashboard: NonNullable<DashboardServiceOptions['dashboards']>[number];
  toSqlParameters(user: { segment: string; regions: string[] }): Record<string, string>;
}

// The docs are outside of the TypeScript project.
const example = 'row-level-security';
const { dashboard, toSqlParameters } = (await import(
  `../../../docs/examples/${example}.mjs`
)) as Example;
const tested = useService({ dashboards: [dashboard] });
const USER = { segment: 'Hotels', regions: ['North', 'South'] };

/** Opens the dashboard of `docs/row-level-security.md`, with the parameters that the host sets. */
async function open(query: string, parameters: object = toSqlParameters(USER)): Promise<Response> {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return fetch(`${await tested.addressOf(dashboard.guid, pairs.join(';'))}?${query}`);
}

/** Returns the different values of a column on the page. */
function valuesOf(page: string, column: string): string[] {
  const cells = page.matchAll(
    new RegExp(`<td[^>]*data-column="${column}"[^>]*>\\s*([^<]+?)\\s*<`, 'g'),
  );
  return [...new Set(Array.from(cells, ([, value]) => value!))].toSorted();
}

describe('two locked parameters and an open one', () => {
  it('show and offer only the rows that the token allows', async () => {
    const page = await (await open('')).text();
    expect(valuesOf(page, 'region')).toEqual(['North', 'South']);
    expect(valuesOf(page, 'segment')).toEqual(['Hotels']);
    const options = page.matchAll(/<option value="(\w+)"/g);
    expect(Array.from(options, ([, value]) => value)).toEqual(['North', 'South']);
  });

  it.each([
    ['filter.Region=South', ['South']],
    ['filter.Region=East', ['North', 'South']],
    ['filter.AllowedRegions=East', ['North', 'South']],
  ])('let the reader choose one of the regions, and no other: %s', async (query, regions) => {
    const page = await (await open(query)).text();
    expect([valuesOf(page, 'region'), valuesOf(page, 'segment')]).toEqual([regions, ['Hotels']]);
  });

  it('show no row if the host forgets a parameter', async () => {
    const complete = toSqlParameters(USER);
    for (const name of Object.keys(complete)) {
      const page = await (await open('', { ...complete, [name]: '' })).text();
      expect(page).not.toMatch(/<td|<option value="\w/);
      const others = Object.entries(complete).filter(([other]) => other !== name);
      const without = await (await open('', Object.fromEntries(others))).text();
      expect(without).not.toMatch(/<td|<option value="\w/);
    }
  });
});
