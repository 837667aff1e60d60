import { describe, expect, it } from 'vitest';
import { isLive } from '../support/live-demo.ts';
import { findViolations } from './axe.ts';
import { openGroups, sharePlayground, untilStatus } from './playground-browser.ts';

const PRODUCTS = 'd90b3f68-21ae-4d07-b5c9-3e8f7a146b20';

const open = sharePlayground();

describe('the playground', () => {
  const states: Record<string, [search: string, status: Parameters<typeof untilStatus>[1]]> = {
    'a dashboard': ['', 'ready'],
    'a failure': [`?user=sofia&dashboard-guid=${PRODUCTS}`, 'failed'],
    'nobody signed in': ['?user=', 'logged-out'],
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [state, [search, status]] of Object.entries(states)) {
      it(`has no accessibility violation, ${colorScheme}, with ${state}`, async () => {
        const page = await open.visit(search, status, { colorScheme });
        await openGroups(page);
        expect(await findViolations(page)).toEqual([]);
        await page.close();
      });
    }
  }

  for (const width of [320, 390, 820]) {
    it(`has room for every control at a width of ${width} pixels`, async () => {
      const page = await open.visit('', 'ready', { viewport: { width, height: 740 } });
      await openGroups(page);
      const cutOff = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(button, .button, select, input, label, svg, pre)')]
          .filter((control) => {
            const { left, right } = control.getBoundingClientRect();
            const card = control.closest('main > *')!.getBoundingClientRect();
            return left < card.left || right > card.right;
          })
          .map(({ outerHTML }) => outerHTML),
      );
      expect(cutOff).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    });
  }

  it('pauses and resumes its timeline', async () => {
    const page = await open.visit();
    const now = page.locator('#timeline line').last();
    const ticks = (): Promise<string> => page.locator('#timeline svg').innerHTML();
    await now.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await ticks();
    await page.waitForTimeout(600);
    expect(await ticks()).toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(ticks).not.toBe(before);
    await page.close();
  });

  it('can be reached completely by keyboard, in the order of the page', async () => {
    const page = await open.visit('?loading=lazy', 'idle');
    await page.getByRole('link', { name: 'Delivery' }).waitFor();
    const reached: string[] = [];
    while (reached.at(-1) !== 'BODY') {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { id, tagName, role, ariaLabel, textContent } = document.activeElement!;
          const { name } = document.activeElement as HTMLInputElement;
          return tagName === 'BODY' ? tagName : id || name || role || ariaLabel || textContent;
        }),
      );
    }
    expect(reached).toEqual([
      ...(isLive ? ['Back office', 'keeps-data', 'reset'] : []),
      ...['user', 'Sales overview', 'Customers', 'Products and stock', 'Delivery'],
      ...['reload', 'start-over', 'log-out', 'full-page', 'rendered'],
      ...['Region', 'Months', 'frame', 'pause'],
      ...[
        'refresh-every',
        'theme',
        'Pick color',
        'color',
        'Pick background-color',
        'background-color',
        'label',
      ],
      ...['lang', 'loading', 'life', 'fault', 'Requests', 'Frame permissions'],
      ...['clear', 'log', 'copy', 'stack', 'Code for these settings'],
      ...['Each status', 'BODY'],
    ]);
    await page.close();
  });
});
