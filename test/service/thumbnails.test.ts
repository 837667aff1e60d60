import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackOffice, logIn } from '../support/back-office.ts';
import { SECRETS, testService } from '../support/test-database.ts';
import { callOf, draftOf, figure, guidOf, publishNewIn } from './draft-calls.ts';

let service: DashboardService;
let office: BackOffice;

beforeAll(async () => {
  service = createDashboardService(await testService());
  const { url } = await service.listen(0);
  office = await logIn(url, SECRETS.adminPassword);
});

afterAll(() => service.close());

const thumbnailOf = (guid: string): Promise<Response> =>
  office.get(`dashboards/${guid}/thumbnail.svg`);

const withFigure = (number: number, title = 'Orders'): object =>
  draftOf({
    datasets: [{ name: 'counted', sql: `SELECT ${number} AS n` }],
    tiles: [{ ...figure, title }],
  });

it('shows a published dashboard, and later its next version', async () => {
  const guid = guidOf(await publishNewIn(office, withFigure(4711)));
  const response = await thumbnailOf(guid);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toMatch(/^<svg[\s\S]*4,711[\s\S]*<\/svg>$/);
  await office.post(`dashboards/${guid}/publish`, callOf(withFigure(815)));
  expect(await (await thumbnailOf(guid)).text()).toContain('815');
  const list = await (await office.get('dashboards')).text();
  expect(list).toContain(`dashboards/${guid}/thumbnail.svg?version=2"`);
});

it('escapes texts, and omits characters that XML forbids', async () => {
  const title = `<script>'"&\u0001\ufffe`;
  const guid = guidOf(await publishNewIn(office, withFigure(1, title)));
  const svg = await (await thumbnailOf(guid)).text();
  expect(svg).toContain('&lt;script&gt;&#39;&quot;&amp;</text>');
});

it('exists for the demo dashboards, with their charts', async () => {
  const { guid } = service.dashboards.find(({ title }) => title === 'Sales overview')!;
  const [first, second] = await Promise.all([thumbnailOf(guid), thumbnailOf(guid)]);
  const svg = await first.text();
  expect(svg).toContain('<path');
  expect(await second.text()).toBe(svg);
  expect(Buffer.byteLength(svg)).toBeLessThan(200_000);
});

it('is removed with its dashboard, and does not exist for a draft', async () => {
  const guid = guidOf(await publishNewIn(office, withFigure(1)));
  await office.post(`dashboards/${guid}/remove`);
  expect((await thumbnailOf(guid)).status).toBe(404);
  const draft = crypto.randomUUID();
  await office.post(`dashboards/${draft}/draft`, callOf(draftOf(), { version: 0 }));
  expect((await thumbnailOf(draft)).status).toBe(404);
  expect((await office.get('dashboards')).status).toBe(200);
});
