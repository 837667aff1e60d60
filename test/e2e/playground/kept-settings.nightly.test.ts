import { expect, it } from 'vitest';
import { hasFirefox } from '../../support/browser.mjs';
import { MINUTE } from '../../support/durations.ts';
import { scaled } from '../../support/tier.mjs';
import { LATEST_REFRESH } from '../../support/token-life.ts';
import {
  frameOf,
  openPlayground,
  shownAddress,
  untilStatus,
  untilSwapped,
} from '../playground-browser.ts';
import { readSettings, useDashboard } from '../reader-settings.ts';

const RENEWALS = scaled(100);
const PATIENT = { timeout: 1_200_000 };

it.for(hasFirefox() ? ['Chromium', 'Firefox'] : ['Chromium'])(
  `sorting, hidden series and the scroll position stay over ${RENEWALS} renewals, in %s`,
  PATIENT,
  async (engine) => {
    await using open = await openPlayground({ engine });
    const page = await open.visit();
    await page.clock.install();
    await page.reload();
    await untilStatus(page, 'ready');
    const before = await useDashboard(await frameOf(page));
    expect(before).toMatchObject({ scroll: 120, pressed: false });
    expect(before.order.filter((order) => order !== null)).toHaveLength(1);
    // A renewal waits while the dashboard has the focus or the pointer.
    await page.locator('#stage').focus();
    await page.mouse.move(0, 0);
    for (let renewal = 1; renewal <= RENEWALS; renewal++) {
      const address = await shownAddress(page);
      await page.clock.fastForward(LATEST_REFRESH + MINUTE);
      await untilSwapped(page, address);
      expect(await readSettings(await frameOf(page)), `renewal ${renewal}`).toEqual(before);
    }
  },
);
