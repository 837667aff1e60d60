import { describe, expect, it } from 'vitest';
import { isLive } from '../../support/live-demo.ts';
import { findViolations } from '../axe.ts';
import { openGroups, sharePlayground, shownFrame, untilStatus } from '../playground-browser.ts';

const PRODUCTS = 'd90b3f68-21ae-4d07-b5c9-3e8f7a146b20';

const open = sharePlayground();

/** Returns a time zone in which it is past 20:00 now, so that a 12-hour clock has its longest text. */
function zoneOfEvening(): string {
  const hours = ((22 - new Date().getUTCHours() + 36) % 24) - 12;
  // Not every browser knows a zone GMT+0.
  if (hours === 0) return 'UTC';
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

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

  it('has a control for each label', async () => {
    const page = await open.visit('', 'ready');
    await openGroups(page);
    const labels = page.locator('label[for]');
    expect(await labels.count()).toBeGreaterThan(10);
    const lost = await labels.evaluateAll((all) =>
      all.filter((label) => !(label as HTMLLabelElement).control).map(({ outerHTML }) => outerHTML),
    );
    expect(lost).toEqual([]);
    await page.close();
  });

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
      const cutWithoutSign = await page.evaluate(() =>
        [...document.querySelectorAll('header *, main *')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
          .filter((part) => getComputedStyle(part).overflowX !== 'visible')
          .filter((part) => {
            const { backgroundImage, textOverflow } = getComputedStyle(part);
            return !backgroundImage.includes('gradient') && textOverflow !== 'ellipsis';
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      );
      expect(cutWithoutSign).toEqual([]);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBe(0);
      await page.close();
    });
  }

  it('shows the dashboard, its status and the timeline without scrolling, mostly the dashboard', async () => {
    const viewport = { width: 1440, height: 900 };
    const page = await open.visit('', 'ready', { viewport });
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const { height } = await boxOf('#frame');
    expect(height).toBeGreaterThan(viewport.height / 2);
    for (const selector of ['#status', '#timeline']) {
      const box = await boxOf(selector);
      expect(box.y + box.height).toBeLessThan(viewport.height);
    }
    expect((await boxOf('#timeline')).height).toBeLessThan(60);
    // The figures and the first charts are whole.
    const tiles = await shownFrame(page).contentFrame().locator('.tile').all();
    const boxes = await Promise.all(tiles.map((tile) => tile.boundingBox()));
    const ends = boxes.map((box) => box!.y + box!.height).toSorted((one, other) => one - other);
    expect(ends[5]).toBeLessThan((await boxOf('#timeline')).y);
    await page.close();
  });

  for (const [locale, clock] of Object.entries({
    'en-US': /^\d+:\d\d:\d\d\sPM$/,
    'de-DE': /^\d\d:\d\d:\d\d$/,
    ar: /^\d+:\d\d:\d\d\sم$/,
  })) {
    it(`separates the time of a log entry from its event: ${locale}`, async () => {
      const options = {
        locale,
        timezoneId: zoneOfEvening(),
        viewport: { width: 390, height: 844 },
      };
      const page = await open.visit('', 'ready', options);
      const entry = page.getByRole('log').locator('li', { hasText: 'dashboard-load' });
      const when = (await entry.locator('time').textContent())!;
      expect(when).toMatch(clock);
      expect(await entry.innerText()).toMatch(new RegExp(`^${when}\\s+dashboard-load`));
      expect((await entry.textContent())!.trim()).toMatch(new RegExp(`^${when} dashboard-load`));
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
        const time = (await entry.locator('time').boundingBox())!;
        const event = (await entry.locator('strong').boundingBox())!;
        const [left, right] = direction === 'ltr' ? [time, event] : [event, time];
        expect(right.x - left.x - left.width).toBeGreaterThanOrEqual(12);
      }
      await page.close();
    });
  }

  it('shows each option of its lists as a whole', async () => {
    const page = await open.visit('', 'ready', { viewport: { width: 1440, height: 900 } });
    await openGroups(page);
    const cut = await page.locator('select').evaluateAll((lists) =>
      (lists as HTMLSelectElement[]).flatMap((list) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(list);
        const context = document.createElement('canvas').getContext('2d')!;
        context.font = font;
        const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const texts = [...list.options].map(({ label }) => label);
        return texts.filter((text) => context.measureText(text).width > room);
      }),
    );
    expect(cut).toEqual([]);
    await page.close();
  });

  it('pauses and resumes its timeline', async () => {
    const page = await open.visit('', 'ready', { prepare: (own) => own.clock.install() });
    const now = page.locator('#timeline line').last();
    const ticks = (): Promise<string> => page.locator('#timeline svg').innerHTML();
    await page.locator('#timeline summary').click();
    await now.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await ticks();
    await page.clock.runFor(2000);
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
      ...(isLive ? ['keeps-data', 'reset'] : []),
      ...['Quick start', 'Back office'],
      ...['Sales overview', 'Customers', 'Products and stock', 'Delivery'],
      'Sales of one region',
      ...['Region', 'Months', 'reload', 'more'],
      ...['frame', 'timeline-summary'],
      ...[
        'user',
        'life',
        'fault',
        'speech',
        'theme',
        'Pick color',
        'color',
        'Pick background-color',
        'background-color',
        'lang',
        'sizing',
        'label',
        'filters',
      ],
      ...['Loading and refresh', 'Requests', 'Frame permissions'],
      ...['clear', 'log', 'copy', 'stack', 'Code for these settings'],
      ...['Every status of the element', 'BODY'],
    ]);
    await page.close();
  });
});
