import { describe, expect, it } from 'vitest';
import type { DashboardDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import {
  box,
  button,
  draftOf,
  figure,
  GUID,
  preview,
  openEditor,
  publish,
  publishNow,
  saved,
  tileForm,
  untilFocused,
  untilSaved,
  untilStatus,
} from './editor.ts';
import { TABLES } from './office.ts';
import { office, page, useOffice } from './use-office.ts';

const { go } = useOffice();

const open = (draft?: DashboardDraft): Promise<void> => openEditor(go, draft);

describe('a dataset', () => {
  const names = () => page.getByLabel('Name', { exact: true });
  const shown = () => tileForm().getByLabel('Dataset', { exact: true }).locator('option:checked');

  it('keeps its tiles while its name equals another one', async () => {
    await open(
      draftOf([figure('a', 'A', { dataset: 'data2' })], {
        datasets: ['data', 'data2'].map((name) => ({ name, sql: 'SELECT * FROM sold' })),
      }),
    );
    await page.locator('summary', { hasText: 'data2' }).click();
    const name = names().nth(1);
    await name.press('End');
    await name.press('Backspace');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await untilSaved({ datasets: [{ name: 'data' }, { name: 'data' }] });
    await name.pressSequentially('_north');
    await box('A').getByRole('button').click();
    expect(await shown().innerText()).toBe('data_north');
    await untilSaved({
      datasets: [{}, { name: 'data_north' }],
      tiles: [{ dataset: 'data_north' }],
    });
  });

  it('with the name of a removed one does not get its tiles', async () => {
    await open(draftOf([figure('a', 'Orphan')]));
    await page.locator('summary', { hasText: 'data' }).first().click();
    await names().fill('sales');
    await button('Add a dataset').click();
    await untilFocused('Name');
    expect(await names().nth(1).inputValue()).toBe('data2');
    await names().nth(1).fill('data');
    await button('Remove sales').click();
    await untilSaved({ datasets: [{ name: 'data' }], tiles: [{ dataset: '' }] });
    await publishNow();
    await untilStatus('Fix the marked fields');
    await box('Orphan').getByText('Has problems').waitFor();
  });

  it('shows the fault of its SQL at its place, and what its SQL reads', async () => {
    office.connections = ['Shop'];
    await open();
    await page.locator('summary', { hasText: 'data' }).first().click();
    const sql = page.getByLabel('SQL');
    await sql.fill('SELECT *\nFROM nowhere');
    await page.getByText('Line 2: relation "nowhere" does not exist').waitFor();
    expect(await page.locator('.cm-lintRange-error').innerText()).toBe('nowhere');
    expect(await sql.getAttribute('aria-invalid')).toBe('true');
    await sql.fill('SELECT * FROM customers');
    await page.getByText('2 rows').waitFor();
    expect(await sql.getAttribute('aria-invalid')).toBe(null);
    await page.getByLabel('Data connection').selectOption('Shop');
    await untilSaved({ datasets: [{ sql: 'SELECT * FROM customers', connection: 'Shop' }] });
    expect(office.sent('tables')).toEqual([
      { companyId: 1, connection: null },
      { companyId: 1, connection: 'Shop' },
    ]);
    await page.getByLabel('Data connection').selectOption('');
    await expect.poll(() => Object.keys(saved()?.datasets?.[0] ?? {})).toEqual(['name', 'sql']);
  });

  it('completes the names of tables, of their columns, and of parameters', async () => {
    await open();
    await page.locator('summary', { hasText: 'data' }).first().click();
    const sql = page.getByLabel('SQL');
    const options = page.locator('.cm-completionLabel');
    for (const [text, typed, option] of [
      ['SELECT * FROM ', 'cust', 'customers'],
      ['SELECT :Region FROM sold WHERE ', 'reve', 'revenue'],
      ['SELECT :Region, ', ':Re', ':Region'],
      ['SEL', '', 'SELECT'],
    ] as const) {
      await sql.fill(text);
      await sql.press('End');
      await page.keyboard.type(typed);
      await page.keyboard.press('Control+Space');
      await options.getByText(option, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('takes Enter for a completion only after an arrow key', async () => {
    await open();
    await page.locator('summary', { hasText: 'data' }).first().click();
    const sql = page.getByLabel('SQL');
    const text = () => sql.innerText();
    const list = page.locator('.cm-tooltip-autocomplete');
    await sql.fill('');
    await page.keyboard.type('SELECT 1 AS x');
    await list.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('FROM sold s');
    expect(await text()).toBe('SELECT 1 AS x\nFROM sold s');
    await sql.fill('');
    await page.keyboard.type('SELECT cust');
    await list.getByText('customers').waitFor();
    // CodeMirror ignores keys for a moment after the list has opened.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return list.locator('[aria-selected]').allInnerTexts();
      })
      .toEqual([expect.stringContaining('customers')]);
    await page.keyboard.press('Enter');
    expect(await text()).toBe('SELECT customers');
  });

  it('inserts the names of tables and columns', async () => {
    for (let more = 0; more < 7; more += 1)
      TABLES[`table${more}`] = () => [{ [`field${more}`]: 1 }];
    try {
      await go('dashboards/new');
      const rows = () => page.getByRole('treeitem').locator('.name').allInnerTexts();
      const sql = page.getByLabel('SQL');
      await page.getByRole('searchbox', { name: 'Search tables' }).fill(' FIELD3');
      expect(await rows()).toEqual(['table3', 'field3']);
      await page.getByRole('searchbox', { name: 'Search tables' }).fill('customers');
      expect(await rows()).toEqual(['customers']);
      await page.keyboard.press('Tab');
      const keys: [string, string[]][] = [
        ['ArrowRight', ['customers', 'region', 'customers']],
        ['ArrowLeft', ['customers']],
        ['ArrowRight', ['customers', 'region', 'customers']],
      ];
      for (const [key, expected] of keys) {
        await page.keyboard.press(key);
        expect(await rows(), key).toEqual(expected);
      }
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(' ');
      expect(await sql.innerText()).toBe('SELECT region FROM customers');
      await page.locator('.tree .table .name').click();
      expect(await sql.innerText()).toBe('SELECT region FROM customers customers');
      await page.locator('.fold').click();
      expect(await rows()).toEqual(['customers']);
    } finally {
      for (let more = 0; more < 7; more += 1) delete TABLES[`table${more}`];
    }
  });

  it('suggests sums of its rows, with the SELECT that computes them', async () => {
    TABLES.yearly = () =>
      Array.from({ length: 24 }, (_, at) => {
        return {
          year: 2020 + (at % 4),
          shop: at % 8 < 4 ? 'N' : 'S',
          product: Math.floor(at / 8),
          sold: at,
        };
      });
    try {
      await go('dashboards/new');
      await page.getByLabel('SQL').fill('SELECT * FROM yearly');
      await page.getByText('24 rows').waitFor();
      const suggestion = page.locator('.suggestions button', { hasText: 'Sum of sold by' }).first();
      await suggestion.click();
      await untilSaved({
        datasets: [
          { name: 'data' },
          { name: 'data2', sql: expect.stringContaining('sum("sold")') },
        ],
        tiles: [{ id: 'tile-1', dataset: 'data2', title: expect.stringContaining('Sum of sold') }],
      });
    } finally {
      delete TABLES.yearly;
    }
  });
});

describe('a list that is too long', () => {
  it('shows the error at the button that adds to it', async () => {
    const datasets = Array.from({ length: 51 }, (_, at) => ({
      name: `d${at}`,
      sql: 'SELECT * FROM sold',
    }));
    const tiles = Array.from({ length: 101 }, (_, at) =>
      figure(`t${at}`, `${at}`, { dataset: 'd0' }),
    );
    publish(draftOf(tiles, { datasets }));
    await go(`dashboards/${GUID}`);
    for (const [one, most] of [
      ['dataset', 50],
      ['tile', 100],
    ] as const) {
      await page.getByText(`At most ${most} are allowed: remove some.`).waitFor();
      expect(await button(`Add a ${one}`).getAttribute('aria-invalid')).toBe('true');
    }
  });
});

describe('the dashboard', () => {
  it('has a subtitle, a currency, a language, and files for its readers', async () => {
    await open();
    await page.getByText('Subtitle, currency, language and downloads').click();
    await page.getByLabel('Subtitle').fill('So far');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByLabel('Language').fill('de_DE');
    await page.getByText('Enter a language tag, such as de or pt-BR.').waitFor();
    await page.getByLabel('Language').fill(' de ');
    await preview().locator('html[lang=de]').waitFor();
    const downloads = page.getByRole('switch', { name: 'Readers can download' });
    await downloads.press('Space');
    await untilSaved({ subtitle: 'So far', currency: 'EUR', locale: 'de', downloads: false });
    await downloads.press('Space');
    await page.getByLabel('Language').fill('');
    await page.keyboard.press('Control+s');
    await expect.poll(() => [saved()?.locale, saved()?.downloads]).toEqual([undefined, undefined]);
  });
});
