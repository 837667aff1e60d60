import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  openBackOffice,
  previewIn,
  saveIn,
  statusIn,
  titleIn,
} from '../support/editor-page.ts';
import { beginDashboard } from '../support/new-dashboard.ts';

const office = openBackOffice();
let page: Page;

beforeEach(() => {
  ({ page } = office);
});

const SAVE_CALLS = '**/admin/dashboards/*';

async function addTile(title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await page.keyboard.type(title);
}

const expectStatus = (text: string): Promise<void> =>
  expect.poll(() => statusIn(page).textContent()).toContain(text);

const guidInAddress = (): string => new URL(page.url()).pathname.split('/').at(-1)!;

/** Calls that do not reach the service, or whose answers are lost, are told in the console. */
function passOverLostCalls(): void {
  office.troubles = office.troubles.filter((text) => !text.includes('ERR_FAILED'));
}

describe('a dashboard that was removed elsewhere', () => {
  it('is saved again as a new one, which is not accessible', async () => {
    await beginDashboard(page, 'Twice made', 'SELECT 1 AS n');
    await saveIn(page);
    await expectStatus('Saved');
    const accessible = page.getByLabel('Accessible in API');
    await accessible.click();
    const apiCode = page.getByRole('link', { name: 'API code' });
    await apiCode.waitFor();

    const guid = guidInAddress();
    const removed = await page.request.post(`${page.url()}/remove`, {
      headers: { Origin: office.url },
      data: {},
    });
    expect(removed.status()).toBe(200);
    await saveIn(page);
    await expectStatus('Save again');
    expect([await accessible.isChecked(), await accessible.isDisabled()]).toEqual([false, true]);
    await saveIn(page);
    await expectStatus('Saved');
    expect(guidInAddress()).not.toBe(guid);
    expect([await accessible.isChecked(), await accessible.isDisabled()]).toEqual([false, false]);
    expect(await apiCode.count()).toBe(0);

    await accessible.click();
    await apiCode.waitFor();
    const answer = await fetch(`${office.url}/Api/GetToken/${apiKey}/anna/${guidInAddress()}`);
    expect(answer.status).toBe(200);
  });
});

describe('a value that is tried', () => {
  it('is told of at its field where it does not fit, and the definition is saved', async () => {
    await beginDashboard(page, 'By year', 'SELECT :Year::int AS n');
    await addTile('Year');
    const year = page.getByRole('textbox', { name: 'Year', exact: true });
    const problem = year.locator('xpath=../*[contains(@class, "problem")]');
    await year.fill('last');
    await problem.getByText('A value does not fit').waitFor();
    expect(await page.getByLabel('SQL').getAttribute('aria-invalid')).toBe(null);
    await saveIn(page);
    await expectStatus('Saved');
    expect(await problem.textContent()).toContain('"last"');
    await year.fill('9'.repeat(8193));
    await problem.getByText('Shorten it to 8192 characters').waitFor();
    await year.fill('2026');
    await previewIn(page).locator('.figure[data-value="2026"]').waitFor();
    await problem.waitFor({ state: 'detached' });
  });
});

describe('an answer that is lost', () => {
  /** The service saves, and the editor never hears of it. */
  async function saveUnheard(): Promise<void> {
    await page.route(SAVE_CALLS, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await saveIn(page);
    await expectStatus('save again');
    await page.unroute(SAVE_CALLS);
    passOverLostCalls();
  }

  it('neither makes a second dashboard nor another author', async () => {
    await beginDashboard(page, 'Only once', 'SELECT 1 AS n');
    await saveUnheard();
    await saveIn(page);
    await expectStatus('Saved');

    await titleIn(page).fill('Still once');
    await saveUnheard();
    await saveIn(page);
    await expectStatus('Saved');
    await page.goto(`${office.url}/admin/dashboards`);
    expect(await page.getByRole('link', { name: /once/ }).allTextContents()).toEqual([
      'Still once',
    ]);
  });
});
