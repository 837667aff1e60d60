import { describe, expect, it } from 'vitest';
import { hasNetwork } from '../support/live-demo.ts';
import {
  addTile,
  expectStatus,
  openBackOffice,
  openDashboard,
  page,
  passOverLostCalls,
  previewIn,
  publishIn,
  statusIn,
  tileFormIn,
  tileIn,
  titleIn,
  waitForDraft,
} from './editor-page.ts';
import { beginDashboard, CUSTOMERS } from './new-dashboard.ts';

const office = openBackOffice();

const DRAFT_CALLS = '**/draft';

describe('a draft', () => {
  it('is saved automatically, and is not visible to readers', async () => {
    await openDashboard(page, 'Delivery');
    await titleIn(page).fill('Delivery times');
    await waitForDraft(page);
    await page.reload();
    expect(await titleIn(page).inputValue()).toBe('Delivery times');
    await page.goto(`${office.url}/admin/dashboards`);
    await page.locator('tr', { hasText: 'Delivery times' }).getByText('Unpublished').waitFor();
    await page.getByRole('link', { name: 'Delivery times' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => titleIn(page).inputValue()).toBe('Delivery');
    await page.getByText('Published', { exact: true }).waitFor();
    await page.reload();
    expect(await titleIn(page).inputValue()).toBe('Delivery');
  });

  it.runIf(hasNetwork)(
    'stays in the browser while the service cannot be reached, even if the tab closes',
    async () => {
      const context = page.context();
      const next = await context.newPage();
      await page.goto(`${office.url}/admin/dashboards/new`);
      // An emulated offline mode ends with the page: a pending retry would then reach the service.
      await context.route(DRAFT_CALLS, (route) => route.abort());
      await titleIn(page).fill('Written on a train');
      // A closing page cannot send this much.
      await page.locator('summary', { hasText: 'language' }).click();
      await page.getByLabel('Subtitle').fill('x'.repeat(70_000));
      await expectStatus(page, 'cannot be reached');
      const asked = page.waitForEvent('dialog');
      const left = page.getByRole('link', { name: 'Companies' }).click();
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await left;
      await page.close();

      await context.unroute(DRAFT_CALLS);
      await next.goto(`${office.url}/admin/dashboards`);
      await next.getByText('Drafts saved only in this browser').waitFor();
      await next.getByRole('link', { name: 'Written on a train' }).click();
      expect(await titleIn(next).inputValue()).toBe('Written on a train');
      await waitForDraft(next);
      await next.goto(`${office.url}/admin/dashboards`);
      await next.locator('tr', { hasText: 'Written on a train' }).getByText('Draft').waitFor();
      expect(await next.getByText('Only this browser').isVisible()).toBe(false);
      passOverLostCalls(office, 'ERR_FAILED', 'ERR_INTERNET_DISCONNECTED');
    },
  );

  it('causes no conflict when its page is reloaded immediately', async () => {
    await openDashboard(page, 'Customers');
    await titleIn(page).fill('Clients');
    await page.reload();
    expect(await titleIn(page).inputValue()).toBe('Clients');
    await waitForDraft(page);
    await titleIn(page).fill('Customers');
    await page.getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('link', { name: 'Customers' }).first().click();
    await titleIn(page).fill('Customers again');
    await waitForDraft(page);
    expect(await statusIn(page).textContent()).toBe('');
  });

  it('that another author has changed is published only after a choice', async () => {
    await openDashboard(page, 'Products and stock');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await titleIn(other).fill('Theirs');
    await waitForDraft(other);
    await titleIn(page).fill('Mine');
    await expectStatus(page, 'Someone else changed this draft');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('First choose which draft to keep').waitFor();
    expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Load theirs' }).click();
    await expect.poll(() => titleIn(page).inputValue()).toBe('Theirs');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await titleIn(page).inputValue()).toBe('Mine');
    await waitForDraft(page);
  });

  it.runIf(hasNetwork)('survives an expired login, and is saved after the next one', async () => {
    await openDashboard(page, 'Customers');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await titleIn(page).fill('Our customers');
    await expectStatus(page, 'you are signed out');
    await page.context().addCookies(cookies);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await waitForDraft(page);
    expect(await statusIn(page).textContent()).toBe('');
  });

  it.runIf(hasNetwork)('that only the browser has is removed at a logout', async () => {
    await page.goto(`${office.url}/admin/dashboards/new`);
    await page.route(DRAFT_CALLS, (route) => route.abort());
    await titleIn(page).fill('Secret plans');
    await expectStatus(page, 'cannot be reached');
    const kept = (): Promise<string> =>
      page.evaluate(() => Object.entries(localStorage).flat().join(' '));
    expect(await kept()).toContain('Secret plans');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect(await kept()).toBe('');
    passOverLostCalls(office, 'ERR_FAILED', 'ERR_INTERNET_DISCONNECTED');
  });
});

describe('a refused data connection', () => {
  it.runIf(hasNetwork)('stays in the form', async () => {
    await page.getByRole('link', { name: 'Companies' }).click();
    await page.getByRole('link', { name: 'Aurora Coffee Supply' }).click();
    const address = page.getByLabel('Connection string');
    const form = page.locator('form', { has: address });
    await form.getByLabel('Name').fill('Warehouse');
    await address.fill('postgres://me:secret@example.com/data');
    await form.getByRole('button').click();
    await form.getByRole('alert').getByText('SERVICE_CONNECTION_HOSTS').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Warehouse');
    expect(await address.inputValue()).toBe('postgres://me:secret@example.com/data');
  });
});

describe('an earlier version', () => {
  it('becomes the draft again', async () => {
    await beginDashboard(page, 'First title', CUSTOMERS);
    await publishIn(page);
    await expectStatus(page, 'Published');
    await titleIn(page).fill('Second title');
    await publishIn(page);
    await expectStatus(page, 'Published');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('listitem').filter({ hasText: 'First title' }).getByRole('button').click();
    await expect.poll(() => titleIn(page).inputValue()).toBe('First title');
    await waitForDraft(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await titleIn(page).inputValue()).toBe('Second title');
    await page.getByText('Published', { exact: true }).waitFor();
  });
});

describe('undo and redo', () => {
  it('bring back a removed tile and its form', async () => {
    await beginDashboard(page, 'Undone', CUSTOMERS);
    await addTile(page, 'Kept by undo');
    await tileFormIn(page).getByRole('button', { name: 'Remove Kept by undo' }).click();
    expect(await tileIn(page, 'Kept by undo').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await tileIn(page, 'Kept by undo').waitFor();
    expect(await tileFormIn(page).getByLabel('Title', { exact: true }).inputValue()).toBe(
      'Kept by undo',
    );
    await page.locator('h1').first().click();
    await page.keyboard.press('Control+Shift+z');
    await tileIn(page, 'Kept by undo').waitFor({ state: 'detached' });
  });

  it('do not replace the undo of a text field', async () => {
    await openDashboard(page, 'Board figures');
    await page.getByRole('button', { name: 'Undo' }).isDisabled();
    await titleIn(page).press('End');
    await titleIn(page).pressSequentially(' of 2026');
    await page.keyboard.press('Control+z');
    expect(await titleIn(page).inputValue()).not.toContain('of 2026');
  });
});

describe('the layout', () => {
  const spans = (): Promise<(string | null)[]> =>
    page
      .locator('.board .box')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('style')));
  const titles = (): Promise<string[]> => page.locator('.board .name').allTextContents();

  it('is changed by the pointer and by the keyboard, and the preview follows', async () => {
    await openDashboard(page, 'Sales overview');
    const before = await titles();
    const box = tileIn(page, 'Revenue by country');
    await box.getByRole('button').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await titles()).not.toEqual(before);
    expect(await box.getAttribute('style')).toContain('6');
    const { x, y, width, height } = (await box.boundingBox())!;
    await page.mouse.move(x + width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 2.2 * width, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await box.getAttribute('style')).toContain('12');
    const last = tileIn(page, 'Best-selling products');
    await last.dragTo(tileIn(page, before[0]!));
    expect((await titles())[0]).toBe('Best-selling products');
    expect((await spans()).length).toBe(before.length);
    await previewIn(page).locator('.tile').first().getByText('Best-selling products').waitFor();
    for (let step = 0; step < 6; step += 1) {
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    expect(await titles()).toEqual(before);
  });

  it('and the preview select the tile whose form is open', async () => {
    await openDashboard(page, 'Sales overview');
    await previewIn(page).getByText('Revenue by country').first().click();
    await expect
      .poll(() => tileFormIn(page).getByLabel('Title', { exact: true }).inputValue())
      .toBe('Revenue by country');
    await tileIn(page, 'Orders').getByRole('button').click();
    expect(await tileFormIn(page).getByLabel('Title', { exact: true }).inputValue()).toBe('Orders');
  });
});

describe('the preview', () => {
  it('is shown as on a phone, a tablet and a wide screen, in light and in dark', async () => {
    await openDashboard(page, 'Sales overview');
    const widthInside = (): Promise<number> =>
      previewIn(page)
        .locator('html')
        .evaluate(() => innerWidth);
    for (const [screen, width] of [
      ['phone', 390],
      ['tablet', 820],
      ['wide', 1440],
    ] as const) {
      await page.getByLabel('Screen of the preview').selectOption(screen);
      await expect.poll(widthInside).toBe(width);
      const [frame, room] = await Promise.all([
        page.locator('.screen iframe').boundingBox(),
        page.locator('.screen').boundingBox(),
      ]);
      expect(frame!.width).toBeLessThanOrEqual(room!.width + 1);
    }
    await page.getByRole('button', { name: 'Dark' }).click();
    await previewIn(page).locator('html[data-theme=dark]').waitFor();
  });
});
