import { describe, expect, it } from 'vitest';
import { hasNetwork } from '../support/live-demo.ts';
import {
  addTile,
  expectStatus,
  getTokenStatus,
  openBackOffice,
  openDashboard,
  page,
  passOverLostCalls,
  previewIn,
  publishIn,
  tileFormIn,
  tileIn,
  titleIn,
} from './editor-page.ts';
import { beginDashboard, writeSql } from './new-dashboard.ts';

const office = openBackOffice();

const PUBLISH_CALLS = '**/publish';
const PREVIEW_CALLS = '**/preview';

const guidInAddress = (): string => new URL(page.url()).pathname.split('/').at(-1)!;

describe('the name of a dataset', () => {
  /** Returns the datasets that the tiles show. */
  async function shownDatasets(): Promise<(string | undefined)[]> {
    const shown = [];
    for (const title of ['South', 'North']) {
      await tileIn(page, title).getByRole('button').click();
      const field = tileFormIn(page).getByLabel('Dataset', { exact: true });
      shown.push(
        await field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label),
      );
    }
    return shown;
  }
  const figure = (tile: string, value: number): Promise<void> =>
    previewIn(page).locator(`[data-tile="${tile}"] .figure[data-value="${value}"]`).waitFor();

  it('can equal another name while it is typed, and both datasets keep their tiles', async () => {
    await beginDashboard(page, 'Two regions', 'SELECT 1 AS n');
    await addTile(page, 'South');
    await page.getByRole('button', { name: 'Add a dataset' }).click();
    await writeSql(page, page.getByLabel('SQL').nth(1), 'SELECT 2 AS n');
    await addTile(page, 'North');
    expect(await shownDatasets()).toEqual(['data', 'data2']);

    const name = page.getByLabel('Name', { exact: true }).nth(1);
    await name.press('End');
    await name.press('Backspace');
    expect(await name.inputValue()).toBe('data');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await titleIn(page).focus();
    await name.press('End');
    await name.pressSequentially('_north');
    expect(await shownDatasets()).toEqual(['data', 'data_north']);

    await publishIn(page);
    await expectStatus(page, 'Published');
    await page.reload();
    await figure('tile-1', 1);
    await figure('tile-2', 2);
    expect(await shownDatasets()).toEqual(['data', 'data_north']);
  });

  it('is not that of a removed dataset to which a tile still refers', async () => {
    await beginDashboard(page, 'Gone', 'SELECT 1 AS n');
    await page.getByRole('button', { name: 'Add a dataset' }).click();
    await writeSql(page, page.getByLabel('SQL').nth(1), 'SELECT 2 AS n');
    await addTile(page, 'Orphan');
    await page.getByRole('button', { name: 'Remove data2' }).click();
    await page.getByRole('button', { name: 'Add a dataset' }).click();
    expect(await page.getByLabel('Name', { exact: true }).nth(1).inputValue()).toBe('data3');
    await tileIn(page, 'Orphan').getByText('Has problems').waitFor();
  });
});

describe('a dataset with the name of a removed one', () => {
  it('does not get its tiles', async () => {
    await beginDashboard(page, 'Taken', 'SELECT 1 AS n');
    await addTile(page, 'Orphan');
    const names = page.getByLabel('Name', { exact: true });
    await names.first().fill('sales');
    await page.getByRole('button', { name: 'Add a dataset' }).click();
    await writeSql(page, page.getByLabel('SQL').nth(1), 'SELECT 2 AS n');
    await names.nth(1).fill('data');
    await page.getByRole('button', { name: 'Remove sales' }).click();
    await publishIn(page);
    await expectStatus(page, 'Not published');
    await tileIn(page, 'Orphan').getByText('Has problems').waitFor();
  });
});

describe('a tile whose kind changes', () => {
  it('keeps showing months', async () => {
    await beginDashboard(page, 'By month', "SELECT '2026-03-01' AS month, 5 AS n");
    await addTile(page, 'Sold');
    const kind = page.getByLabel('Kind');
    const categories = page.getByLabel('Category format');
    await kind.selectOption('bar');
    await categories.selectOption('month');
    await kind.selectOption('line');
    expect(await categories.inputValue()).toBe('month');
    await kind.selectOption('bar');
    expect(await categories.inputValue()).toBe('month');
  });
});

describe('a dashboard that was removed elsewhere', () => {
  it.runIf(hasNetwork)('is published again, but is not accessible', async () => {
    await beginDashboard(page, 'Twice made', 'SELECT 1 AS n');
    await publishIn(page);
    await expectStatus(page, 'Published');
    const accessible = page.getByLabel('Accessible in API');
    await accessible.click();
    const apiCode = page.getByRole('link', { name: 'API code' });
    await apiCode.waitFor();

    const guid = guidInAddress();
    const removed = await page.request.post(`${page.url().split('?')[0]}/remove`, {
      headers: { Origin: office.url },
      data: {},
    });
    expect(removed.status()).toBe(200);
    await titleIn(page).fill('Made twice');
    await publishIn(page);
    await expectStatus(page, 'Publish again');
    expect([await accessible.isChecked(), await accessible.isDisabled()]).toEqual([false, true]);
    await publishIn(page);
    await expectStatus(page, 'Published');
    expect(guidInAddress()).toBe(guid);
    expect([await accessible.isChecked(), await accessible.isDisabled()]).toEqual([false, false]);
    expect(await apiCode.count()).toBe(0);

    await accessible.click();
    await apiCode.waitFor();
    expect(await getTokenStatus(office, guidInAddress())).toBe(200);
  });
});

describe('a trial value', () => {
  it('has its error at its field, and does not prevent publishing', async () => {
    await beginDashboard(page, 'By year', 'SELECT :Year::int AS n');
    await addTile(page, 'This year');
    const year = page.getByRole('textbox', { name: 'Year', exact: true });
    const problem = year.locator('xpath=../*[contains(@class, "problem")]');
    await year.fill('last');
    await problem.getByText('A value does not fit').waitFor();
    expect(await page.getByLabel('SQL').getAttribute('aria-invalid')).toBe(null);
    await publishIn(page);
    await expectStatus(page, 'Published');
    expect(await problem.textContent()).toContain('"last"');
    await year.fill('9'.repeat(8193));
    await problem.getByText('Shorten it to 8192 characters').waitFor();
    await year.fill('2026');
    await previewIn(page).locator('.figure[data-value="2026"]').waitFor();
    await problem.waitFor({ state: 'detached' });
  });
});

describe('a list that is too long', () => {
  it.runIf(hasNetwork)('shows an error at the button that adds to it', async () => {
    const datasets = Array.from({ length: 50 }, (_, n) => ({
      name: `d${n}`,
      sql: 'SELECT 1 AS n',
    }));
    const tiles = Array.from({ length: 100 }, (_, n) => ({
      id: `t${n}`,
      kind: 'number',
      title: `Tile ${n}`,
      dataset: 'd0',
      value: 'n',
      format: 'integer',
      note: '',
      span: 3,
    }));
    const head = { title: 'Full', subtitle: '', currency: 'EUR', shownParameters: [] };
    const address = `${office.url}/admin/dashboards/${crypto.randomUUID()}`;
    const saved = await page.request.post(`${address}/draft`, {
      headers: { Origin: office.url },
      data: {
        draft: { ...head, datasets, tiles },
        companyId: 1,
        version: 0,
        draftVersion: 0,
        editor: 'test',
      },
    });
    expect(saved.status()).toBe(200);
    await page.goto(address);
    for (const [what, most] of [
      ['dataset', 50],
      ['tile', 100],
    ] as const) {
      const section = page.locator(`section[aria-labelledby="${what}s"]`);
      const add = section.getByRole('button', { name: `Add a ${what}` });
      expect(await add.getAttribute('aria-invalid')).toBe(null);
      await add.click();
      await section.getByText(`At most ${most} are allowed: remove some.`).waitFor();
      expect(await add.getAttribute('aria-invalid')).toBe('true');
    }
  });
});

describe('the preview', () => {
  const trouble = (text: string): Promise<void> =>
    page.locator('.preview-head [role=status]', { hasText: text }).waitFor();

  it.runIf(hasNetwork)('is retried at the author’s request', async () => {
    await openDashboard(page, 'Customers');
    await page.route(PREVIEW_CALLS, (route) => route.abort());
    await titleIn(page).fill('Our customers');
    await trouble('cannot be reached');
    await page.unroute(PREVIEW_CALLS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await previewIn(page).getByRole('heading', { name: 'Our customers', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    passOverLostCalls(office, 'ERR_FAILED');
  });

  it.runIf(hasNetwork)('is retried when the draft is published', async () => {
    await openDashboard(page, 'Delivery');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await titleIn(page).fill('Deliveries');
    await trouble('Sign in');
    await page.context().addCookies(cookies);
    await publishIn(page);
    await previewIn(page).getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  });
});

describe('a lost answer', () => {
  /** Publishes the draft, but drops the answer to the editor. */
  async function publishWithoutAnswer(): Promise<void> {
    await page.route(PUBLISH_CALLS, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await publishIn(page);
    await expectStatus(page, 'cannot be reached');
    await page.unroute(PUBLISH_CALLS);
  }

  it.runIf(hasNetwork)(
    'causes neither a second dashboard nor a conflict with another author',
    async () => {
      await beginDashboard(page, 'Only once', 'SELECT 1 AS n');
      await publishWithoutAnswer();
      // The author changes the draft before publishing it again.
      await titleIn(page).fill('Once more');
      await publishIn(page);
      await expectStatus(page, 'Published');

      await titleIn(page).fill('Still once');
      await publishWithoutAnswer();
      await publishIn(page);
      await expectStatus(page, 'Published');
      await page.goto(`${office.url}/admin/dashboards`);
      expect(await page.getByRole('link', { name: /once/ }).allTextContents()).toEqual([
        'Still once',
      ]);
      passOverLostCalls(office, 'ERR_FAILED');
    },
  );
});
