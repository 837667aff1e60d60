import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useDashboards } from './use-dashboards.ts';

const ROWS = [
  { name: 'Zebra', n: 1.5, day: '2026-02-01', flag: 'b' },
  { name: 'item 10', n: -3, day: '2025-12-31', flag: '' },
  { name: 'Äpfel', n: 1.25, day: null, flag: 'a' },
  { name: 'item 9', n: null, day: '2026-01-05', flag: 'c' },
  { name: 'apple', n: 1e21, day: '2026-01-04', flag: null },
  { name: 'Öl', n: -20, day: '2024-06-01', flag: 'B' },
];
const dashboard = testDashboard(1, { rows: 'rows' }, [
  {
    kind: 'table',
    columns: [
      { column: 'name', label: 'Name', format: 'text' },
      { column: 'n', label: 'Number', format: 'decimal' },
      { column: 'day', label: 'Day', format: 'date' },
      { column: 'flag', label: 'Flag', format: 'text' },
    ],
  },
]);
const visit = useDashboards();
it('sorts by a click on a heading, and cells without a value are last in both directions', async () => {
  const { page, column } = await visit({ dashboard, tables: { rows: () => ROWS } });
  const names = () => column(0, 'name');
  for (const [label, empty, order] of [
    ['Name', 0, ['Äpfel', 'apple', 'item 9', 'item 10', 'Öl', 'Zebra']],
    ['Number', 1, ['Öl', 'item 10', 'Äpfel', 'Zebra', 'apple', 'item 9']],
    ['Day', 1, ['Öl', 'item 10', 'apple', 'item 9', 'Zebra', 'Äpfel']],
    ['Flag', 2, ['Äpfel', 'Zebra', 'Öl', 'item 9', 'item 10', 'apple']],
  ] as const) {
    const heading = page.getByRole('button', { name: label, exact: true });
    await heading.click();
    expect(await names()).toEqual(order);
    const filled = order.slice(0, order.length - empty);
    await heading.press('Enter');
    expect(await names()).toEqual([...filled.toReversed(), ...order.slice(filled.length)]);
    await heading.press('Space');
    expect(await names()).toEqual(order);
  }
});

it('sorts intervals by their length', async () => {
  const shown = testDashboard(1, { rows: 'rows' }, [
    { kind: 'table', columns: [{ column: 'took', label: 'Took', format: 'text' }] },
  ]);
  const rows = ['2 days', '1 month -1 day', null, '-00:00:01', '26:00:00'].map((took) => ({
    took,
  }));
  const { page, column } = await visit({ dashboard: shown, tables: { rows: () => rows } });
  const heading = page.getByRole('button', { name: 'Took', exact: true });
  await heading.click();
  const lengths = ['-00:00:01', '26:00:00', '2 days', '1 month -1 day'];
  expect(await column(0, 'took')).toEqual([...lengths, '–']);
  await heading.click();
  expect(await column(0, 'took')).toEqual([...lengths.toReversed(), '–']);
});

it('marks the sorted column only, and starts with ascending order', async () => {
  const { page } = await visit({ dashboard, tables: { rows: () => ROWS } });
  const orders = () =>
    page
      .locator('thead th')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-sort')));
  await page.getByRole('button', { name: 'Number', exact: true }).click();
  expect(await orders()).toEqual([null, 'ascending', null, null]);
  await page.getByRole('button', { name: 'Number', exact: true }).click();
  expect(await orders()).toEqual([null, 'descending', null, null]);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  expect(await orders()).toEqual(['ascending', null, null, null]);
});
