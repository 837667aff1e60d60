import { describe, expect, it } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import {
  box,
  boxes,
  button,
  draftOf,
  figure,
  GUID,
  preview,
  publish,
  publishNow,
  saved,
  saveTheirs,
  tileForm,
  title,
  untilFocused,
  untilSaved,
  untilStatus,
} from './editor.ts';
import { office, page, useOffice } from './use-office.ts';

const { go, create } = useOffice();
const open = (): Promise<void> => go(`dashboards/${GUID}`);
const sales = (changes = {}) => draftOf([figure('a', 'Sold'), figure('b', 'Margin')], changes);

/** Opens the editor of a published dashboard with two figures. */
async function openSales(): Promise<void> {
  publish(sales());
  await open();
  await preview().locator('.figure').first().waitFor();
}

describe('an author', () => {
  it('makes, publishes and shares a dashboard with the keyboard', async () => {
    await go('dashboards/new');
    await untilFocused('Title');
    await page.keyboard.type('Our sales');
    await expect.poll(() => page.title()).toBe('Our sales – Back office');
    await page.getByRole('treeitem', { name: 'sold' }).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'End', 'Home', 'Enter']) {
      await page.keyboard.press(key);
    }
    await untilFocused('SQL');
    expect(await page.getByLabel('SQL').innerText()).toBe('SELECT * FROM sold');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 rows').waitFor();
    await button('Bars: Revenue by region').press('Enter');
    await preview().locator('.tile-bar svg').first().waitFor({ state: 'attached' });
    expect(await page.getByLabel('Accessible in API').isDisabled()).toBe(true);
    await untilStatus('Draft saved');
    expect(page.url()).not.toContain('?');
    expect(await findViolations(page)).toEqual([]);
    await publishNow();
    await untilStatus('Published');
    const [kept] = office.stores.published.values();
    expect(kept).toMatchObject({
      title: 'Our sales',
      version: 1,
      definition: { tiles: [{ kind: 'bar' }] },
    });
    expect(office.stores.saved.size).toBe(0);
    await page.getByLabel('Accessible in API').press('Space');
    await page.getByRole('link', { name: 'API code' }).waitFor();
    expect([...office.stores.published.values()][0]!.accessible).toBe(true);
  });

  it('ends the access only after a confirmation', async () => {
    publish(sales());
    await office.stores.dashboards.share(GUID, true);
    await open();
    const access = page.getByLabel('Accessible in API');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await access.click();
    expect([await access.isChecked(), office.sent('share')]).toEqual([true, []]);
    office.refuse('share', 503);
    page.on('dialog', (dialog) => void dialog.accept());
    await access.click();
    await untilStatus('Refused.');
    expect(await access.isChecked()).toBe(true);
    const release = office.hold('share');
    await access.click();
    await access.click();
    expect(await access.isChecked()).toBe(true);
    release();
    await expect.poll(() => access.isChecked()).toBe(false);
    expect(office.sent('share')).toEqual([{ accessible: false }, { accessible: false }]);
    expect(await page.getByRole('link', { name: 'API code' }).count()).toBe(0);
  });

  it('sees the keyboard shortcuts, and comes back to where they were', async () => {
    await openSales();
    await button('Undo').focus();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilFocused('Undo');
    await title().press('End');
    await page.keyboard.type('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('an author who may not publish', () => {
  it.each([
    ['author', 0],
    ['publisher', 1],
  ] as const)('reads only the keyboard shortcuts of what the %s may do', async (role, count) => {
    office.role = role;
    await openSales();
    await button('Undo').focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Save the draft now').waitFor();
    expect(await dialog.getByText('Publish').count()).toBe(count);
  });

  it('removes a draft that was never published', async () => {
    office.role = 'author';
    await openSales();
    await title().fill('Changed');
    await untilStatus('Draft saved');
    office.stores.published.clear();
    await page.reload();
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Remove dashboard').click();
    await page.waitForURL('**/dashboards');
    expect([office.stores.saved.size, office.sent('remove')]).toEqual([0, []]);
  });
});

describe('a draft', () => {
  it('that cannot be saved stays in the browser, which asks before the author leaves', async () => {
    publish(sales());
    const own = await create();
    await go(`dashboards/${GUID}`, own);
    office.lose('draft');
    const field = own.getByLabel('Title', { exact: true }).first();
    await field.fill('Written on a train');
    const status = own.locator('.save-bar [role=status]');
    await status.getByText('the service cannot be reached').waitFor();
    const asked = own.waitForEvent('dialog');
    const left = own.getByRole('link', { name: 'Companies' }).click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left;
    office.refuse('draft', 401);
    await own.evaluate(() => dispatchEvent(new Event('focus')));
    await status.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await status.innerText()).toContain('you are signed out');
    await own.goto('about:blank');
    office.heal('draft');
    await go(`dashboards/${GUID}`, own);
    expect(await field.inputValue()).toBe('Written on a train');
    await expect.poll(saved).toMatchObject({ title: 'Written on a train' });
    await expect.poll(() => own.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await own.getByRole('link', { name: 'Companies' }).click();
    await own.waitForURL('**/companies');
  });

  it('that another author has changed is published only after a choice', async () => {
    await openSales();
    saveTheirs(sales({ title: 'Theirs' }));
    await title().fill('Mine');
    await untilStatus('Someone else changed this draft');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('First choose which draft to keep').waitFor();
    expect(await button('Publish now').count()).toBe(0);
    await page.keyboard.press('Escape');
    await button('Load theirs').click();
    await expect.poll(() => title().inputValue()).toBe('Theirs');
    await button('Undo').click();
    expect(await title().inputValue()).toBe('Mine');
    await expect.poll(saved).toMatchObject({ title: 'Mine' });
    saveTheirs(sales({ title: 'Theirs again' }));
    await title().fill('Mine again');
    await button('Overwrite').click();
    await expect.poll(saved).toMatchObject({ title: 'Mine again' });
    await untilStatus('Draft saved');
  });

  it('is discarded for the published version', async () => {
    await openSales();
    expect(await button('Discard changes').count()).toBe(0);
    await title().fill('Changed');
    await untilStatus('Draft saved');
    await button('Discard changes').click();
    await expect.poll(() => title().inputValue()).toBe('Sales');
    await untilStatus('Published');
    expect(office.stores.saved.size).toBe(0);
  });

  it('is removed with its dashboard, after a confirmation', async () => {
    await openSales();
    office.lose('draft');
    await title().fill('Gone');
    await untilStatus('cannot be reached');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await button('Remove dashboard').click();
    expect(office.sent('remove')).toEqual([]);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await button('Remove dashboard').click();
    await page.waitForURL('**/dashboards');
    expect([questions, office.stores.published.size]).toEqual([['confirm'], 0]);
    expect(await page.locator('[data-unsaved-drafts]').isVisible()).toBe(false);
  });
});

describe('publishing', () => {
  it('is offered only for a change, and lists it', async () => {
    await openSales();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('No changes since the last publication.').waitFor();
    expect(await button('Publish now').count()).toBe(0);
    await button('Close').click();
    await title().fill('Changed');
    await button('Publish').click();
    expect(await page.locator('.changes li').allInnerTexts()).toEqual(['Title changes.']);
    expect(await findViolations(page)).toEqual([]);
    const release = office.hold('publish');
    await page.keyboard.press('Enter');
    await untilFocused('Publish');
    await expect.poll(() => button('Publish').getAttribute('aria-disabled')).toBe('true');
    await untilStatus('Publishing…');
    await publishNow();
    release();
    await untilStatus('Published');
    expect(await button('Publish').getAttribute('aria-disabled')).toBe('false');
    expect(office.sent('publish')).toHaveLength(1);
    await title().fill('Changed again');
    await untilStatus('Draft saved, not published');
  });

  it('that is refused opens the tile with the first problem, and moves the focus to it', async () => {
    publish(sales());
    await open();
    await box('Margin').getByRole('button').click();
    await tileForm().getByLabel('Title', { exact: true }).fill('');
    await box('Sold').getByRole('button').click();
    await publishNow();
    await untilStatus('Fix the marked fields');
    await untilFocused('Title');
    const field = tileForm().getByLabel('Title', { exact: true });
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.type('Margin');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null);
    expect(office.stores.published.get(GUID)!.version).toBe(1);
    await expect.poll(saved).toMatchObject({ tiles: [{ title: 'Sold' }, { title: 'Margin' }] });
  });

  it('over the version of another author needs a choice', async () => {
    await openSales();
    const { published } = office.stores;
    const there = published.get(GUID)!;
    published.set(GUID, { ...there, title: 'Theirs', version: 2, editor: 'other' });
    await title().fill('Mine');
    await publishNow();
    await untilStatus('Someone else published this dashboard');
    await button('Overwrite').click();
    await untilStatus('Published');
    expect(published.get(GUID)).toMatchObject({ title: 'Mine', version: 3 });
  });

  it('of a dashboard that was removed elsewhere makes it again, but not accessible', async () => {
    publish(sales());
    await office.stores.dashboards.share(GUID, true);
    await open();
    office.stores.published.clear();
    await title().fill('Made twice');
    await publishNow();
    await untilStatus('Publish again');
    const access = page.getByLabel('Accessible in API');
    expect([await access.isChecked(), await access.isDisabled()]).toEqual([false, true]);
    await publishNow();
    await untilStatus('Published');
    expect([await access.isChecked(), await access.isDisabled()]).toEqual([false, false]);
  });
});

describe('an earlier version', () => {
  it('becomes the draft again', async () => {
    publish(sales({ title: 'Now' }), sales({ title: 'First' }), sales({ title: 'Second' }));
    await open();
    await button('History').click();
    const titles = page.locator('.versions strong');
    await expect.poll(() => titles.allInnerTexts()).toEqual(['Second', 'First']);
    office.on('1', () => Response.json({ error: { message: 'Gone.' } }, { status: 404 }));
    await page.locator('.versions button').nth(1).click();
    await page.getByRole('dialog').getByText('Gone.').waitFor();
    office.heal('1');
    await page.locator('.versions button').nth(1).click();
    await expect.poll(() => title().inputValue()).toBe('First');
    await untilFocused('History');
    await expect.poll(saved).toMatchObject({ title: 'First' });
    await button('Undo').click();
    expect(await title().inputValue()).toBe('Now');
  });

  it('is missing at first, or cannot be listed', async () => {
    await openSales();
    await button('History').click();
    await page.getByText('There are no earlier versions yet.').waitFor();
    await button('Close').click();
    office.lose('versions');
    await button('History').click();
    await page.getByRole('dialog').getByText('cannot be reached').waitFor();
  });
});

describe('undo and redo', () => {
  it('bring back a removed tile and its form, also after another draft was loaded', async () => {
    await openSales();
    await button('Undo').press('Enter');
    await box('Sold').getByRole('button').click();
    await button('Remove Sold').click();
    await untilFocused('Add a tile');
    expect(await boxes()).toEqual(['Margin']);
    await page.keyboard.press('Control+z');
    expect(await boxes()).toEqual(['Sold', 'Margin']);
    expect(await tileForm().getByLabel('Title', { exact: true }).inputValue()).toBe('Sold');
    await page.keyboard.press('Control+Shift+z');
    expect(await boxes()).toEqual(['Margin']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    expect(await boxes()).toEqual(['Margin']);
    await untilSaved({ tiles: [{ title: 'Margin' }] });
    await page.keyboard.press('Control+z');
    await title().fill('Another');
    expect(await button('Redo').getAttribute('aria-disabled')).toBe('true');
    await button('Redo').press('Enter');
    expect(await boxes()).toEqual(['Sold', 'Margin']);
  });

  it('do not replace the undo of a text field', async () => {
    await openSales();
    await title().press('End');
    await title().pressSequentially(' of 2026');
    await page.keyboard.press('Control+z');
    expect(await title().inputValue()).not.toContain('of 2026');
  });
});
