import type { Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import type { PageData } from '../../../service/src/page/browser/live-tiles.ts';
import { chartOf, testDashboard, type TestTile, tileOf } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

const SALES = `(VALUES ('North', 'Oslo', 1), ('South', 'Rome', 4)) AS sales (region, city, n)`;
const filters: Filter[] = [
  { kind: 'choice', parameter: 'Region', label: 'Region', list: [{ value: 'North' }] },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
];
const where = '(:Region IS NULL OR region = :region)';
const number = { kind: 'number', value: 'n', format: 'integer', note: '', span: 3 } as const;
const bars = {
  kind: 'bar',
  category: 'city',
  series: [{ column: 'n', label: 'n' }],
  format: 'integer',
} as const;
const tiles: TestTile[] = [
  { ...number, dataset: 'total', trend: { dataset: 'history', column: 'n' } },
  { ...bars, dataset: 'cities' },
  { ...number, dataset: 'all' },
  { kind: 'text', text: 'A text', dataset: undefined },
  { ...bars, kind: 'pie', value: 'n', dataset: 'cities' },
  { ...number, dataset: 'wrong' },
];
const dashboard = testDashboard(
  1,
  {
    total: `SELECT sum(n) AS n FROM ${SALES} WHERE ${where}`,
    history: `SELECT n FROM ${SALES} WHERE n >= :Least::int`,
    cities: `SELECT city, n FROM ${SALES} WHERE ${where}`,
    all: `SELECT count(*) AS n FROM ${SALES}`,
    wrong: 'SELECT n FROM nothing',
  },
  tiles,
  { filters },
);
const plain = testDashboard(2, { wrong: 'SELECT n FROM nothing' }, [number]);
const long = testDashboard(3, { one: 'SELECT :Day AS n, :Days::text[] AS days' }, [number], {
  filters: [19, 20].flatMap((count): Filter[] => {
    const list = Array.from({ length: count }, (_, day) => ({ value: `${day}` }));
    const base = { kind: 'choice', list } as const;
    return [
      { ...base, parameter: `One${count}`, label: 'One' },
      { ...base, parameter: `Several${count}`, label: 'Several', multiple: true },
    ];
  }),
});

const tested = useService({ dashboards: [dashboard, plain, long] });

const visit = async (query: string, sqlParameters?: string): Promise<string> =>
  (await fetch(`${await tested.addressOf(dashboard.guid, sqlParameters)}?${query}`)).text();
const idsOf = (page: string): string[] =>
  [...page.matchAll(/data-tile="([^"]*)"/g)].map(([, id]) => id!).toSorted();
const dataOf = (page: string): PageData =>
  JSON.parse(/id="dashboard-data">(.*?)<\/script>/s.exec(page)![1]!) as PageData;

describe('the page’s data', () => {
  it('has the tiles of each dataset, and the open filters that they depend on', async () => {
    expect(dataOf(await visit('')).parts).toEqual([
      { dataset: 'total', tiles: ['tile-0'], uses: ['Region', 'Least'] },
      { dataset: 'cities', tiles: ['tile-1', 'tile-4'], uses: ['Region'] },
      { dataset: 'all', tiles: ['tile-2'], uses: [] },
      { dataset: 'wrong', tiles: ['tile-5'], uses: [] },
    ]);
    const locked = dataOf(await visit('', 'region=North'));
    expect(locked.parts[1]).toEqual({
      dataset: 'cities',
      tiles: ['tile-1', 'tile-4'],
      uses: [],
    });
  });

  it('has no filters if readers can set nothing', async () => {
    const locked = dataOf(await visit('', 'Region=North;Least=1'));
    expect(locked.parts.flatMap(({ uses }) => uses)).toEqual([]);
    expect(dataOf(await tested.pageOf(plain)).parts).toEqual([
      { dataset: 'wrong', tiles: ['tile-0'], uses: [] },
    ]);
  });
});

describe('a load of tiles', () => {
  it('has only the tiles of the dataset, with the chosen values and the form', async () => {
    const page = await visit('tiles=cities&filter.Region=North&filter.Least=');
    expect(idsOf(page)).toEqual(['tile-1', 'tile-4']);
    for (const id of ['tile-1', 'tile-4']) expect(chartOf(page, id).tile.id).toBe(id);
    expect(page).not.toContain('Rome');
    expect(page).toMatch(/<option value="North"\s+selected>/);
    expect(page).toContain('?csv=tile-1&amp;filter.Region=North&amp;filter.Least=');
  });

  it('has the trend of another dataset', async () => {
    expect(tileOf(await visit('tiles=total'), 'tile-0')).toContain('<polyline');
    expect(tileOf(await visit('tiles=total&filter.Least=9'), 'tile-0')).not.toContain('<polyline');
  });

  it.each(['', 'history', '__proto__'])('of “%s” has the form alone', async (name) => {
    const page = await visit(`tiles=${name}`);
    expect(idsOf(page)).toEqual([]);
    expect(page).toContain('<form');
  });

  it('is the refusal after logout', async () => {
    const address = await tested.addressOf(dashboard.guid);
    await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
    const closed = await fetch(`${address}?tiles=cities&filter.Region=North`);
    expect(closed.status).toBe(401);
    expect(await closed.text()).toMatch(/<html[^>]*data-refusal="signed-out"/);
  });
});

it('a failed tile has a button of the script', async () => {
  const tile = tileOf(await visit(''), 'tile-5');
  expect(tile).toMatch(/<button type="button" class="button retry" hidden>Try again</);
});

it('a list of 20 choices has a search box', async () => {
  const page = await tested.pageOf(long);
  const fields = page.split('data-filter="').slice(1);
  const kinds = fields.map((field) => [
    field.slice(0, field.indexOf('"')),
    /<select|type="radio"|type="checkbox"/.exec(field)![0],
    field.includes('type="search"'),
  ]);
  expect(kinds).toEqual([
    ['one19', '<select', false],
    ['several19', 'type="checkbox"', false],
    ['one20', 'type="radio"', true],
    ['several20', 'type="checkbox"', true],
  ]);
  expect(/<input\s+type="radio"[^>]*value=""[^>]*>/.exec(page)![0]).toContain('checked');
});
