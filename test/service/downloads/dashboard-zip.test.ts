import type { Filter } from 'embedded-dashboard-service';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toFileName } from '../../../service/src/page/file-name.ts';
import { type TestTile, testDashboard } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

const SQL = `SELECT * FROM (VALUES ('Oslo', 'North', 3, 77001), ('Rome', 'South', 4, 77002))
  AS sold (city, region, n, secret)
  WHERE (:Region IS NULL OR region = :Region) AND :Locked IS NOT NULL`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North', label: 'The North' }, { value: 'South' }],
};
const bars = {
  id: 'bars',
  title: 'Sold / 出荷',
  kind: 'bar',
  category: 'city',
  series: [{ column: 'n', label: 'Number' }],
  format: 'integer',
} as const;
const TILES: TestTile[] = [
  bars,
  { ...bars, id: 'again' },
  { id: 'text', kind: 'text', text: 'A text', dataset: undefined },
  { ...bars, id: 'broken', title: 'Broken', dataset: 'broken' },
];
const DATASETS = { sold: SQL, broken: 'SELECT 1 / 0 AS n' };
const own = { filters: [region], shownParameters: ['Year'] };
const open = testDashboard(1, DATASETS, TILES, own);
const closed = testDashboard(2, DATASETS, TILES, { ...own, downloads: false });
const failing = testDashboard(3, { broken: DATASETS.broken }, TILES.slice(-1));
const texts = testDashboard(4, {}, TILES.slice(2, 3));
const tested = useService({ dashboards: [open, closed, failing, texts] });
const PARAMETERS = 'Locked=77003;Year=2026';

/** Requests the zip file of a dashboard. */
async function ask({ guid }: { guid: string }, choices = ''): Promise<Response> {
  return fetch(`${await tested.addressOf(guid, PARAMETERS)}?zip=all${choices}`);
}

/** Returns the files of a dashboard as texts, by name. */
async function unzip(choices: string): Promise<Record<string, string>> {
  const bytes = new Uint8Array(await (await ask(open, choices)).arrayBuffer());
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      Buffer.from(content).toString(),
    ]),
  );
}

describe('the zip file of a dashboard', () => {
  it('has the rows of each tile, in order, with only its columns', async () => {
    const files = await unzip('');
    expect(Object.keys(files)).toEqual([
      `00 ${open.title}.csv`,
      '01 Sold 出荷.csv',
      '02 Sold 出荷.csv',
    ]);
    const [, first, second] = Object.values(files);
    expect(first).toMatch(/^\ufeff[^\r]*Number\r\nOslo,3\r\nRome,4\r\n$/);
    expect(second).toBe(first);
    expect(Object.values(files).join('')).not.toMatch(/7700\d/);
  });

  it('has only the rows of the choices, and says them with the time and the failed tiles', async () => {
    const files = await unzip('&filter.Region=North');
    const [overview, rows] = Object.values(files);
    expect(rows).toMatch(/\r\nOslo,3\r\n$/);
    expect(rows).not.toContain('Rome');
    const lines = overview!.split('\r\n');
    expect(lines[0]).toBe(`\ufeff${open.title}`);
    const [, time = ''] = /^As of (.+)$/.exec(lines[1]!)!;
    expect(new Date(time).toISOString()).toBe(time);
    expect(lines.slice(2)).toEqual([
      'Year,2026',
      'Region,The North',
      'Broken,This can’t be shown for these values',
      '',
    ]);
  });

  it('is offered by a link that keeps choices and display options', async () => {
    const address = await tested.addressOf(open.guid, PARAMETERS);
    const page = await (await fetch(`${address}?theme=dark&filter.Region=North`)).text();
    expect(page).toContain('class="zip" href="?zip=all&amp;theme=dark&amp;filter.Region=North"');
    const one = await (await fetch(`${address}?full=bars`)).text();
    expect(one).not.toContain('class="zip"');
  });

  it('has the name of the dashboard', async () => {
    const { headers } = await ask(open);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toContain(`filename="${open.title}.zip"`);
  });

  it('is neither offered nor sent if the author has switched downloads off', async () => {
    const address = await tested.addressOf(closed.guid, PARAMETERS);
    expect(await (await fetch(address)).text()).not.toContain('class="zip"');
    const answer = await ask(closed);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('Oslo');
  });

  it('is not offered by a dashboard without data', async () => {
    expect(await tested.pageOf(texts)).not.toContain('class="zip"');
  });

  it('is refused for a choice that the dashboard does not offer', async () => {
    expect((await ask(open, '&filter.Region=East')).status).toBe(400);
  });

  it('is unavailable if all tiles have failed', async () => {
    expect((await ask(failing)).status).toBe(503);
  });
});

it.for([
  ['a/b\\c:*?"<>|d\u0000e', 'a b c d e.csv'],
  ['  .hidden. . ', 'hidden.csv'],
  ['…', '….csv'],
  ['', 'data.csv'],
  ['Con', '_Con.csv'],
  ['console', 'console.csv'],
  ['日本'.repeat(100), `${'日本'.repeat(30)}.csv`],
  ['😀'.repeat(100), `${'😀'.repeat(60)}.csv`],
] as const)('the title %j has a file name for every system', ([title, name]) => {
  expect(toFileName(title, 'csv')).toBe(name);
});
