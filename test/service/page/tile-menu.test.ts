import { describe, expect, it } from 'vitest';
import type { Filter } from 'embedded-dashboard-service';
import { parseDraft } from '../../../service/src/dashboard/draft-schema.ts';
import { type TestTile, testDashboard, tileOf } from '../../support/test-dashboard.ts';
import { draftOf } from '../admin/draft-calls.ts';
import { useService } from '../tested-service.ts';

const SQL = `SELECT * FROM (VALUES ('Oslo', 'North', 3, 77001), ('Rome', 'South', 4, 77002))
  AS sold (city, region, n, secret) WHERE :Region IS NULL OR region = :Region`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }],
};
const bars = {
  id: 'bars',
  title: 'Sold',
  kind: 'bar',
  category: 'city',
  series: [{ column: 'n', label: 'Number' }],
  format: 'integer',
  span: 6,
} as const;
const TILES: TestTile[] = [
  bars,
  {
    id: 'table',
    title: 'Cities',
    kind: 'table',
    columns: [{ column: 'city', label: 'City', format: 'text' }],
  },
  { id: 'none', kind: 'number', value: 'n', format: 'integer', note: '', dataset: 'none' },
  { id: 'text', kind: 'text', text: 'A text', dataset: undefined },
];
const DATASETS = { sold: SQL, none: 'SELECT 1 AS n WHERE false' };
const open = testDashboard(1, DATASETS, TILES, { filters: [region] });
const closed = testDashboard(2, DATASETS, TILES, { filters: [region], downloads: false });
const tested = useService({ dashboards: [open, closed] });

const read = async (address: string): Promise<string> => (await fetch(address)).text();

/** Returns the addresses of a menu by class. */
function menuOf(page: string, id: string): Record<string, string> {
  const links = tileOf(page, id).matchAll(/<a\s+data-use="(\w+)"\s+href="([^"]*)"/g);
  return Object.fromEntries(
    [...links].map(([, use, href]) => [use!, href!.replaceAll('&amp;', '&')]),
  );
}

describe('the menu of a tile', () => {
  it('has links that keep choices and display options', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?theme=dark&color=red&filter.Region=North&x=1`);
    const kept = '&theme=dark&color=red&filter.Region=North';
    expect(menuOf(page, 'bars')).toEqual({
      rows: `?rows=bars${kept}`,
      csv: `?csv=bars${kept}`,
      svg: `?svg=bars${kept}`,
      png: `?svg=bars${kept}`,
      full: `?full=bars${kept}`,
    });
  });

  it('offers only what a tile has', async () => {
    const page = await tested.pageOf(open);
    expect(Object.keys(menuOf(page, 'table'))).toEqual(['csv', 'full']);
    expect(Object.keys(menuOf(page, 'none'))).toEqual(['full']);
    expect(Object.keys(menuOf(page, 'text'))).toEqual([]);
  });

  it('shows the rows as a table, with the columns of the tile only', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?rows=bars&theme=dark&filter.Region=North`);
    expect(page).toContain('data-tile="bars"');
    const tile = tileOf(page, 'bars');
    expect(tile).toMatch(/<div\s+class="rows"[\s\S]*Oslo[\s\S]*3/);
    expect(tile).not.toContain('<svg');
    expect(page).not.toContain('Rome');
    expect(page).not.toMatch(/secret|7700\d/);
    expect(page).not.toContain('data-tile="table"');
    expect(page).toMatch(/class="back" href="\?theme=dark&amp;filter.Region=North"/);
    expect(menuOf(page, 'bars').rows).toBeUndefined();
  });

  it('shows one tile in the full width, whose form keeps the view', async () => {
    const address = await tested.addressOf(open.guid);
    const page = await read(`${address}?full=bars`);
    expect(page.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
    expect(page).toContain('--span:12');
    expect(tileOf(page, 'bars')).toContain('<svg');
    expect(page).toMatch(/<input type="hidden" name="full" value="bars"/);
    const part = await read(`${address}?tiles=sold&full=bars&filter.Region=South`);
    expect(part.match(/data-tile="\w+"/g)).toEqual(['data-tile="bars"']);
    expect(part).toContain('Rome');
  });

  it.each(['rows', 'full', 'csv'])('has no %s of a missing tile', async (use) => {
    const address = await tested.addressOf(open.guid);
    expect((await fetch(`${address}?${use}=gone`)).status).toBe(404);
    expect((await fetch(`${address}?${use}=text`)).status).toBe(404);
  });
});

describe('downloads that the author has switched off', () => {
  it('are a field of drafts', () => {
    const draft = draftOf({ downloads: false });
    expect(parseDraft(draft).draft).toMatchObject({ downloads: false });
    expect(parseDraft({ ...draft, downloads: 'no' }).problems).toMatchObject([
      { path: 'downloads' },
    ]);
  });

  it('are in no menu', async () => {
    const page = await tested.pageOf(closed);
    expect(Object.keys(menuOf(page, 'bars'))).toEqual(['rows', 'full']);
  });

  it('are refused with a page that leads back, and without data', async () => {
    const address = await tested.addressOf(closed.guid);
    const answer = await fetch(`${address}?csv=bars&theme=dark`);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-disposition')).toBeNull();
    const page = await answer.text();
    expect(page).toContain('<h1>This dashboard has no downloads</h1>');
    expect(page).toContain('<a href="?theme=dark">Back to dashboard</a>');
    expect(page).not.toContain('Oslo');
    // The element would take the refusal for that of the token.
    expect(page).not.toContain('data-refusal');
  });
});
