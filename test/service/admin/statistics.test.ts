import { parse } from 'csv-parse/sync';
import type { Dashboard } from 'embedded-dashboard-service';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCompany, openOffice } from '../../support/back-office.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useBackOffice } from '../tested-service.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOON = Date.UTC(2026, 10, 21, 12);
const HOSTILE = `<img src=x onerror="alert('1')">\u202e&amp;\n=1+1;-2\t@A1`;

const sales: Dashboard = figuresDashboard(1, { one: 'SELECT 1 AS n' });
const stock: Dashboard = { ...figuresDashboard(2, { one: 'SELECT 2 AS n' }), title: HOSTILE };
const hidden: Dashboard = { ...figuresDashboard(3, {}), accessible: false };
const blank: Dashboard = figuresDashboard(4, {});

let now = NOON;
const tested = useBackOffice({
  apiKey: 'key',
  dashboards: [sales, stock, hidden, blank],
  clock: () => now,
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(tested.url + path, { redirect: 'manual', ...init });

interface Caller {
  user?: string;
  organization?: string;
  customInfo?: string;
}

/** Requests a token. */
function connect(caller: Caller = {}, { guid } = sales, session = 's', key = 'key') {
  return send(`/Api/GetToken/${key}/${session}/${guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(caller),
  });
}

async function open(token: Promise<Response>, times = 1): Promise<void> {
  const address = `/Tdb/${await (await token).text()}`;
  for (let time = 0; time < times; time += 1) {
    const response = await send(address);
    expect(response.status).toBe(200);
    // An opening counts when its first tile has been sent.
    await response.text();
  }
}

async function pageOf(path: string): Promise<string> {
  const response = await tested.office.get(`statistics/${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** Returns the cells of the table with a label, as text without tags. */
function tableOf(page: string, label: string): string[][] {
  const table = page.split(`aria-label="${label}"`)[1]!.split('</table>')[0]!;
  const [, body = ''] = table.split('<tbody>');
  return [...body.matchAll(/<tr>[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) =>
      cell!.replaceAll(/<[^>]*>/g, '').trim(),
    ),
  );
}

const totalOf = (page: string): string | undefined => /<strong>([\d,]+)<\/strong>/.exec(page)?.[1];

async function csvOf(path: string): Promise<Record<string, string>[]> {
  const response = await tested.office.get(`statistics/${path}`);
  expect(response.status).toBe(200);
  // `text` would remove the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  // All line ends that programs know, because they would split an unquoted value.
  const ends = ['\r\n', '\n', '\r'];
  return parse<Record<string, string>>(text.slice(1), { columns: true, record_delimiter: ends });
}

describe('the statistics', () => {
  beforeAll(async () => {
    now = NOON - 24 * HOUR_MS;
    await open(connect({ user: 'Anna', organization: 'North' }), 2);
    // The last and the first millisecond of a day.
    now = Date.UTC(2026, 10, 21) - 1;
    await open(connect({ user: 'Bob', organization: 'North' }), 1);
    now += 1;
    await open(connect({ user: 'Anna', organization: 'South' }, stock), 3);
    now = NOON;
    await connect();
  });

  it('count each token on the page of connections', async () => {
    const page = await pageOf('connections');
    expect(totalOf(page)).toBe('4');
    expect(tableOf(page, 'Tokens by day').slice(0, 3)).toEqual([
      ['21 Nov 2026', '2'],
      ['20 Nov 2026', '2'],
      ['19 Nov 2026', '0'],
    ]);
    const by = (name: string) => tableOf(page, `Tokens by ${name}`).map((row) => row.join(' '));
    expect(by('user')).toEqual(['Anna 2', 'Not given 1', 'Bob 1']);
    expect(by('organization')).toEqual(['North 2', 'Not given 1', 'South 1']);
    expect(by('dashboard')[0]).toBe('Dashboard 1 3');
  });

  it('count each opening of the last thirty days on the page of access, in charts with escaped names', async () => {
    const page = await pageOf('access');
    expect(totalOf(page)).toBe('3');
    expect(page).toContain('openings, further loads: 3');
    const days = tableOf(page, 'Openings by day');
    expect([days.length, ...days.slice(0, 3), days.at(-1)]).toEqual([
      30,
      ['21 Nov 2026', '1'],
      ['20 Nov 2026', '2'],
      ['19 Nov 2026', '0'],
      ['23 Oct 2026', '0'],
    ]);
    const by = (name: string) => tableOf(page, `Openings by ${name}`).map((row) => row.join(' '));
    expect(by('user')).toEqual(['Anna 2', 'Bob 1']);
    expect(by('organization')).toEqual(['North 2', 'South 1']);
    // There are four charts, each in two widths.
    expect(page.match(/<svg/g)).toHaveLength(8);
    expect(page).toContain('&lt;img src=x onerror=');
    expect(page).toContain('Statistics are kept for 400 days.');
    expect(page).not.toContain('<img');
  });

  it('cover the requested days, including the first and the last', async () => {
    const page = await pageOf('access?from=2026-11-20&to=2026-11-20');
    expect(totalOf(page)).toBe('2');
    expect(tableOf(page, 'Openings by user')).toEqual([
      ['Anna', '1'],
      ['Bob', '1'],
    ]);
    expect(await csvOf('access.csv?from=2026-11-20&to=2026-11-20')).toHaveLength(3);
    expect(await csvOf('access.csv?from=2026-11-21&to=2026-11-21')).toHaveLength(3);
  });

  it('have a line for each load in the CSV, oldest first', async () => {
    const { headers } = await tested.office.get('statistics/access.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="access-2026-10-23-2026-11-21.csv"',
    );
    const records = await csvOf('access.csv');
    expect(records.map(({ time, user, load }) => `${time} ${user} ${load}`)).toEqual([
      '2026-11-20T12:00:00.000Z Anna first',
      '2026-11-20T12:00:00.000Z Anna further',
      '2026-11-20T23:59:59.999Z Bob first',
      '2026-11-21T00:00:00.000Z Anna first',
      '2026-11-21T00:00:00.000Z Anna further',
      '2026-11-21T00:00:00.000Z Anna further',
    ]);
    expect(records.at(-1)).toEqual({
      time: '2026-11-21T00:00:00.000Z',
      company: 'Aurora Coffee Supply',
      dashboardGuid: stock.guid,
      // No cell starts a formula, with each separator of a spreadsheet.
      dashboardTitle: HOSTILE.replace('=1+1;-2\t@A1', "'=1+1;'-2\t'@A1"),
      sessionId: 's',
      user: 'Anna',
      organization: 'South',
      customInfo: '',
      load: 'further',
    });
  });

  it('have a line for each token in the CSV', async () => {
    const records = await csvOf('connections.csv');
    expect(records.map(({ user, organization }) => `${user} ${organization}`)).toEqual([
      ...['Anna North', 'Bob North', 'Anna South', ' '],
    ]);
  });

  it('say what to do if nothing happened', async () => {
    const page = await pageOf('access?from=2026-01-01&to=2026-01-31');
    expect(page).toContain('No dashboard was opened in this period.');
    expect(page).toContain('Choose other days.');
    expect(page).not.toContain('<svg');
    expect(await csvOf('access.csv?from=2026-01-01&to=2026-01-31')).toEqual([]);
  });

  it.each([
    ['from=yesterday', 'from', 'Enter a valid date'],
    ['to=2026-02-30', 'to', 'Enter a valid date'],
    ['from=0000-01-01', 'from', 'Enter a valid date'],
    ['to=275760-09-13', 'to', 'Enter a valid date'],
    ['from=2026-11-02&to=2026-11-01', 'from', 'after the last day'],
    ['from=2023-11-20&to=2026-11-21', 'from', 'more than three years'],
    ['company=77', 'company', 'no such company'],
    ['company=1%27--', 'company', 'no such company'],
  ])('refuse ?%s at its field, and in the CSV as well', async (query, field, message) => {
    for (const path of ['connections', 'access.csv']) {
      const response = await tested.office.get(`statistics/${path}?${query}`);
      expect(response.status).toBe(400);
      const problem = new RegExp(`id="${field}-problem">([^<]*)<`).exec(await response.text());
      expect(problem?.[1]).toContain(message);
    }
  });

  it('accept the longest allowed period', async () => {
    const page = await pageOf('access?from=2023-11-22&to=2026-11-21');
    expect(tableOf(page, 'Openings by day')).toHaveLength(1096);
    expect(totalOf(page)).toBe('3');
  });

  it('start with the connections', async () => {
    const { url } = await tested.office.get('statistics');
    expect(url).toBe(`${tested.url}/admin/statistics/connections`);
  });
});

describe('the statistics', () => {
  /** Moves the clock far beyond the earlier tests and their login, and signs in again. */
  beforeEach(async () => {
    now += 100 * 24 * HOUR_MS;
    tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
  });

  it('count no refused calls, and no HEAD requests', async () => {
    const token = await (await connect({ user: 'Anna' })).text();
    expect((await send(`/Tdb/${token}`, { method: 'HEAD' })).status).toBe(200);
    expect((await connect({}, hidden)).status).toBe(404);
    expect((await connect({}, sales, 's', 'wrong')).status).toBe(401);
    await send('/Api/Logout/key/s');
    expect((await send(`/Tdb/${token}`)).status).toBe(401);
    expect(totalOf(await pageOf('connections'))).toBe('1');
    expect(await pageOf('access')).toContain('No dashboard was opened');
  });

  it('list a hundred users, show their total number, and have all of them in the CSV', async () => {
    const users = Array.from({ length: 101 }, (_, index) => `user ${index}`);
    for (const user of users) await connect({ user });
    const page = await pageOf('connections');
    expect(tableOf(page, 'Tokens by user')).toHaveLength(100);
    expect(page.replaceAll(/\s+/g, ' ')).toContain('the first 100 of 101; the CSV has all.');
    expect((await csvOf('connections.csv')).map(({ user }) => user)).toEqual(users);
  });

  it('show one company alone', async () => {
    await connect({ user: 'Anna' });
    const { id: other } = await createCompany(tested.office, 'Other & Co');
    const all = await pageOf('connections');
    expect(tableOf(all, 'Tokens by company')).toEqual([['Aurora Coffee Supply', '1']]);
    expect(all).toMatch(/<a href="connections\?company=1&amp;from=[\d-]+&amp;to=[\d-]+">/);
    const own = await pageOf('connections?company=1');
    expect(tableOf(own, 'Tokens by user')).toEqual([['Anna', '1']]);
    expect(await csvOf('connections.csv?company=1')).toHaveLength(1);
    const others = await pageOf(`connections?company=${other}`);
    expect(others).toMatch(new RegExp(`<option value="${other}" selected>Other &amp; Co<`));
    expect(others).toContain('Choose other days, or all companies.');
    expect(await csvOf(`connections.csv?company=${other}`)).toEqual([]);
  });
});
