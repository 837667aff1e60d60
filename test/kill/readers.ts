import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import {
  browserArgs,
  fewerProcesses,
  findHeadlessBrowser,
  startChromium,
} from '../support/browser.mjs';
import { BROWSER_ERROR, UNAVAILABLE } from './judge.ts';
import type { ReaderNote } from './notes.ts';

/** Readers who keep a dashboard open, and readers who open one again and again. */
const STAYING = 5;
const OPENING = 5;
/** The seconds after which an open dashboard loads its data again: the least that the tag takes. */
const REFRESH_SECONDS = 30;
/** The pause between two looks at the screens, in milliseconds. */
const LOOK_MS = 1000;
/** A reader looks at a dashboard for so long before they open it again, in milliseconds. */
const READING_MS = 5000;
/** The longest wait for the last dashboards, in milliseconds: the tag tries again after at most two minutes. */
const LAST_MS = 150_000;

/** The functions of the readers' page. */
interface ReaderWindow {
  takeNotes: () => Pick<ReaderNote, 'at' | 'opening' | 'kind' | 'detail'>[];
  openDashboard: () => void;
}

/** The reader of one page. */
interface Reader {
  name: string;
  habit: ReaderNote['habit'];
  page: Page;
  /** Whether their dashboard is on screen, and since when. */
  isReady: boolean;
  readySince: number;
  /** The last note about the screen. */
  onScreen: string;
}

/** People who read a dashboard in the application's page, in a real browser. */
export class Readers {
  readonly #browser: Browser;
  readonly #readers: Reader[];
  readonly #notes: ReaderNote[];
  readonly #watching: Promise<void>;
  #isOver = false;
  #mayOpen = true;

  /** Opens a page for each reader, and waits until all dashboards are on screen. */
  static async open(applicationUrl: string, guid: string, notes: ReaderNote[]): Promise<Readers> {
    const browser = await launch();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const readers: Reader[] = [];
    for (let index = 0; index < STAYING + OPENING; index += 1) {
      const habit = index < STAYING ? 'stays' : 'opens';
      const query = new URLSearchParams({ guid, reader: String(index + 1) });
      if (habit === 'stays') query.set('refresh', String(REFRESH_SECONDS));
      const page = await context.newPage();
      await page.goto(`${applicationUrl}/?${query}`);
      await page.waitForFunction(
        () => Reflect.get(document.querySelector('embedded-dashboard') ?? {}, 'status') === 'ready',
      );
      const name = `reader ${index + 1}`;
      const readySince = performance.now();
      readers.push({ name, habit, page, isReady: true, readySince, onScreen: '' });
    }
    return new Readers(browser, readers, notes);
  }

  private constructor(browser: Browser, readers: Reader[], notes: ReaderNote[]) {
    this.#browser = browser;
    this.#readers = readers;
    this.#notes = notes;
    this.#watching = this.#watch();
  }

  /** Opens no more dashboards, and waits until the last ones are on screen. */
  async untilShown(): Promise<void> {
    this.#mayOpen = false;
    const begunAt = performance.now();
    const isDone = (): boolean =>
      this.#readers.every(({ isReady, onScreen }) => isReady && onScreen !== UNAVAILABLE);
    while (!isDone() && performance.now() - begunAt < LAST_MS) await wait(LOOK_MS);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
    await this.#browser.close();
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      for (const reader of this.#readers) await this.#look(reader);
      await wait(LOOK_MS);
    }
  }

  async #look(reader: Reader): Promise<void> {
    const taken = await reader.page.evaluate(() => (window as never as ReaderWindow).takeNotes());
    const { name, habit } = reader;
    for (const { at, ...note } of taken) {
      const now = at - performance.timeOrigin;
      this.#notes.push({ reader: name, habit, at: now, ...note });
      if (note.kind !== 'status') continue;
      reader.isReady = note.detail === 'ready';
      if (reader.isReady) reader.readySince = now;
    }
    await this.#lookAtScreen(reader, taken.at(-1)?.opening ?? 0);
    // The service's own page becomes the dashboard. A reader who sees that of the browser opens the dashboard again.
    const isThere = reader.isReady && reader.onScreen !== UNAVAILABLE;
    const hasRead = isThere && performance.now() - reader.readySince > READING_MS;
    if (habit === 'opens' && this.#mayOpen && hasRead) {
      reader.isReady = false;
      await reader.page.evaluate(() => (window as never as ReaderWindow).openDashboard());
    }
  }

  /** Notes each wrong thing on screen once, and its end with an empty text. */
  async #lookAtScreen(reader: Reader, opening: number): Promise<void> {
    const { name, habit, page } = reader;
    const frame = await shownFrame(page);
    const wrong = (frame && (await findWrong(frame))) ?? '';
    if (wrong !== reader.onScreen) {
      const at = performance.now();
      this.#notes.push({ reader: name, habit, at, opening, kind: 'screen', detail: wrong });
    }
    reader.onScreen = wrong;
  }
}

/** Starts the browser. A signal stops the run, which then closes it. */
async function launch(): Promise<Browser> {
  const executablePath = await findHeadlessBrowser();
  const args = [...browserArgs, ...fewerProcesses];
  const options = { executablePath, args, handleSIGINT: false, handleSIGTERM: false };
  return startChromium(() => chromium.launch(options));
}

/** Returns the frame that covers the screen; `null` if there is none, or another one replaces it just now. */
async function shownFrame(page: Page): Promise<Frame | null> {
  const shown = page.locator('embedded-dashboard iframe:not([inert])').last();
  if ((await shown.count()) === 0) return null;
  const element = await shown.elementHandle({ timeout: LOOK_MS }).catch(() => null);
  return (await element?.contentFrame()) ?? null;
}

/** Returns a few words about a page that is not a whole dashboard; `null` for one that is whole, or still loads. */
async function findWrong(frame: Frame): Promise<string | null> {
  if (frame.url().startsWith('chrome-error:')) return BROWSER_ERROR;
  const found = frame.evaluate(() => {
    const { dataset } = document.documentElement;
    if (dataset['refusal']) return `the service’s page "${dataset['refusal']}"`;
    const failed = document.querySelector('[data-state=error]');
    if (failed) return `a tile: ${failed.textContent?.trim().slice(0, 80)}`;
    if (document.readyState !== 'complete' || document.querySelector('[data-tile]')) return null;
    return `another page: ${document.title}`;
  });
  // The frame may be replaced meanwhile.
  return found.catch(() => null);
}
