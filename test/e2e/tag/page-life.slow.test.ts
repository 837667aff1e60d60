import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchCachingChromium, leaveAndReturn } from './back-forward-cache.ts';
import { browserArgs, findBrowser } from '../../support/browser.mjs';
import { type LateDashboards, serveLateDashboards } from './late-dashboards.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

let browser: Browser;
let late: LateDashboards;

beforeAll(async () => {
  browser = await launchCachingChromium();
});

afterAll(() => browser.close());

/** A dashboard that sends a choice as soon as it gets a state back. */
const SPEAKING = `<!doctype html><title>Dashboard</title><script type="module">
  import { greet } from '/embedded-dashboard-page.min.js';
  const words = greet({ onState: () => words.select({}, 'back') });
  words.state('set');
  words.ready();
</script>`;

/** Opens a page, waits until its dashboard is on screen, and starts to {@link watch} it. */
async function openPage(
  settings: Partial<LateDashboards> = {},
  where: Browser = browser,
  dashboard?: string,
): Promise<Page> {
  late = Object.assign(await serveLateDashboards(), settings);
  if (dashboard) late.pages.set('/Tdb', dashboard);
  const page = await where.newPage();
  await page.goto(late.page(1, dashboard ? 'listens' : undefined));
  await untilStatus(page, 'ready');
  await page.evaluate(watch);
  return page;
}

/** Runs in the page: records events, and counts the pictures that show a frame after its token's end. */
function watch(): void {
  const element = document.querySelector<Tag>('embedded-dashboard')!;
  const notes = { events: [] as string[], deadPictures: 0, isRestored: false };
  const expiries = new WeakMap<Element, number>();
  for (const type of ['load', 'refreshed', 'expired', 'expiring', 'logout', 'error', 'select']) {
    element.addEventListener(`dashboard-${type}`, () => notes.events.push(type));
  }
  const look = (): void => {
    const [frame] = element.shadowRoot!.querySelectorAll('iframe:not([inert])');
    if (frame && !expiries.has(frame)) expiries.set(frame, element.expiresAt!.getTime());
    // A picture may be as old as the time since the previous one.
    if (frame && Date.now() > expiries.get(frame)! + 100) notes.deadPictures++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('pageshow', ({ persisted }) => (notes.isRestored = persisted));
  Object.assign(window, { notes });
}

function notesOf(page: Page): Promise<ReturnType<typeof readNotes>> {
  return page.evaluate(readNotes);
}

function readNotes(): { events: string[]; deadPictures: number; isRestored: boolean } {
  return (window as unknown as { notes: ReturnType<typeof readNotes> }).notes;
}

async function untilStatus(page: Page, status: Tag['status']): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<Tag>('embedded-dashboard')?.status === wanted,
    {},
    status,
  );
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const HOURS_MS = 3_600_000;

/** Runs in the page: moves the wall clock forward when the page resumes. */
function jump(milliseconds: number): void {
  const { now } = Date;
  const onResume = (): void => {
    Date.now = () => now() + milliseconds;
  };
  // In the capture phase, and so before all listeners on the document.
  addEventListener('resume', onResume, true);
}

/** Runs in the page: requests a new dashboard without waiting for it. */
function beginReload(): void {
  void document.querySelector<Tag>('embedded-dashboard')!.reload();
}

function countFrames(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.querySelector('embedded-dashboard')!.shadowRoot!.querySelectorAll('iframe').length,
  );
}

async function untilEvents(page: Page, wanted: readonly string[]): Promise<void> {
  await expect.poll(async () => (await notesOf(page)).events).toEqual(wanted);
}

describe('a page that comes back from the back-forward cache', () => {
  async function restore(page: Page): Promise<void> {
    expect(await leaveAndReturn(page)).toEqual([]);
    await expect.poll(async () => (await notesOf(page)).isRestored).toBe(true);
  }

  it('continues unchanged while its token is valid', async () => {
    const page = await openPage();
    await page.evaluate(jump, HOURS_MS);
    await restore(page);
    await wait(1000);
    expect(await notesOf(page)).toMatchObject({ events: [], deadPictures: 0 });
    expect(late.tokens).toBe(1);
    await page.close();
  });

  it('hears its dashboard, which greets again and gets its state back', async () => {
    const page = await openPage({}, browser, SPEAKING);
    await restore(page);
    await expect.poll(async () => (await notesOf(page)).events).toContain('select');
    await page.close();
  });

  it('shows no expired dashboard, and soon a new one, if its token has ended meanwhile', async () => {
    const page = await openPage();
    await page.evaluate(jump, 3 * HOURS_MS);
    await restore(page);
    await untilEvents(page, ['expired', 'refreshed']);
    expect((await notesOf(page)).deadPictures).toBe(0);
    expect(late.tokens).toBe(2);
    await page.close();
  });

  it('ends with one live dashboard if a request was pending', async () => {
    const page = await openPage();
    const answer = late.hold();
    await page.evaluate(beginReload);
    await expect.poll(() => late.tokens).toBe(2);
    await restore(page);
    await answer();
    await untilEvents(page, ['load']);
    await expect.poll(() => countFrames(page)).toBe(1);
    await page.close();
  });
});

describe('a page that was frozen in the background', () => {
  /** Requests a new dashboard, and freezes the page until after the answer. */
  async function reloadFrozen(page: Page): Promise<void> {
    const answer = late.hold();
    const other = await browser.newPage();
    const session = await page.createCDPSession();
    await page.bringToFront();
    await page.evaluate(beginReload);
    await expect.poll(() => late.tokens).toBe(2);
    await other.bringToFront();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await answer();
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await other.close();
  }

  it('uses the answer that arrived meanwhile', async () => {
    const page = await openPage();
    await reloadFrozen(page);
    await untilEvents(page, ['load']);
    expect(late.tokens).toBe(2);
    await page.close();
  });

  it('drops an answer that has expired meanwhile, and sends another request', async () => {
    const page = await openPage();
    await page.evaluate(jump, 3 * HOURS_MS);
    await reloadFrozen(page);
    await untilEvents(page, ['expired', 'refreshed']);
    expect((await notesOf(page)).deadPictures).toBe(0);
    expect(late.tokens).toBe(3);
    await page.close();
  });
});

it('shows no expired dashboard after a long time in a hidden tab with one timer call a minute', async () => {
  const throttling = await puppeteer.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/5'],
    // Puppeteer adds these options so that hidden tabs are as fast as others.
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });
  const page = await openPage({ expiresIn: 45 }, throttling);
  await page.evaluate(noteCalls);
  const other = await throttling.newPage();
  await other.bringToFront();
  // No timer call during the whole life of a token.
  await expect
    .poll(() => page.evaluate(readLongestGap), { interval: 1000 })
    .toBeGreaterThan(45_000);
  await page.bringToFront();
  await expect.poll(async () => (await notesOf(page)).events.at(-1)).toBe('refreshed');
  expect((await notesOf(page)).deadPictures).toBe(0);
  await throttling.close();
});

/** Runs in the page: records the calls of a one-second timer. */
function noteCalls(): void {
  const calls = [Date.now()];
  setInterval(() => calls.push(Date.now()), 1000);
  Object.assign(window, { calls });
}

/** Runs in the page: returns the longest time without a call so far, in milliseconds. */
function readLongestGap(): number {
  const { calls } = window as unknown as { calls: number[] };
  return Math.max(...[...calls, Date.now()].map((at, index) => at - (calls[index - 1] ?? at)));
}
