import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postTo } from '../support/back-office.ts';
import { SETTINGS, testService } from '../support/test-database.ts';

let service: DashboardService;
let url: string;
let cookie: string;

beforeAll(async () => {
  service = createDashboardService(await testService());
  ({ url } = await service.listen(0));
  const password = new URLSearchParams({ password: SETTINGS.adminPassword });
  const login = await postTo(url, 'login', password);
  [cookie = ''] = login.headers.get('set-cookie')!.split(';');
});

afterAll(() => service.close());

/** Sends a request as the browser of a logged-in administrator does, from another page. */
const send = (method: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${url}/admin/companies`, { method, headers: { Cookie: cookie, ...headers } });

const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://stranger.example' },
  { Origin: 'null' },
  {},
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
];

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses a %s of a foreign page', async (method) => {
  for (const headers of FOREIGN) {
    const answer = await send(method, headers);
    expect([headers, answer.status]).toEqual([headers, 403]);
    expect(await answer.text()).toContain('Only pages of the back office can make changes.');
  }
});

it('refuses nothing of its own pages, and no reading', async () => {
  const own: Record<string, string>[] = [{ Origin: url }, { 'Sec-Fetch-Site': 'same-origin' }];
  for (const headers of own) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await send(method, headers)).status).not.toBe(403);
    }
  }
  for (const headers of FOREIGN) {
    expect((await send('GET', headers)).status).toBe(200);
  }
});
