import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../support/durations.ts';
import { DEADLINE, LATEST_REFRESH } from '../../support/token-life.ts';
import { areAllReady, useLateDashboards } from './late-dashboards.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const visited = useLateDashboards();
let page: Page;

async function openPage(
  prepare: (opened: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  page = await visited.browser.newPage();
  await prepare(page);
  await page.goto(visited.late.page(1));
  await page.waitForFunction(areAllReady);
}

/** Returns the documents of the dashboards, oldest first. */
function dashboards(): Frame[] {
  return page.frames().slice(1);
}

function swap(): Promise<void> {
  return page.evaluate(() => document.querySelector<Tag>('embedded-dashboard')!.reload());
}

/** Runs in the page before any other script: stops the clocks after a frame's load until `settle()`. */
function holdSettling(): void {
  const begin = window.setTimeout.bind(window);
  const clocks = [Date, performance].map((clock) => ({ clock, now: clock.now.bind(clock) }));
  const goOn = (): void => {
    for (const { clock, now } of clocks) clock.now = now;
  };
  window.setTimeout = ((act: () => void, delayMs = 0) => {
    // The timer of 1.5 seconds, minus the time for the decision.
    if (delayMs > 1400 && delayMs <= 1500 && !('settle' in window)) {
      for (const { clock, now } of clocks) {
        const stoppedAt = now();
        clock.now = () => stoppedAt;
      }
      Object.assign(window, { settle: goOn });
    }
    return begin(act, delayMs);
  }) as typeof setTimeout;
}

/** Waits until the new frame is loaded, but not yet shown. */
async function untilPrepared(): Promise<void> {
  await page.waitForFunction(() => 'settle' in window);
  await expect.poll(() => dashboards().length).toBe(2);
  await dashboards()[1]!.waitForLoadState();
}

function settle(): Promise<void> {
  return page.evaluate(() => (window as unknown as { settle: () => void }).settle());
}

function hasFocus(frame: Frame): Promise<boolean> {
  return frame.evaluate(() => document.hasFocus());
}

describe('while a swap is prepared', () => {
  beforeEach(() => openPage((opened) => opened.addInitScript(holdSettling)));

  it('the keyboard does not reach the hidden frame', async () => {
    const swapped = swap();
    await untilPrepared();
    const [shown, hidden] = dashboards();
    const focused = { shown: false, hidden: false };
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab');
      focused.shown ||= await hasFocus(shown!);
      focused.hidden ||= await hasFocus(hidden!);
    }
    expect(dashboards()).toHaveLength(2);
    expect(focused).toEqual({ shown: true, hidden: false });
    await settle();
    await swapped;
  });

  it('a screen reader sees one frame', async () => {
    const swapped = swap();
    await untilPrepared();
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const frames = nodes.filter(({ role, ignored }) => !ignored && role?.value === 'Iframe');
    expect(dashboards()).toHaveLength(2);
    expect(frames.map(({ name }) => name?.value)).toEqual(['Dashboard']);
    await settle();
    await swapped;
  });
});

describe('a user of the dashboard', () => {
  it('keeps the focus in the dashboard after a swap', async () => {
    await openPage();
    await dashboards()[0]!.locator('input').click();
    await swap();
    await expect.poll(() => dashboards().length).toBe(1);
    await expect.poll(() => hasFocus(dashboards()[0]!)).toBe(true);
  });

  it('keeps the focus outside of the dashboard after a swap', async () => {
    await openPage();
    await page.evaluate(() => document.body.append(document.createElement('textarea')));
    await page.locator('textarea').focus();
    await swap();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  });

  const works: Record<string, (frame: Frame) => Promise<unknown>> = {
    'after typing in it': (frame) => frame.locator('input').fill('North'),
    'in fullscreen': async (frame) => {
      await frame.locator('button').click();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    },
  };
  for (const [when, work] of Object.entries(works)) {
    it(`keeps it until the deadline of its token: ${when}`, async () => {
      await openPage((opened) => opened.clock.install());
      const before = visited.late.tokens;
      await work(dashboards()[0]!);
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      await expect.poll(focused).toBe('EMBEDDED-DASHBOARD');
      for (const [ms, tokens] of [
        [LATEST_REFRESH + MINUTE, 0],
        [DEADLINE - LATEST_REFRESH - 2 * MINUTE, 0],
        [2 * MINUTE, 1],
      ] as const) {
        await page.clock.fastForward(ms);
        await page.clock.runFor(SECOND);
        // The host answers a token request before this one.
        await page.evaluate(() => fetch('/elsewhere').then(({ status }) => status));
        await expect.poll(() => visited.late.tokens - before).toBe(tokens);
      }
    });
  }

  it('gets a new one at the refresh point while not working in it', async () => {
    await openPage((opened) => opened.clock.install());
    const before = visited.late.tokens;
    await page.clock.fastForward(LATEST_REFRESH + MINUTE);
    await expect.poll(() => visited.late.tokens - before).toBe(1);
  });
});
