import { beforeAll, describe, expect, it } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const SECOND = 2;
const made = Array.from({ length: 119 }, (_, index) => {
  const title = `Report ${String(index + 1).padStart(3, '0')}`;
  return { ...figuresDashboard(index + 1, {}), title };
});
// After the time of the database, at which the first dashboards are saved.
let now = Date.UTC(2100, 0, 1);
const tested = useBackOffice({ dashboards: made, clock: () => now });

beforeAll(async () => {
  for (let count = 1; count <= 60; count += 1) {
    await tested.office.post('companies', new URLSearchParams({ name: `Company ${count}` }));
  }
  now += 1000;
  await tested.create(draftOf({ title: 'Alone: 50 %_' }), { companyId: SECOND });
});

const pageOf = async (path: string): Promise<string> => {
  const response = await tested.office.get(path);
  expect(response.status).toBe(200);
  return response.text();
};

/** Returns the names in the first column of a page's table. */
const namesOf = (page: string): string[] =>
  [...page.matchAll(/<tr>\s*<td>[\s\S]*?<a href="[^"]*">([^<]*)<\/a>/g)].map(([, name]) => name!);

const placeOf = (page: string): string | undefined =>
  /<span>([\d–]+ of \d+)<\/span>/.exec(page)?.[1];

/** Returns the address of a page's link to another one. */
const linkOf = (page: string, rel: 'prev' | 'next'): string | undefined =>
  new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(page)?.[1]!.replaceAll('&amp;', '&');

describe('a long list of dashboards', () => {
  it('has pages that lead to each other', async () => {
    const first = await pageOf('dashboards');
    const second = await pageOf(linkOf(first, 'next')!);
    const third = await pageOf(linkOf(second, 'next')!);
    expect([first, second, third].map(placeOf)).toEqual([
      '1–50 of 120',
      '51–100 of 120',
      '101–120 of 120',
    ]);
    const names = [first, second, third].flatMap(namesOf);
    expect(names).toEqual(['Alone: 50 %_', ...made.map(({ title }) => title)]);
    expect([linkOf(first, 'prev'), linkOf(third, 'next')]).toEqual([undefined, undefined]);
    expect(namesOf(await pageOf(linkOf(third, 'prev')!))).toEqual(namesOf(second));
  });

  it('finds titles by a part of them, in any case, and keeps the search on the next page', async () => {
    const page = await pageOf('dashboards?search=rEPORT+0');
    expect(placeOf(page)).toBe('1–50 of 99');
    expect(page).toContain('value="rEPORT 0"');
    expect(placeOf(await pageOf(linkOf(page, 'next')!))).toBe('51–99 of 99');
    expect(namesOf(await pageOf('dashboards?search=%25_'))).toEqual(['Alone: 50 %_']);
    const none = await pageOf('dashboards?search=nothing');
    expect(none).toContain('Nothing found. Change the search.');
    expect(none).not.toContain('No dashboards yet');
  });

  it('finds those of a company, and shows the last saved ones first', async () => {
    const page = await pageOf(`dashboards?company=${SECOND}`);
    expect(namesOf(page)).toEqual(['Alone: 50 %_']);
    expect(page).toContain(`<option value="${SECOND}" selected>`);
    expect(namesOf(await pageOf('dashboards?sort=saved'))[0]).toBe('Alone: 50 %_');
  });

  it.each(['page=0', 'page=1.5', 'page=999', 'page=1e99', 'company=999999', 'sort=x'])(
    'begins with %s as without it',
    async (query) => expect(placeOf(await pageOf(`dashboards?${query}`))).toBe('1–50 of 120'),
  );

  it('is cut on the page of the company, which leads to all of them', async () => {
    const page = await pageOf('companies/1');
    expect(page.match(/dashboards\/[\da-f-]{36}"/g)).toHaveLength(50);
    const address = /<a href="([^"]*)">All 119 dashboards<\/a>/.exec(page)![1]!;
    expect(placeOf(await pageOf(address.replace('../', '')))).toBe('1–50 of 119');
  });
});

it('a long list of companies has pages and a search', async () => {
  const page = await pageOf('companies');
  expect(placeOf(page)).toBe('1–50 of 61');
  expect(namesOf(await pageOf(linkOf(page, 'next')!))).toHaveLength(11);
  expect(namesOf(await pageOf('companies?search=company+60'))).toEqual(['Company 60']);
});
