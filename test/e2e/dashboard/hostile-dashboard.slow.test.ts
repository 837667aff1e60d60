import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { untilChartsLive } from './live-charts.ts';
import { useVisitedService } from './visited-service.ts';

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

const title = PAYLOAD;
const dashboard = testDashboard(
  1,
  {
    rows: `SELECT * FROM (VALUES ${ROWS}) AS rows (label, n)`,
    given: 'SELECT :Region AS label, 1 AS n',
  },
  [
    { title, kind: 'number', value: 'n', format: 'text', note: PAYLOAD, span: 3 },
    {
      dataset: 'given',
      title,
      kind: 'number',
      value: 'label',
      format: 'text',
      note: '',
      span: 3,
    },
    {
      title,
      kind: 'bar',
      category: 'label',
      series: [{ column: 'n', label: PAYLOAD }],
      format: 'integer',
    },
    { title, kind: 'donut', category: 'label', value: 'n', format: 'integer' },
    { title, kind: 'table', columns: [{ column: 'label', label: PAYLOAD, format: 'text' }] },
  ],
  { title, subtitle: PAYLOAD, shownParameters: ['Region'] },
);

const service = useVisitedService({ dashboards: [dashboard] });

it('shows hostile titles, rows and parameters as plain text', async () => {
  const query = new URLSearchParams({ SQLparameters: `Region=${PAYLOAD.replaceAll(';', '')}` });
  const page = await service.browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  const address = await service.addressOf(`${dashboard.guid}?${query}`);
  await page.goto(`${address}?theme=dark`);
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
