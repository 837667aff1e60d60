import { beforeAll, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useService } from '../tested-service.ts';

const table = { kind: 'table', columns: [{ column: 'n', label: '@n', format: 'text' }] } as const;
const dashboard = testDashboard(
  1,
  { rows: `SELECT * FROM (VALUES ('=1+1'), ('-5')) AS rows (n)` },
  [
    { ...table, id: 'plain', title: 'Sold' },
    { ...table, id: 'points', title: "Amélie’s ('new')*/2" },
    { ...table, id: 'signs', title: '*/' },
  ],
);
const tested = useService({ dashboards: [dashboard] });
let address: string;

beforeAll(async () => {
  address = await tested.addressOf(dashboard.guid);
});

it('sends the rows of a tile as a file with the name of its title, without formulas', async () => {
  const page = await (await fetch(`${address}?whole`)).text();
  const response = await fetch(`${address}${/href="(\?csv=plain)"/.exec(page)![1]}`);
  expect(await response.text()).toBe("'@n\r\n'=1+1\r\n-5\r\n");
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
});

it.for([
  ['plain', `attachment; filename="Sold.csv"; filename*=UTF-8''Sold.csv`],
  [
    'points',
    `attachment; filename="Am_lie_s ('new') 2.csv"; filename*=UTF-8''Am%C3%A9lie%E2%80%99s%20%28%27new%27%29%202.csv`,
  ],
  ['signs', `attachment; filename="data.csv"; filename*=UTF-8''data.csv`],
])('names the file of %s', async ([id, name]) => {
  const { headers } = await fetch(`${address}?csv=${id}`);
  expect(headers.get('content-disposition')).toBe(name);
});

it('has no rows after the token ends', async () => {
  await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
  expect((await fetch(`${address}?csv=plain`)).status).toBe(401);
});
