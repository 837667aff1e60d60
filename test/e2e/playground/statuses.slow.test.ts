import { expect, it } from 'vitest';
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

it('the gallery shows each status in the language of the page, and is empty while it is closed', async () => {
  // Nobody is signed in: the gallery does not depend on the session.
  const page = await open.visit('?lang=de&user=', 'logged-out');
  const gallery = page.getByText('Every status of the element');
  await gallery.click();
  const titles = () => page.locator('#statuses h3').allInnerTexts();
  await expect.poll(titles).toEqual(SAMPLES.map(([title]) => title));
  for (const [title, text] of SAMPLES) {
    const heading = page.getByRole('heading', { name: title, exact: true });
    const dashboard = page.locator('#statuses li', { has: heading }).locator('embedded-dashboard');
    const stateOf = () =>
      dashboard.evaluate(({ status, error }: HTMLElementTagNameMap['embedded-dashboard']) =>
        [status, ...(error ? [error.code] : [])].join(': '),
      );
    await expect.poll(stateOf).toContain(title);
    const message = dashboard.locator('p:not(.slow)');
    if (text) await expect.poll(() => message.innerText()).toContain(text);
    else expect(await message.isVisible(), title).toBe(false);
  }
  // The log is of the page's own dashboard.
  expect((await logOf(page)).filter((entry) => entry.includes('POST'))).toHaveLength(1);
  await gallery.click();
  await expect.poll(() => page.locator('#statuses embedded-dashboard').count()).toBe(0);
});
