import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { untilChartsLive } from './live-charts.ts';

/** Each sets `hacked` unless it is escaped for its place: text, attribute, script, style or SVG. */
const PAYLOADS = [
  '<img src=x onerror=hacked=1>',
  '"><script>hacked=1</script>',
  "' onmouseover='hacked=1' autofocus onfocus='hacked=1",
  '</script><script>hacked=1</script>',
  '<!--<script>',
  '</style><script>hacked=1</script>',
  '</text></svg><svg onload=hacked=1>',
  '{a|<img src=x onerror=hacked=1>}',
  'javascript:hacked=1',
];
const PAYLOAD = PAYLOADS.join(' ');
const asSql = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const ROWS = PAYLOADS.map((text, index) => `(${asSql(text)}, ${index + 1})`).join(', ');

const dashboard: Dashboard = {
  guid: '00000000-0000-4000-8000-000000000001',
  title: PAYLOAD,
  accessible: true,
  definition: {
    subtitle: PAYLOAD,
    currency: 'EUR',
    shownParameters: ['Region'],
    datasets: {
      rows: { sql: `SELECT * FROM (VALUES ${ROWS}) AS rows (label, n)` },
      given: { sql: 'SELECT :Region AS label, 1 AS n' },
    },
    tiles: [
      { kind: 'number', value: 'n', format: 'text', note: PAYLOAD, dataset: 'rows', span: 3 },
      { kind: 'number', value: 'label', format: 'text', note: '', dataset: 'given', span: 3 },
      {
        kind: 'bar',
        category: 'label',
        series: [{ column: 'n', label: PAYLOAD }],
        format: 'integer',
        dataset: 'rows',
        span: 6,
      },
      { kind: 'donut', category: 'label', value: 'n', format: 'integer', dataset: 'rows', span: 6 },
      {
        kind: 'table',
        columns: [{ column: 'label', label: PAYLOAD, format: 'text' }],
        dataset: 'rows',
        span: 6,
      },
    ].map((tile, index) =>
      Object.assign(tile, { id: `tile-${index}`, title: PAYLOAD }),
    ) as Dashboard['definition']['tiles'],
  },
};

let browser: Browser;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  service = createDashboardService({ apiKey: 'key', dashboards: [dashboard] });
  [{ url }, browser] = await Promise.all([service.listen(0), launchChromium()]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

it('shows hostile titles, rows and parameters as plain text', async () => {
  const query = new URLSearchParams({ SQLparameters: `Region=${PAYLOAD.replaceAll(';', '')}` });
  const answer = await fetch(`${url}/Api/GetToken/key/anna/${dashboard.guid}?${query}`);
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(`${url}/Tdb/${await answer.text()}?theme=dark`);
  // Waits for the live charts, and moves the pointer over all of them.
  await untilChartsLive(page, 2);
  for (const chart of await page.locator('[data-chart]').all()) await chart.hover();
  await page.waitForFunction((text) => document.body.textContent.includes(text), PAYLOADS[0]!);

  expect(await page.evaluate('typeof hacked')).toBe('undefined');
  // The Content Security Policy had nothing to block.
  expect(refused).toEqual([]);
  expect(await page.title()).toBe(PAYLOAD);
  expect(await page.locator('h1').textContent()).toBe(PAYLOAD);
  expect(await page.locator('[data-tile=tile-4] td').allTextContents()).toEqual(PAYLOADS);
  expect(await page.locator('[data-tile=tile-1] .figure').textContent()).toContain(PAYLOADS[0]!);
  expect(
    await page.locator('img, svg[onload], [onmouseover], script:not([src], [type])').count(),
  ).toBe(0);
});
