import type { CDPSession, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { areAllReady, speakingHtml, useLateDashboards } from './late-dashboards.ts';
import { scaled } from '../../support/tier.mjs';

const SWAPS = scaled(500);
const VISITS = scaled(1000);

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

/** The numbers of live objects in a page after garbage collection. */
interface Alive {
  nodes: number;
  jsEventListeners: number;
  documents: number;
  timers: number;
}

const visited = useLateDashboards();

/**
 * Runs in the page before any other script. Short waits end immediately, because the clocks jump to
 * their end. Open timers are recorded.
 */
function hurry(): void {
  const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const open = new Set<number>();
  let aheadMs = 0;
  for (const clock of [Date, performance]) {
    const now = clock.now.bind(clock);
    clock.now = () => now() + aheadMs;
  }
  window.setTimeout = ((act: () => void, delayMs = 0) => {
    // Skips the time in which a frame settles, but not its time limit to load.
    const skippedMs = delayMs > 2000 ? 0 : delayMs * 0.99;
    const timer = begin(() => {
      open.delete(timer);
      aheadMs += skippedMs;
      act();
    }, delayMs - skippedMs);
    open.add(timer);
    return timer;
  }) as typeof setTimeout;
  window.clearTimeout = (timer) => {
    open.delete(Number(timer));
    end(timer);
  };
  Object.assign(window, { openTimers: open });
}

async function openPage(count: number, listens?: 'listens'): Promise<[Page, CDPSession]> {
  const page = await visited.browser.newPage();
  await page.addInitScript(hurry);
  await page.goto(visited.late.page(count, listens));
  await page.waitForFunction(() => customElements.get('embedded-dashboard'));
  return [page, await page.context().newCDPSession(page)];
}

async function countAlive(page: Page, session: CDPSession): Promise<Alive> {
  // The browser needs a moment to release what was just removed.
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  const timers = await page.evaluate(
    () => (window as unknown as { openTimers: Set<number> }).openTimers.size,
  );
  return { nodes, jsEventListeners, documents, timers };
}

/**
 * Fails if a leak leaves at least one object behind each of `times` times. Chromium itself may keep one
 * or two removed frames until later ones replace them. Each has 18 nodes.
 */
function expectNothingLeft(before: Alive, after: Alive, times: number): void {
  for (const kind of ['nodes', 'jsEventListeners', 'documents'] as const) {
    expect(after[kind] - before[kind], kind).toBeLessThan(times / 2);
  }
}

/** Runs in the page: loads one new token and frame after the other. */
async function swap(times: number): Promise<void> {
  const element = document.querySelector<Tag>('embedded-dashboard')!;
  for (let time = 0; time < times; time++) {
    await element.reload();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Runs in the page: adds elements and removes each one, at all moments of its life. */
async function addAndRemove(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const element = document.createElement('embedded-dashboard');
    element.tokenUrl = '/token';
    element.logoutUrl = '/logout';
    element.theme = 'auto';
    element.loading = time % 2 ? 'lazy' : 'eager';
    element.dashboardGuid = '6f1c5a0e-1111-4222-8333-444455556666';
    document.body.append(element);
    const moment = time % 5;
    if (moment === 1) await Promise.resolve();
    if (moment === 2) await new Promise((resolve) => setTimeout(resolve));
    if (moment > 2) await new Promise((resolve) => setTimeout(resolve, 100 * (time % 20)));
    element.remove();
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function expectSwapsLeaveNothing(listens?: 'listens'): Promise<void> {
  const [page, session] = await openPage(1, listens);
  await page.evaluate(swap, 20);
  const before = await countAlive(page, session);
  await page.evaluate(swap, SWAPS);
  const after = await countAlive(page, session);
  expectNothingLeft(before, after, SWAPS);
  expect(after.timers).toBe(before.timers);
  await page.close();
}

it(`leaves nothing behind after ${SWAPS} swaps`, () => expectSwapsLeaveNothing());

it(`leaves nothing behind after ${SWAPS} swaps of a dashboard that speaks`, async () => {
  visited.late.pages.set('/Tdb', speakingHtml(0));
  onTestFinished(() => void visited.late.pages.delete('/Tdb'));
  await expectSwapsLeaveNothing('listens');
});

it(`leaves nothing behind after ${VISITS} additions and removals`, async () => {
  const [page, session] = await openPage(0);
  await page.evaluate(addAndRemove, 100);
  const before = await countAlive(page, session);
  await page.evaluate(addAndRemove, VISITS);
  const after = await countAlive(page, session);
  expectNothingLeft(before, after, VISITS);
  expect(after.timers).toBe(0);
  await page.close();
});

it('uses one timer for two hundred dashboards until the first renewal', async () => {
  const [page, session] = await openPage(200);
  await page.waitForFunction(areAllReady);
  const { timers } = await countAlive(page, session);
  expect(timers).toBe(1);
  await page.close();
});
