import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toFileName } from '../../../service/src/page/file-name.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';
import { closed, open, texts } from './sold.ts';

const list = { columns: [{ column: 'n', label: 'N', format: 'integer' }] };
const histogram = { kind: 'histogram', title: 'Spread', value: 'n', format: 'integer' } as const;
const long = testDashboard(5, { rows: 'SELECT generate_series(1, 3) AS n' }, [
  { kind: 'table', title: 'Rows', ...list },
  histogram,
]);
const tested = useService({ dashboards: [open, closed, texts, long], maxRows: 2 });

const ask = async (query: string, { guid } = open): Promise<Response> =>
  fetch(`${await tested.addressOf(guid, 'Locked=77003;Year=2026')}?${query}`);

/** Returns the files of the dashboard as texts, by name. */
async function unzip(choices: string, dashboard = open): Promise<Record<string, string>> {
  const answer = await ask(`zip=all${choices}`, dashboard);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(
    files.map(([name, content]) => [name, Buffer.from(content).toString()]),
  );
}

describe('the zip file of a dashboard', () => {
  it('has its name, and the rows of each tile in order, with only its columns', async () => {
    const { headers } = await ask('zip=all');
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toContain(`filename="${open.title}.zip"`);
    const files = await unzip('');
    expect(Object.keys(files)).toEqual([
      `00 ${open.title}.csv`,
      '01 Sold svg script & 出荷.csv',
      '02 Cities.csv',
      '03 Tile.csv',
    ]);
    const [, bars, table] = Object.values(files);
    expect(bars).toMatch(/^\ufeff[^\r]*This year,[^\r]*\r\nOslo,3,5\r\nRome,4,6\r\n$/);
    expect(table).toBe('\ufeffCity\r\nOslo\r\nRome\r\n');
    expect(Object.values(files).join('')).not.toMatch(/7700\d/);
  });

  it('has only the rows of the choices, and says them with the time and the failed tiles', async () => {
    const [overview, rows] = Object.values(await unzip('&filter.Region=North'));
    expect(rows).toMatch(/\r\nOslo,3,5\r\n$/);
    const lines = overview!.split('\r\n');
    expect(lines[0]).toBe(`\ufeff${open.title}`);
    const [, time = ''] = /^As of (.+)$/.exec(lines[1]!)!;
    expect(new Date(time).toISOString()).toBe(time);
    expect(lines.slice(2)).toEqual([
      'Year,2026',
      'Region,The North',
      'City,All',
      'Broken,This can’t be shown for these values',
      '',
    ]);
  });

  it('says which tiles have only their first rows', async () => {
    const [overview, rows] = Object.values(await unzip('', long));
    expect(rows).toBe('\ufeffN\r\n1\r\n2\r\n');
    expect(overview!.split('\r\n').slice(2)).toEqual(['Rows,Only the first 2 rows are shown.', '']);
  });

  it('is offered by a link that keeps choices and display options', async () => {
    const page = await (await ask('theme=dark&filter.Region=North')).text();
    expect(page).toContain('class="zip" href="?zip=all&amp;theme=dark&amp;filter.Region=North"');
  });

  it.each([
    ['a single tile', 'full=bars', open],
    ['a dashboard without data', '', texts],
    ['a dashboard without downloads', '', closed],
  ])('is not offered by %s', async (_, query, dashboard) => {
    expect(await (await ask(query, dashboard)).text()).not.toContain('class="zip"');
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
