import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import german from '../../../src/locales/de.ts';
import { logOf, sharePlayground } from '../playground-browser.ts';

const open = sharePlayground();

/** The title of each sample, and the text that it shows in German; `null` for no text. */
const SAMPLES: [title: string, text: string | null][] = [
  ['idle', null],
  ['loading', german.loading],
  ['ready', null],
  ['refreshing', null],
  ['expired', german.expired],
  ['logged-out', german['logged-out']],
  ['failed: forbidden', german.forbidden],
  ['failed: not-found', german['not-found']],
  ['failed: server', german.unavailable],
  ['failed: bad-response', german.broken],
];

describe('the gallery of statuses', () => {
  let page: Page;

  beforeAll(async () => {
    // Nobody is signed in: the gallery does not depend on the session.
    page = await open.visit('?lang=de&user=', 'logged-out');
    await page.getByText('Every status of the element').click();
  });

  afterAll(() => page.context().close());

  const sample = (title: string): Locator =>
    page
      .locator('#statuses li')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

  it('has all statuses', async () => {
    const titles = (): Promise<string[]> => page.locator('#statuses h3').allInnerTexts();
    await expect.poll(titles).toEqual(SAMPLES.map(([title]) => title));
  });

  it.for(SAMPLES)('shows %s, in the language of the page', async ([title, text]) => {
    const [status, code] = title.split(': ');
    const dashboard = sample(title).locator('embedded-dashboard');
    await expect
      .poll(() =>
        dashboard.evaluate(
          (element: HTMLElementTagNameMap['embedded-dashboard']) => element.status,
        ),
      )
      .toBe(status);
    if (code) {
      expect(
        await dashboard.evaluate(
          (element: HTMLElementTagNameMap['embedded-dashboard']) => element.error?.code,
        ),
      ).toBe(code);
    }
    const message = dashboard.locator('p:not(.slow)');
    if (text) await expect.poll(() => message.innerText()).toContain(text);
    else expect(await message.isVisible()).toBe(false);
  });

  it('leaves the log to the page’s own dashboard', async () => {
    expect((await logOf(page)).filter((entry) => entry.includes('POST'))).toHaveLength(1);
  });

  it('has no dashboards while it is closed', async () => {
    await page.getByText('Every status of the element').click();
    await expect.poll(() => page.locator('#statuses embedded-dashboard').count()).toBe(0);
  });
});
