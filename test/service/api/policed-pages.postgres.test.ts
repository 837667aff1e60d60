import { unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { withSql } from '../admin/draft-calls.ts';
import { ALL_ROWS, citiesOf, createPolicedDatabase } from '../database/policed-table.ts';
import { TestedBackOffice } from '../tested-service.ts';

const BARS = {
  id: 'bars',
  kind: 'bar',
  category: 'city',
  series: [{ column: 'n', label: 'Number' }],
  format: 'integer',
} as const;
const dashboard = testDashboard(1, { sold: ALL_ROWS }, [BARS], {
  filters: [
    {
      kind: 'choice',
      parameter: 'City',
      label: 'City',
      select: { sql: 'SELECT city FROM public.sold ORDER BY city' },
    },
  ],
});

const tested = new TestedBackOffice();

beforeAll(async () => {
  const { database, login: dataUrl } = await createPolicedDatabase();
  await tested.start({ database, dataUrl, dashboards: [dashboard] });
  return () => tested.close();
});

/** Returns the content of an answer. Files of an archive are joined. */
async function read(address: string): Promise<string> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = address.includes('zip') ? Object.values(unzipSync(bytes)) : [bytes];
  return files.map((file) => Buffer.from(file).toString()).join('\n');
}

const toCities = (text: string): string[] => [...new Set(text.match(/city \d+\.\d/g))].toSorted();

/** Expects that each tenant sees the own rows in an answer, and nobody else any. */
async function expectOwnRows(query: string): Promise<void> {
  const seen = [3, 4, null, 5].map(async (tenant) => {
    const parameters = tenant === null ? 'Other=1' : `Tenant=tenant ${tenant}`;
    return toCities(
      await read(`${await tested.addressOf(dashboard.guid, parameters)}?whole&${query}`),
    );
  });
  expect(await Promise.all(seen)).toEqual([citiesOf(3), citiesOf(4), [], citiesOf(5)]);
}

it.each(['whole', 'tiles=sold', 'rows=bars', 'full=bars', 'csv=bars', 'svg=bars', 'zip=all'])(
  'a policy holds for ?%s, and for its kept results',
  async (query) => {
    await expectOwnRows(query);
    await expectOwnRows(query);
  },
);

it('a policy holds for the search in a list', () => expectOwnRows('choices=City&search=city'));

it('a picture for all authors has no rows, and a preview those of the tried value', async () => {
  const picture = await tested.office.get(`dashboards/${dashboard.guid}/thumbnail.svg`);
  expect([picture.status, toCities(await picture.text())]).toEqual([200, []]);
  const draft = withSql('SELECT count(*) AS n FROM public.sold');
  const previews = await Promise.all(
    [{}, { tenant: 'tenant 3' }].map((parameters) => tested.preview(draft, { parameters })),
  );
  expect(previews.map(({ html }) => /data-value="(\d+)"/.exec(html!)?.[1])).toEqual(['0', '3']);
});
