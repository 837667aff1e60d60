import { beforeEach, describe, expect, it } from 'vitest';
import type { Tile } from '../../../service/src/dashboard/definition.ts';
import { findViolations } from '../../e2e/axe.ts';
import { draftOf, figure, GUID, preview, publish, saved, tileForm, untilSaved } from './editor.ts';
import { office, page, useOffice } from './use-office.ts';

const { go } = useOffice();

/**
 * A control, the value that the author chooses, the properties of the tile that change, a text that is then in the
 * preview or in the form, and one that is no longer in the form. A number after a label selects one of several controls.
 * A label that begins with `+` or `-` is that of a button.
 */
type Step = [
  control: string,
  value: string | boolean,
  changes: object,
  seen?: string,
  gone?: string,
];

const region = { id: 'a', title: 'Tile', dataset: 'data', category: 'region', span: 6 };
const revenue = { column: 'revenue', label: 'Revenue' };
const margin = { column: 'margin', label: 'Margin' };
const percent = { title: 'Margin', format: 'percent' };
const fixed = { kind: 'value', label: 'Target', value: null };
const bars = { ...region, kind: 'bar', series: [revenue], format: 'integer' };
/** The editor suggests whether values add up. */
const sql = 'SELECT region, sum(revenue) AS revenue, avg(margin) AS margin FROM sold';
const cells = [
  { column: 'region', label: 'Region', format: 'text' },
  { ...revenue, format: 'integer' },
];
const withColumn = (changes: object) => ({ columns: [cells[0], { ...cells[1], ...changes }] });

const TABLE: Record<string, [tile: object, steps: Step[]]> = {
  'a number': [
    figure('a', 'Tile'),
    [
      ['Title', 'Sold', { title: 'Sold' }, 'Sold'],
      ['Width', '6', { span: 6 }],
      ['Target', 'column', { target: { kind: 'column', column: 'margin' } }],
      ['Target', '', { target: undefined }],
      ['Value', 'margin', { value: 'margin' }],
      ['Format', 'percent', { format: 'percent' }, '20%'],
      ['Decimal places', '2', { numbers: { digits: 2 } }, '20.00%'],
      ['Decimal places', '', { numbers: undefined }],
      ['Notation', 'plain', { numbers: { notation: 'plain' } }],
      ['Unit before the number', '~', { numbers: { notation: 'plain', before: '~' } }, '~20'],
      ['Unit after the number', 'kg', { numbers: { notation: 'plain', before: '~', after: 'kg' } }],
      ['Notation', '', { numbers: { before: '~', after: 'kg' } }],
      ['Compared with', 'revenue', { previous: 'revenue' }],
      ['Better when', 'lower', { better: 'lower' }],
      ['Compared with', '', { previous: undefined }],
      ['Target', 'value', { target: { kind: 'value', value: null } }],
      ['Target value', 'many', {}, 'Enter a number.'],
      ['Target value', ' 0,4 ', { target: { kind: 'value', value: 0.4 } }, '50%'],
      ['Target', 'column', { target: { kind: 'column', column: 'revenue' } }],
      ['Column of the target', 'margin', { target: { kind: 'column', column: 'margin' } }, '100%'],
      ['Target', '', { target: undefined }],
      ['Note below the figure', 'So far', { note: 'So far' }, 'So far'],
      ['Trend line from', 'data', { trend: { dataset: 'data', column: 'revenue' } }],
      ['Column of the trend', 'margin', { trend: { dataset: 'data', column: 'margin' } }],
      ['Trend line from', '', { trend: undefined }],
      ['Format', 'text', { format: 'text' }, '', 'Digits and unit'],
    ],
  ],
  bars: [
    bars,
    [
      ['Missing periods are', 'zero', { missing: 'zero' }],
      ['Missing periods are', '', { missing: undefined }],
      ['Horizontal', true, { horizontal: true }],
      ['Horizontal', false, { horizontal: false }],
      ['+Add series', '', { series: [revenue, margin] }],
      ['Stacked', true, { stacked: true }],
      ['Stacked', false, { stacked: false }],
      ['Line 2', true, { series: [revenue, { ...margin, line: true }] }],
      ['Comparison', true, { series: [revenue, { ...margin, line: true, comparison: true }] }],
      ['Comparison', false, { series: [revenue, { ...margin, line: true }] }],
      [
        'Second axis 2',
        true,
        { series: [revenue, { ...margin, line: true, second: true }], secondAxis: percent },
        '20%',
      ],
      ['Title 2', 'Share', { secondAxis: { ...percent, title: 'Share' } }, 'Share'],
      ['Second axis 2', false, { series: [revenue, { ...margin, line: true }] }],
      ['+Move series 2 up', '', { series: [{ ...margin, line: true }, revenue] }],
      ['-Remove series 1', '', { series: [revenue], addsUp: true }],
      ['Column', 'margin', { series: [margin], addsUp: undefined }],
      ['Label', 'Own', { series: [{ column: 'margin', label: 'Own' }] }],
      ['Column', 'revenue', { series: [{ column: 'revenue', label: 'Own' }], addsUp: true }],
      ['Values add up', false, { addsUp: false }, 'so you can turn this on'],
      ['+Add reference line', '', { references: [fixed] }],
      ['Value', '350', { references: [{ ...fixed, value: 350 }] }, 'Target: 350'],
      ['Kind 2', 'band', { references: [{ ...fixed, kind: 'band', value: 350, to: null }] }],
      ['From', '100', { references: [{ ...fixed, kind: 'band', value: 100, to: null }] }],
      ['To', '200', { references: [{ ...fixed, kind: 'band', value: 100, to: 200 }] }],
      [
        'Kind 2',
        'average',
        { references: [{ kind: 'average', label: 'Target', column: 'revenue' }] },
        'Target: 250',
      ],
      [
        'Label 2',
        'Goal',
        { references: [{ kind: 'average', label: 'Goal', column: 'revenue' }] },
        'Goal: 250',
      ],
      ['Kind 2', 'column', { references: [{ kind: 'column', label: 'Goal', column: 'margin' }] }],
      [
        'Column 2',
        'revenue',
        { references: [{ kind: 'column', label: 'Goal', column: 'revenue' }] },
        'Goal: 300',
      ],
      ['-Remove reference line 1', '', { references: undefined }],
      ['Split by', 'region', { splitBy: 'region' }],
      ['Small charts', true, { multiples: true }, '', 'Stacked'],
      ['Kind', 'line', { kind: 'line', horizontal: undefined }],
      ['Axis starts at', 'values', { start: 'values' }],
      ['Logarithmic', true, { logarithmic: true }],
      ['Title of the value axis', 'Euros', { valueTitle: 'Euros' }],
      ['Title of the category axis', 'Place', { categoryTitle: 'Place' }],
    ],
  ],
  'a table': [
    { id: 'a', title: 'Tile', kind: 'table', dataset: 'data', span: 6, columns: cells },
    [
      ['Total', 'sum', withColumn({ total: 'sum' }), '500'],
      ['Bars', true, withColumn({ total: 'sum', bar: true })],
      ['Bars', false, withColumn({ total: 'sum' })],
      ['Total', '', withColumn({})],
      ['+Add color', '', withColumn({ rules: [{ when: 'below', limit: null, style: 'bad' }] })],
      ['Limit', '250', withColumn({ rules: [{ when: 'below', limit: 250, style: 'bad' }] })],
      [
        'Condition',
        'atLeast',
        withColumn({ rules: [{ when: 'atLeast', limit: 250, style: 'bad' }] }),
      ],
      ['Color', 'good', withColumn({ rules: [{ when: 'atLeast', limit: 250, style: 'good' }] })],
      ['-Remove color 1', '', withColumn({ rules: undefined })],
      [
        'Link',
        'http://a.example/{region}',
        { columns: [{ ...cells[0], link: 'http://a.example/{region}' }, cells[1]] },
        'Enter an address that starts with https://',
      ],
      ['Link', '', { columns: cells }],
      ['+Add column', '', { columns: [...cells, { ...margin, format: 'percent' }] }, '20%'],
      [
        '+Move column 3 up',
        '',
        { columns: [cells[0], { ...margin, format: 'percent' }, cells[1]] },
      ],
      ['+Move column 1 down', '', { columns: [{ ...margin, format: 'percent' }, ...cells] }],
      ['-Remove column 1', '', { columns: cells }],
      ['Column', 'margin', { columns: [{ ...margin, format: 'percent' }, cells[1]] }, '20%'],
      ['Column', 'region', { columns: cells }],
      ['Column', 'margin', { columns: [{ ...margin, format: 'percent' }, cells[1]] }],
      ['Format', 'decimal', { columns: [{ ...margin, format: 'decimal' }, cells[1]] }],
      // The author's own format stays.
      ['Column', 'region', { columns: [{ ...cells[0], format: 'decimal' }, cells[1]] }],
    ],
  ],
  'a heading and a text': [
    { id: 'a', title: 'Regions', kind: 'heading', span: 12 },
    [
      ['Title', 'Places', { title: 'Places' }, 'Places', 'Width'],
      ['Kind', 'text', { kind: 'text', text: '', span: 6 }],
      [
        'Text',
        'See [it](http://a.example).',
        { text: 'See [it](http://a.example).' },
        'Links must start with https://',
      ],
      ['Text', 'See **it**', { text: 'See **it**' }, 'See it'],
      ['Title', '', { title: '' }],
    ],
  ],
  points: [
    {
      ...region,
      kind: 'scatter',
      x: { ...revenue, format: 'integer' },
      y: { ...margin, format: 'percent' },
    },
    [
      ['Category', 'margin', { category: 'margin' }],
      ['Logarithmic 2', true, { y: { ...margin, format: 'percent', logarithmic: true } }],
      ['Column', 'margin', { x: { ...margin, format: 'integer' } }],
      ['Format', 'percent', { x: { ...margin, format: 'percent' } }],
    ],
  ],
  'a histogram': [
    {
      id: 'a',
      title: 'Tile',
      kind: 'histogram',
      dataset: 'data',
      span: 6,
      value: 'revenue',
      format: 'integer',
    },
    [
      ['Number of bars', '7', { bins: 7 }],
      ['Number of bars', '', { bins: undefined }],
      ['Number of bars', 'many', { bins: null }, 'Enter a'],
      ['Title of the value axis', 'Euros', { valueTitle: 'Euros' }],
    ],
  ],
  'a heat map and a donut': [
    { ...region, kind: 'heatmap', splitBy: 'margin', value: 'revenue', format: 'integer' },
    [
      ['Split by', 'region', { splitBy: 'region' }],
      ['Values add up', true, { addsUp: true }],
      ['Value', 'margin', { value: 'margin', addsUp: undefined }],
      ['Format', 'percent', { format: 'percent' }],
      ['Category', 'margin', { category: 'margin' }],
    ],
  ],
};

/** A preview costs more than the form. Without an answer, the form keeps the columns that it knows. */
const UNANSWERED = new Promise<Response>(() => {});

/** Changes a control of the form, and leaves it. */
async function change(control: string, value: string | boolean): Promise<void> {
  const form = tileForm();
  // Further settings open on demand.
  await form
    .locator('details')
    .evaluateAll((all) => all.map((each) => ((each as HTMLDetailsElement).open = true)));
  const [, sign, label, place = '1'] = /^([+-]?)(.*?)(?: (\d))?$/.exec(control)!;
  if (sign) return form.getByRole('button', { name: control.slice(1), exact: true }).click();
  const found = form
    .locator('input, select, textarea')
    .and(form.getByLabel(label!, { exact: true }))
    .nth(Number(place) - 1);
  if (typeof value === 'boolean') return found.setChecked(value);
  if ((await found.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    await found.selectOption(value);
    return;
  }
  await found.fill(value);
  await found.press('Tab');
}

/** Waits until a text is in the form or in the preview. */
const untilSeen = (text: string): Promise<void> =>
  expect
    .poll(
      async () => {
        const places = [tileForm().getByText(text), preview().getByText(text)];
        const counts = await Promise.all(places.map((each) => each.count()));
        return Math.max(...counts);
      },
      { message: text },
    )
    .toBeGreaterThan(0);

describe.each(Object.entries(TABLE))('the fields of %s', (_, [tile, steps]) => {
  beforeEach(async () => {
    publish(draftOf([tile as Tile], { datasets: [{ name: 'data', sql }] }));
    await go(`dashboards/${GUID}`);
    await page.getByText('2 rows').waitFor({ state: 'attached' });
    await page.locator('.board button').click();
  });

  it('change the tile, and nothing else', async () => {
    const expected = { ...tile };
    for (const [control, value, changes, text, gone] of steps) {
      if (text) office.heal('preview');
      else office.on('preview', () => UNANSWERED);
      await change(control, value);
      await page.keyboard.press('Control+s');
      Object.assign(expected, changes);
      await expect.poll(() => saved()?.tiles?.[0], { message: control }).toEqual(expected);
      if (text) await untilSeen(text);
      if (gone) expect(await tileForm().getByText(gone, { exact: true }).count()).toBe(0);
    }
    expect(await findViolations(page)).toEqual([]);
  });
});

it('a number is asked for after the author has left its field', async () => {
  publish(draftOf([figure('a', 'Tile')], { datasets: [{ name: 'data', sql }] }));
  await go(`dashboards/${GUID}`);
  await page.getByText('2 rows').waitFor({ state: 'attached' });
  await page.locator('.board button').click();
  await tileForm()
    .getByText('The dataset has more than one row. The tile shows the first one.')
    .waitFor();
  const demand = tileForm().getByText('Enter a number.', { exact: true });
  const field = tileForm().getByLabel('Target value', { exact: true });
  const answer = page.waitForResponse(/\/preview$/);
  await change('Target', 'value');
  expect(JSON.stringify(await (await answer).json())).toContain('Enter a number.');
  await field.pressSequentially('4');
  await field.press('Backspace');
  expect(await demand.count()).toBe(0);
  await field.press('Tab');
  await demand.waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  office.on('preview', () => UNANSWERED);
  await change('Target value', '0,4');
  await demand.waitFor({ state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
});

it('the period of dates is offered, and follows the category', async () => {
  const line = {
    ...{ id: 'a', title: 'Tile', kind: 'line', dataset: 'data', category: 'month', span: 6 },
    ...{ series: [{ column: 'orders', label: 'Orders' }], format: 'integer' },
  };
  const datasets = [{ name: 'data', sql: 'SELECT * FROM months' }];
  publish(draftOf([line as unknown as Tile], { datasets }));
  await go(`dashboards/${GUID}`);
  await page.getByText('2 rows').waitFor({ state: 'attached' });
  await page.locator('.board button').click();
  // Nobody has said that these days are months.
  await preview().getByText('Jan 1, 2026').first().waitFor();
  await tileForm().getByRole('button', { name: 'Set “One value per month”' }).click();
  await preview().getByText('Jan 2026').first().waitFor();
  await untilSaved({ tiles: [{ ...line, categoryFormat: 'month' }] });
  await change('Category', 'orders');
  await expect.poll(() => tileForm().getByLabel('Category values').count()).toBe(0);
  await change('Category', 'month');
  await untilSaved({ tiles: [{ ...line, categoryFormat: 'month' }] });
  await change('Category values', 'date');
  await untilSaved({ tiles: [{ ...line, categoryFormat: 'date' }] });
  expect(await findViolations(page)).toEqual([]);
});
