import type { Dashboard, Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useBackOffice } from '../tested-service.ts';

const ROWS = `(VALUES ('North', 1), ('north', 2), ('North ', 3), (' North', 4), ('N  orth', 5), ('N orth', 6),
  (U&'N\\00A0orth', 7), ('', 8), (' ', 9), (NULL, 10), (U&'No\\200Brth', 11), ('South', 12)) AS t (region, n)`;
const SQL = `SELECT n FROM ${ROWS}
  WHERE (:Region IS NULL OR region = :Region) AND (:Regions IS NULL OR region = ANY(:Regions))`;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  select: { sql: `SELECT region FROM ${ROWS} ORDER BY n` },
};
const filters: Filter[] = [
  region,
  { ...region, parameter: 'Regions', label: 'Regions', multiple: true },
  { kind: 'text', parameter: 'Name', label: 'Name' },
];
const of = (number: number, changes: object = {}): Dashboard =>
  testDashboard(
    number,
    { rows: SQL },
    [{ kind: 'table', columns: [{ column: 'n', label: 'N', format: 'text' }] }],
    { filters, ...changes },
  );
const plain = of(1);
const german = of(2, { locale: 'de' });
const fixed = of(3, {
  filters: [
    {
      kind: 'choice',
      parameter: 'Region',
      label: 'Region',
      list: [{ value: '', label: 'None' }, { value: 'x' }],
    },
    filters[1],
  ],
});
const shown = of(4, { shownParameters: ['Region'] });
const tested = useBackOffice({ dashboards: [plain, german, fixed, shown] });

async function visit({ guid }: Dashboard, query: string, sqlParameters = '') {
  const response = await fetch(`${await tested.addressOf(guid, sqlParameters)}?whole&${query}`);
  return { status: response.status, page: await response.text() };
}
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<td[^>]*data-value="([^"]*)"/g)].map(([, value]) => value!);
/** Returns the fields of a list and their labels, as a browser shows them. */
const optionsOf = (page: string): [string, string][] =>
  [...page.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, label]) => [
    value!,
    label!.trim().replaceAll(/[ \n]+/g, ' '),
  ]);
const linkOf = (page: string): string =>
  /href="(\?csv=[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&');
const printed = (page: string): string[] =>
  [...page.matchAll(/<dd>([^<]*)</g)].map(([, text]) => text!);

describe('the values of a list', () => {
  it('look different if they are different', async () => {
    const { page } = await visit(plain, '');
    expect(optionsOf(page).map(([, label]) => label)).toEqual([
      'All',
      'North',
      'north',
      'North␣',
      '␣North',
      'N␣␣orth',
      'N orth',
      'N[U+00A0]orth',
      '(empty)',
      '␣',
      'No[U+200B]rth',
      'South',
    ]);
    expect(optionsOf((await visit(german, '')).page).map(([, label]) => label)).toContain('(leer)');
  });

  it('select the rows that have them', async () => {
    const options = optionsOf((await visit(plain, '')).page).slice(1);
    const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '11', '12'];
    for (const [index, [value]] of options.entries()) {
      const { page } = await visit(plain, `${new URLSearchParams([['filter.Region', value]])}`);
      expect([value, rowsOf(page)]).toEqual([value, [numbers[index]]]);
    }
  });
});

describe('the empty text', () => {
  it('is chosen by a field of its own in an address', async () => {
    const { page } = await visit(plain, 'filter-empty.Region=1');
    expect(rowsOf(page)).toEqual(['8']);
    expect(page).toMatch(/<option value="=empty"\s+selected>\s*\(empty\)/);
    expect(linkOf(page)).toContain('&filter-empty.Region=1');
    expect(printed(page)).toEqual(['(empty)', 'All', 'All']);
  });

  it('is one of several values', async () => {
    const query = 'filter.Regions=&filter.Regions=South&Filter-Empty.regions=1';
    const { page } = await visit(plain, query);
    expect(rowsOf(page)).toEqual(['8', '12']);
    expect(page).toMatch(/value="=empty"\s+checked/);
    expect(linkOf(page)).toContain('&filter.Regions=South&filter-empty.Regions=1');
    expect(printed(page)).toEqual(['All', 'South, (empty)', 'All']);
  });

  it('is shown as such if the token sets it', async () => {
    const { page } = await visit(shown, '', 'Region=');
    expect(rowsOf(page)).toEqual(['8']);
    expect(printed(page)).toEqual(['(empty)', 'All', 'All']);
  });

  it('of a fixed list has a label', async () => {
    const { page } = await visit(fixed, '');
    expect(optionsOf(page)).toEqual([
      ['', 'All'],
      ['=empty', 'None'],
      ['x', 'x'],
    ]);
    expect(rowsOf((await visit(fixed, 'filter-empty.Region=1')).page)).toEqual(['8']);
  });
});
