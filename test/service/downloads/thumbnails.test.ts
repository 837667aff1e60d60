import { demoDashboards } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { callOf, draftOf, figure } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const broken = figuresDashboard(1, { whole: 'SELECT 1 AS n', broken: 'SELECT oops' });
const tested = useBackOffice({ dashboards: [...demoDashboards, broken] });

const thumbnailOf = (guid: string): Promise<Response> =>
  tested.office.get(`dashboards/${guid}/thumbnail.svg`);

const withFigure = (number: number, title = 'Orders'): object =>
  draftOf({
    datasets: [{ name: 'counted', sql: `SELECT ${number} AS n` }],
    tiles: [{ ...figure, title }],
  });

it('shows a published dashboard, and later its next version', async () => {
  const guid = await tested.create(withFigure(4711));
  const response = await thumbnailOf(guid);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toMatch(/^<svg[\s\S]*4,711[\s\S]*<\/svg>$/);
  await tested.publish(guid, withFigure(815));
  expect(await (await thumbnailOf(guid)).text()).toContain('815');
  const list = await (await tested.office.get('dashboards')).text();
  expect(list).toContain(`dashboards/${guid}/thumbnail.svg?version=2"`);
});

it('escapes texts, and omits characters that XML forbids', async () => {
  const title = `<script>'"&\u0001\ufffe`;
  const guid = await tested.create(withFigure(1, title));
  const svg = await (await thumbnailOf(guid)).text();
  expect(svg).toContain('&lt;script&gt;&#39;&quot;&amp;</text>');
});

it('exists for the demo dashboards, with their charts', async () => {
  const { guid } = tested.service.dashboards.find(({ title }) => title === 'Sales overview')!;
  const [first, second] = await Promise.all([thumbnailOf(guid), thumbnailOf(guid)]);
  const svg = await first.text();
  expect(svg).toContain('<path');
  expect(await second.text()).toBe(svg);
  expect(Buffer.byteLength(svg)).toBeLessThan(200_000);
  expect((await thumbnailOf(guid)).headers.get('cache-control')).toContain('immutable');
});

it('is not kept while a dataset fails', async () => {
  for (const _ of [1, 2]) {
    const { status, headers } = await thumbnailOf(broken.guid);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});

it('is removed with its dashboard, and does not exist for a draft', async () => {
  const guid = await tested.create(withFigure(1));
  await tested.office.post(`dashboards/${guid}/remove`);
  expect((await thumbnailOf(guid)).status).toBe(404);
  const draft = crypto.randomUUID();
  await tested.office.post(`dashboards/${draft}/draft`, callOf(draftOf(), { version: 0 }));
  expect((await thumbnailOf(draft)).status).toBe(404);
  expect((await tested.office.get('dashboards')).status).toBe(200);
});
