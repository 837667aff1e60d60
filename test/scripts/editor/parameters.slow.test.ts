import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { findViolations } from '../../e2e/axe.ts';
import {
  button,
  draftOf,
  figure,
  GUID,
  preview,
  openEditor,
  publishNow,
  saved,
  untilFocused,
  untilSaved,
  untilStatus,
} from './editor.ts';
import { office, page, useOffice } from './use-office.ts';

const { go } = useOffice();

const open = (draft?: DashboardDraft): Promise<void> => openEditor(go, draft);

/** Opens a dashboard from before the choice who sets a parameter. Returns its notice. */
const openUndecided = async (): Promise<Locator> => {
  await open(
    draftOf([figure('a', 'All', { value: 'customers' })], {
      datasets: [{ name: 'data', sql: 'SELECT :Area FROM customers' }],
      requiredParameters: undefined as never,
    }),
  );
  const notice = page.getByText('Your application may leave out Area.');
  await notice.waitFor();
  return notice;
};

describe('a parameter', () => {
  it('has a value for the preview, its error at its field, and is shown to readers', async () => {
    await open(
      draftOf([figure('a', 'This year', { value: 'n' })], {
        datasets: [{ name: 'data', sql: 'SELECT :Year AS n FROM years' }],
      }),
    );
    await page.locator('summary', { hasText: 'data' }).first().click();
    const year = page.getByRole('textbox', { name: 'Year', exact: true });
    await year.fill('last');
    const problem = page.locator('#field-datasets-0-parameters-year-problem');
    await problem.getByText('A value does not fit').waitFor();
    expect(await page.getByLabel('SQL').getAttribute('aria-invalid')).toBe(null);
    await page.getByLabel('Show the value of Year to readers').check();
    await publishNow();
    await untilStatus('Published');
    expect(await problem.innerText()).toContain('"last"');
    expect(office.stores.published.get(GUID)!.definition.shownParameters).toEqual(['Year']);
    await year.fill('2026');
    await preview().locator('.figure[data-value="2026"]').waitFor();
    await problem.waitFor({ state: 'detached' });
    expect(office.sent<{ parameters: object }>('preview').at(-1)!.parameters).toEqual({
      year: '2026',
    });
    await page.getByLabel('SQL').fill('SELECT 1 AS n FROM years');
    await untilSaved({ shownParameters: [] });
  });

  it('from before the choice is named, until its author decides', async () => {
    const notice = await openUndecided();
    await preview().locator('.figure').waitFor();
    await page.locator('summary', { hasText: 'data' }).first().click();
    const sql = page.getByLabel('SQL').first();
    await sql.fill('SELECT :Area, :Year, :Region FROM customers');
    await untilSaved({ requiredParameters: ['Year', 'Region'], undecidedParameters: ['Area'] });
    await page.reload();
    await notice.waitFor();
    await page.locator('summary', { hasText: 'data' }).first().click();
    const area = page.getByLabel('Who sets Area');
    await expect.poll(() => area.inputValue()).toBe('');
    await area.selectOption('optional');
    await notice.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await expect.poll(() => saved()?.undecidedParameters).toBeUndefined();
    expect(saved()).toMatchObject({ requiredParameters: ['Year', 'Region'] });
  });

  it('that the application may leave out is named, until its author keeps it so', async () => {
    const notice = await openUndecided();
    await page.getByRole('button', { name: 'Keep it so' }).click();
    await notice.waitFor({ state: 'detached' });
    await untilSaved({ requiredParameters: [] });
  });

  it('is required when it is new, and the preview is empty until it has a value', async () => {
    await open(
      draftOf([figure('a', 'All', { value: 'customers' })], {
        datasets: [
          { name: 'data', sql: 'SELECT 1 FROM customers' },
          { name: 'other', sql: 'SELECT 1 FROM sold' },
        ],
      }),
    );
    await page.locator('summary', { hasText: 'data' }).first().click();
    await page.getByLabel('SQL').first().fill('SELECT :Region FROM customers');
    await untilSaved({ requiredParameters: ['Region'] });
    await page.getByText('Your application must set Region: without a value').waitFor();
    await page.locator('summary', { hasText: 'other' }).click();
    const warning = page.getByText('This dataset shows the same rows to everybody');
    await warning.waitFor();
    await page.getByLabel('It is meant that this dataset does not use Region').check();
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Region', exact: true }).fill('North');
    await preview().locator('.figure[data-value="5"]').waitFor();
    await page.getByLabel('Who sets Region').selectOption('optional');
    await untilSaved({ requiredParameters: [] });
    expect(await findViolations(page)).toEqual([]);
  });

  it('that is required is missed in the list of a filter, until its author says that it is meant', async () => {
    // A long name must fit into a narrow page.
    const long = `Region_of_${'x'.repeat(50)}`;
    const select = { sql: `SELECT name FROM customers WHERE region = :${long}` };
    const filters = [{ kind: 'choice' as const, parameter: 'Name', label: 'Name', select }];
    const sql = `SELECT :${long} AS n, :Name AS name FROM customers`;
    await openEditor(
      go,
      draftOf([figure('a', 'All', { value: 'n' })], {
        datasets: [{ name: 'data', sql }],
        requiredParameters: [long],
        filters,
      }),
      page.getByText(`Your application must set ${long}: without a value`),
    );
    const list = page.getByRole('region', { name: 'Filters' });
    await list.locator('summary', { hasText: 'Name' }).first().click();
    const warning = list.getByText(
      `This list shows the same values to everybody: it does not use ${long}.`,
    );
    const isMeant = list.getByLabel(`It is meant that this list does not use ${long}`);
    await list.getByLabel(`Who sets ${long}`).waitFor();
    expect(await isMeant.count()).toBe(0);
    await list.getByLabel('SQL').fill('SELECT name FROM customers');
    await warning.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('summary', { hasText: 'data' }).first().click();
    await page.getByLabel(`Who sets ${long}`).waitFor();
    await page.setViewportSize({ width: 390, height: 740 });
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(widthOf).toBe(390);
    await isMeant.check();
    await warning.waitFor({ state: 'detached' });
    const ignoredParameters = [long.toLowerCase()];
    await untilSaved({ filters: [{ select: { ignoredParameters } }] });
    await isMeant.uncheck();
    await warning.waitFor();
  });

  it('becomes a filter, which the preview tries', async () => {
    const sql = 'SELECT :Region AS region, :Start::date, :End::date FROM customers';
    await open(
      draftOf(
        [
          {
            id: 't',
            title: 'T',
            kind: 'table',
            dataset: 'data',
            span: 6,
            columns: [{ column: 'region', label: 'Region', format: 'text' }],
          },
        ],
        { datasets: [{ name: 'data', sql }] },
      ),
    );
    await page.locator('summary', { hasText: 'data' }).first().click();
    const switchOf = (name: string) =>
      page.getByRole('switch', { name: `Readers set ${name} with a filter` });
    const filters = page.getByRole('region', { name: 'Filters' });
    const itemOf = (name: string) =>
      filters.getByRole('listitem').filter({ has: page.getByText(`:${name}`, { exact: true }) });
    for (const name of ['Region', 'Start', 'End']) {
      await switchOf(name).press('Space');
      await untilFocused('Label');
    }
    const region = itemOf('Region');
    await region.getByLabel('Values', { exact: true }).selectOption('list');
    await region.getByLabel('Value', { exact: true }).fill('no;rth');
    await region.getByText('Readers cannot choose this value.').waitFor();
    await region.getByLabel('Value', { exact: true }).fill('North');
    await region.getByRole('group', { name: 'Choices' }).getByLabel('Label').fill('The North');
    await button('Add choice').click();
    await untilFocused('Value');
    await page.keyboard.type('East');
    await region.getByLabel('Default').selectOption('North');
    await itemOf('Start').getByLabel('Range to').selectOption('End');
    await itemOf('Start').getByText(':Start IS NULL OR your_column >= :Start::date').waitFor();
    await itemOf('End').getByText(':End IS NULL OR your_column < :End::date + 1').waitFor();
    await itemOf('Start').getByLabel('A value is required').check();
    const problem = itemOf('Start').getByText('A required filter needs a default.');
    await problem.waitFor();
    await itemOf('Start').getByLabel('Default').fill('2026-01-31');
    await problem.waitFor({ state: 'detached' });
    await untilSaved({
      filters: [
        {
          kind: 'choice',
          parameter: 'Region',
          list: [{ value: 'North', label: 'The North' }, { value: 'East' }],
          default: ['North'],
        },
        {
          kind: 'date',
          parameter: 'Start',
          rangeEnd: 'End',
          required: true,
          default: ['2026-01-31'],
        },
        { kind: 'date', parameter: 'End' },
      ],
    });
    expect(await findViolations(page)).toEqual([]);

    const cells = () => preview().locator('td[data-column=region]').allInnerTexts();
    await expect.poll(cells).toEqual(['North']);
    await preview().getByLabel('Region').selectOption('East');
    await preview().getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(cells).toEqual(['East']);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');

    const order = () => filters.locator('summary .kind').allInnerTexts();
    await button('Move End up').press('Enter');
    expect(await order()).toEqual([':Region', ':End', ':Start']);
    await page.keyboard.press('Enter');
    expect(await order()).toEqual([':End', ':Region', ':Start']);
    await page.getByLabel('SQL').first().fill(sql.replace(':Region', ':Area'));
    await region.getByText('No SQL uses this parameter.').waitFor();
    await region.getByLabel('Parameter').selectOption('Area');
    await untilFocused('Parameter');
    expect(await switchOf('Area').isChecked()).toBe(true);
    await itemOf('Area').getByLabel('Several values').check();
    await button('Add default value').click();
    await button('Remove default value 1').click();
    await itemOf('Area').getByLabel('Several values').uncheck();
    await itemOf('Area').getByLabel('Kind').selectOption('text');
    await button('Remove Start').press('Enter');
    await untilFocused('Filters');
    expect(await switchOf('Start').isChecked()).toBe(false);
    await switchOf('End').press('Space');
    await untilSaved({ filters: [{ kind: 'text', parameter: 'Area' }] });
  });
});
