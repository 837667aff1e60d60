import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import { findViolations } from '../../e2e/axe.ts';
import { API_KEY, publishedAs } from './memory-stores.ts';
import { office, page, useOffice } from './use-office.ts';

const { go, create } = useOffice();

/** Publishes dashboards with these titles. */
function publish(...titles: string[]): string[] {
  return titles.map((title) => {
    const guid = crypto.randomUUID();
    office.stores.published.set(guid, publishedAs(guid, title));
    return guid;
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const click = (name: string): Promise<void> => button(name).click();

describe('a list', () => {
  const rows = () => page.locator('tbody tr:visible td:first-child').allInnerTexts();

  it('with more than five rows can be searched, also in parts and in any case', async () => {
    publish('Ants', 'Bees', 'Cats', 'Dogs', 'Elks');
    await go('dashboards');
    expect(await page.getByRole('searchbox').count()).toBe(0);
    publish('Ferrets');
    await page.reload();
    const search = page.getByRole('searchbox', { name: 'Search the list' });
    await search.fill(' ET ');
    expect(await rows()).toEqual(['Ferrets']);
    await search.fill('AURORA');
    expect(await rows()).toHaveLength(6);
    await search.fill('nothing');
    expect(await rows()).toEqual([]);
    await search.fill('');
    expect(await rows()).toHaveLength(6);
    expect(await findViolations(page)).toEqual([]);
  });

  it('is sorted by its headings', async () => {
    publish('Bees', 'Ants', 'Cats');
    await go('dashboards');
    await click('Dashboard');
    expect(await rows()).toEqual(['Ants', 'Bees', 'Cats']);
    await click('Opened in 7 days');
    const counts = await page.locator('td.number').allInnerTexts();
    expect(counts).toEqual(counts.toSorted((one, other) => Number(one) - Number(other)));
    expect(await button('Actions').count()).toBe(0);
  });

  it('shows the drafts that only this browser has, until the author signs out', async () => {
    await go('dashboards');
    const notice = page.locator('[data-unsaved-drafts]');
    expect(await notice.isVisible()).toBe(false);
    await page.evaluate((draft) => {
      for (const [guid, title] of [
        ['a/b', 'Written on a train'],
        ['c', ''],
      ]) {
        const kept = { draft: { ...draft, title }, draftVersion: 0, companyId: 7 };
        localStorage.setItem(`dashboard-draft:${guid}`, JSON.stringify(kept));
      }
      localStorage.setItem('other', 'kept');
    }, EMPTY_DRAFT);
    await page.reload();
    const links = await notice
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute('href')}`));
    expect(links.toSorted()).toEqual([
      'Untitled dashboards/c?company=7',
      'Written on a train dashboards/a%2Fb?company=7',
    ]);
    await click('Sign out');
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['other']);
  });
});

describe('a form', () => {
  it('that ends something is sent only after a confirmation', async () => {
    office.connections = ['Shop'];
    const back = { status: 303, headers: { Location: '../../1' } };
    office.on('remove', () => new Response(null, back));
    await go('companies/1');
    const questions: string[] = [];
    for (const end of ['dismiss', 'accept'] as const) {
      page.once('dialog', (dialog) => {
        questions.push(dialog.message());
        void dialog[end]();
      });
      await click('Remove');
      if (end === 'dismiss') expect(office.sent('remove')).toEqual([]);
    }
    await expect.poll(() => office.sent('remove')).toEqual(['name=Shop']);
    expect(new Set(questions)).toEqual(
      new Set(['Datasets that use this connection will show no data. Remove it?']),
    );
  });

  it('that is refused keeps its input, and says why', async () => {
    await go('companies/1');
    const [name, address] = [page.getByLabel('Name').last(), page.getByLabel('Connection string')];
    const alert = page.getByRole('alert');
    await name.fill('Shop & more');
    await address.fill('postgres://me@example.com/data');
    office.refuse('connections', 400);
    await click('Save connection');
    await alert.getByText('Refused.').waitFor();
    office.lose('connections');
    await click('Save connection');
    await alert.getByText('The service cannot be reached.').waitFor();
    const release = office.hold('connections');
    await click('Save connection');
    await page.getByRole('button', { name: 'Testing…' }).waitFor();
    expect(await alert.textContent()).toBe('');
    expect([await name.inputValue(), await address.inputValue()]).toEqual([
      'Shop & more',
      'postgres://me@example.com/data',
    ]);
    expect(office.sent('connections').at(-1)).toBe(
      'name=Shop+%26+more&connectionString=postgres%3A%2F%2Fme%40example.com%2Fdata',
    );
    office.on('connections', () => Response.json({}));
    release();
    await click('Save connection');
    await expect.poll(() => name.inputValue()).toBe('');
  });
});

it('lets an operator change the string of a connection', async () => {
  office.connections = ['Shop', 'Archive'];
  office.on('connections', () => Response.json({}));
  await go('companies/1');
  await page.getByText('Edit', { exact: true }).nth(1).press('Enter');
  await page.getByLabel('Connection string').first().fill('postgres://me@example.com/new');
  await page.getByLabel('Save without testing').first().check();
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await reloaded;
  expect(office.sent('connections')).toEqual([
    'name=Shop&connectionString=postgres%3A%2F%2Fme%40example.com%2Fnew&untested=on',
  ]);
  expect(await page.getByLabel('Connection string').first().isVisible()).toBe(false);
});

describe('a secret', () => {
  it('is revealed, hidden and copied, and a failure says why', async () => {
    const own = await create({ permissions: ['clipboard-read', 'clipboard-write'] });
    await go('companies/1', own);
    const field = own.getByRole('textbox', { name: 'API key' });
    const dots = await field.inputValue();
    const reveal = own.locator('[data-act=reveal]');
    office.refuse('reveal', 401);
    await reveal.click();
    const status = own.locator('.secret [role=status]');
    await status.getByText('Refused.').waitFor();
    expect([await field.inputValue(), await reveal.getAttribute('aria-pressed')]).toEqual([
      dots,
      'false',
    ]);
    office.heal('reveal');
    await reveal.click();
    await expect.poll(() => field.inputValue()).toBe(API_KEY);
    expect([await reveal.innerText(), await reveal.getAttribute('aria-pressed')]).toEqual([
      'Hide',
      'true',
    ]);
    expect(await status.textContent()).toBe('');
    await reveal.click();
    await expect.poll(() => field.inputValue()).toBe(dots);
    expect([await reveal.innerText(), await reveal.getAttribute('aria-pressed')]).toEqual([
      'Reveal',
      'false',
    ]);
    await own.locator('[data-act=copy]').click();
    await status.getByText('Copied').waitFor();
    expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(API_KEY);
    expect(await field.inputValue()).toBe(dots);
  });
});

describe('the API code', () => {
  it('shows one panel at a time, which a click or a key chooses', async () => {
    const [guid] = publish('Sales');
    office.stores.published.get(guid!)!.accessible = true;
    await go(`dashboards/${guid}/api-code`);
    const tabs = page.getByRole('tab');
    const names = await tabs.allInnerTexts();
    /** The chosen tab, the tab stop, the focused tab, and the visible panel. */
    const shown = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
        const panels = [...document.querySelectorAll<HTMLElement>('[role=tabpanel]')];
        return [
          all.flatMap((each, at) => (each.ariaSelected === 'true' ? at : [])),
          all.flatMap((each, at) => (each.tabIndex === 0 ? at : [])),
          all.indexOf(document.activeElement as HTMLElement),
          panels.flatMap((each, at) => (each.hidden ? [] : at)),
        ];
      });
    const last = names.length - 1;
    expect(await shown()).toEqual([[0], [0], -1, [0]]);
    await tabs.nth(1).click();
    expect(await shown()).toEqual([[1], [1], 1, [1]]);
    for (const [key, at] of [
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['Home', 0],
      ['ArrowLeft', last],
      ['ArrowRight', 0],
      ['End', last],
      ['x', last],
    ] as const) {
      await page.keyboard.press(key);
      expect(await shown(), key).toEqual([[at], [at], at, [at]]);
    }
    expect(await findViolations(page)).toEqual([]);
  });

  it('is copied, and gets the API key on request', async () => {
    const [guid] = publish('Sales');
    office.stores.published.get(guid!)!.accessible = true;
    const own = await create({ permissions: ['clipboard-read', 'clipboard-write'] });
    await go(`dashboards/${guid}/api-code`, own);
    const section = own.locator('[data-code]');
    const status = section.locator('[role=status]');
    const code = () => section.locator('code').allTextContents();
    const insert = own.getByRole('button', { name: 'Insert the API key' });
    office.lose('reveal');
    await insert.click();
    await status.getByText('cannot be reached').waitFor();
    expect([await insert.isDisabled(), (await code()).join('')]).toEqual([
      false,
      expect.not.stringContaining(API_KEY),
    ]);
    office.heal('reveal');
    await insert.click();
    await status.getByText('now contains the API key').waitFor();
    expect(await insert.isDisabled()).toBe(true);
    const blocks = await code();
    expect(blocks.join('')).not.toContain('<API_KEY>');
    await section.getByRole('button', { name: 'Copy' }).first().click();
    await status.getByText('Copied').waitFor();
    expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(blocks[0]);
  });
});

it('the editor has no way to publish, share and delete for an author, and the API code no key', async () => {
  office.role = 'author';
  const [guid] = publish('Sales');
  await go(`dashboards/${guid}`);
  await button('Undo').waitFor();
  const names = await page.getByRole('button').allInnerTexts();
  expect(names.filter((name) => /Publish|Remove dashboard/.test(name))).toEqual([]);
  expect(await page.getByRole('switch', { name: 'Accessible in API' }).count()).toBe(0);
  await page.keyboard.press('Control+Shift+Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Title', { exact: true }).first().fill('Changed');
  await page.getByText('Draft saved. A publisher can publish it.').waitFor();
  office.stores.published.get(guid!)!.accessible = true;
  await page.reload();
  await page.getByRole('link', { name: 'API code' }).click();
  await page.getByText('An administrator of the company has the key.').waitFor();
  expect(await findViolations(page)).toEqual([]);
});
