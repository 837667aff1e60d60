import type { Dashboard, Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useBackOffice } from '../tested-service.ts';

const GOODS = `(SELECT 'Item ' || lpad(n::text, 4, '0') AS name, 'Group ' || n % 2 AS family
  FROM generate_series(1, 5000) AS n) AS goods`;
const family: Filter = {
  kind: 'choice',
  parameter: 'Family',
  label: 'Family',
  select: { sql: `SELECT DISTINCT family FROM ${GOODS} ORDER BY 1` },
};
const goods: Filter = {
  kind: 'choice',
  parameter: 'Goods',
  label: 'Goods',
  multiple: true,
  default: ['Item 4998'],
  select: {
    sql: `SELECT name, 'The ' || name FROM ${GOODS}
      WHERE (:Family IS NULL OR family = :Family) AND (:Least IS NULL OR name >= :Least) ORDER BY 1; -- end`,
  },
};
const fixed: Filter = {
  kind: 'choice',
  parameter: 'Fixed',
  label: 'Fixed',
  list: [{ value: 'a' }],
};
/** Rows with few different values. */
const repeated: Filter = {
  kind: 'choice',
  parameter: 'Repeated',
  label: 'Repeated',
  select: { sql: `SELECT family FROM ${GOODS}` },
};
const broken: Filter = {
  kind: 'choice',
  parameter: 'Broken',
  label: 'Broken',
  select: { sql: 'SELECT nothing' },
};
const columns = [{ column: 'name', label: 'Name', format: 'text' }] as const;
const long = testDashboard(
  1,
  { rows: `SELECT name FROM ${GOODS} WHERE name = ANY(:Goods)` },
  [{ kind: 'table', columns: [...columns] }],
  { filters: [family, goods, fixed, repeated, broken] },
);

let now = Date.parse('2026-03-01T12:00:00Z');
const tested = useBackOffice({ dashboards: [long], clock: () => now });

interface Found {
  choices: { value: string; label: string }[];
  isCut: boolean;
}

/** Searches in another second than before. */
async function search(query: string, sqlParameters = ''): Promise<Response> {
  now += 1000;
  return fetch(`${await tested.addressOf(long.guid, sqlParameters)}?${query}`);
}
const found = async (query: string, sqlParameters = ''): Promise<Found> => {
  const response = await search(query, sqlParameters);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json',
  ]);
  return (await response.json()) as Found;
};
const pageOf = async ({ guid }: Dashboard, query: string): Promise<[number, string]> => {
  const response = await fetch(`${await tested.addressOf(guid)}?whole&${query}`);
  return [response.status, await response.text()];
};
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<td[^>]*data-value="([^"]*)"/g)].map(([, value]) => value!);

describe('a list of 5,000 values', () => {
  it('says that it has only the first ones, and shows the chosen ones before them', async () => {
    const [, page] = await pageOf(long, '');
    expect(page).toContain('The first 1,000 of 5,000 are shown.');
    expect(page).not.toContain('of 2 are shown');
    const values = [...page.matchAll(/name="filter.Goods"\s+value="([^"]*)"/g)].map(([, v]) => v);
    expect(values.slice(0, 3)).toEqual(['', 'Item 4998', 'Item 0001']);
    expect(values).toHaveLength(1002);
    expect(rowsOf(page)).toEqual(['Item 4998']);
  });

  it('lets readers choose each value of the whole list, and no other', async () => {
    const [status, page] = await pageOf(long, 'filter.Goods=Item+4999&filter.Goods=Item+0001');
    expect([status, rowsOf(page).toSorted()]).toEqual([200, ['Item 0001', 'Item 4999']]);
    expect(page).toMatch(/The Item 0001, The Item 4999|The Item 4999, The Item 0001/);
    for (const other of ['Item 5001', 'item 4999', 'The Item 4999', 'Item 4999 ']) {
      const query = new URLSearchParams([
        ['tiles', 'rows'],
        ['filter.Goods', other],
      ]);
      expect([other, (await pageOf(long, `${query}`))[0]]).toEqual([other, 400]);
    }
    const parents = 'tiles=rows&filter.Family=Group+1&filter.Goods=Item+4998';
    expect((await pageOf(long, parents))[0]).toBe(400);
  });

  it('is searched at the server', async () => {
    expect(await found('choices=Goods&search=ITEM+499')).toEqual({
      choices: Array.from({ length: 10 }, (_, n) => ({
        value: `Item 499${n}`,
        label: `The Item 499${n}`,
      })),
      isCut: false,
    });
    const many = await found('choices=goods&search=item');
    expect([many.choices.length, many.isCut]).toEqual([50, true]);
    expect(await found('choices=Goods&search=nothing')).toEqual({ choices: [], isCut: false });
  });

  it('has the choice of a mark by its value, or by the only label that equals it', async () => {
    const one = { choices: [{ value: 'Item 4999', label: 'The Item 4999' }], isCut: false };
    const none = { choices: [], isCut: false };
    for (const [text, expected] of [
      ['Item 4999', one],
      ['The Item 4999', one],
      ['item 4999', none],
      ['Item 4999 ', none],
      ['the Item 4999', none],
      ['Item 499', none],
      ['', none],
    ] as const) {
      const query = new URLSearchParams([
        ['choices', 'Goods'],
        ['value', text],
      ]);
      expect([text, await found(`${query}`)]).toEqual([text, expected]);
    }
    const odd = 'choices=Goods&value=Item+4999&filter.Family=';
    expect(await found(`${odd}Group+1`)).toEqual(one);
    expect(await found(`${odd}Group+0`)).toEqual(none);
    expect((await search(`choices=Goods&value=${'x'.repeat(257)}`)).status).toBe(400);
  });

  it('is searched with the other filters and the locked parameters', async () => {
    const even = await found('choices=Goods&search=item+499&filter.Family=Group+0');
    expect(even.choices.map(({ value }) => value.at(-1)).join('')).toBe('02468');
    const locked = await found('choices=Goods&search=item+499', 'Family=Group 1;Least=Item 4994');
    expect(locked.choices.map(({ value }) => value.at(-1)).join('')).toBe('579');
  });

  it.each(["'", '%', '_', '\\', ':Family', '$1', '"'])(
    'takes a text as a text: %s',
    async (text) => {
      const query = new URLSearchParams([
        ['choices', 'Goods'],
        ['search', text],
      ]);
      expect(await found(`${query}`)).toEqual({ choices: [], isCut: false });
    },
  );

  it.each([
    ['choices=Family&search=x&filter.Family=Other', 200],
    ['choices=Goods&search=x&filter.Family=Other', 400],
    [`choices=Goods&search=${'x'.repeat(101)}`, 400],
    ['choices=Goods&search=%00', 400],
    ['choices=Goods&search=%EF%BF%BE', 200],
    ['choices=Fixed&search=a', 404],
    ['choices=__proto__&search=a', 404],
    ['choices=Broken&search=a', 400],
  ])('is searched for a list that is open, and a short text: %s', async (query, status) => {
    const response = await search(query);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/json',
    ]);
  });

  it('is not searched if the token sets it', async () => {
    expect((await search('choices=Goods&search=item', 'Goods=Item 0001')).status).toBe(404);
  });

  it('is searched four times a second by a session', async () => {
    now += 1000;
    const address = await tested.addressOf(long.guid);
    const ask = () => fetch(`${address}?choices=Family&search=group`);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await ask()).headers.get('retry-after')).toBe('1');
    now += 999;
    expect((await ask()).status).toBe(429);
    now += 1;
    expect((await ask()).status).toBe(200);
    now -= 3_600_000;
    expect((await ask()).status).toBe(200);
  });

  it('is refused with the page of the token after logout', async () => {
    const address = await tested.addressOf(long.guid);
    await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
    const response = await fetch(`${address}?choices=Goods&search=item`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'text/html; charset=UTF-8',
    ]);
  });
});
