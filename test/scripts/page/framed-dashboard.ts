import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A message of a dashboard to the page around it. */
export interface Said {
  type: string;
  /** The text of the first tile when the message arrived. */
  tile: string;
  state?: string;
  parameters?: object;
  filters?: object;
  label?: string;
  reason?: string;
  busy?: boolean;
  height?: number;
}

/** The frame of a dashboard. */
export interface FrameOptions {
  /** The reader's settings in the frame before. */
  state?: string | undefined;
  /** The attribute of the frame. Default: none. */
  sandbox?: string;
  /** In CSS pixels. Default: 900. */
  width?: number;
  /** In CSS pixels. Default: 500. */
  height?: number;
}

/** Runs in a page: shows a dashboard in a frame as the element does. Its messages are in `said`. */
function embed({
  address,
  state,
  sandbox,
  width,
  height,
}: FrameOptions & { address: string }): void {
  const said: object[] = [];
  Object.assign(window, { said });
  let isGreeted = false;
  addEventListener('message', ({ source, data, origin }) => {
    // A slow page greets again before it hears the answer.
    if (data?.type !== 'hello' || isGreeted) return;
    isGreeted = true;
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', (event: MessageEvent<{ type: string }>) => {
      const { contentDocument } = document.querySelector('iframe')!;
      const tile = contentDocument?.querySelector('[data-tile=tile-0] tbody')?.textContent ?? '';
      said.push({ ...event.data, tile: tile.replaceAll(/\s+/g, ' ').trim() });
    });
    port1.start();
    const can = ['ready', 'state', 'select', 'busy', 'height'];
    const welcome = {
      embeddedDashboard: 1,
      type: 'welcome',
      can,
      ...(state !== undefined && { state }),
    };
    (source as Window).postMessage(welcome, origin === 'null' ? '*' : origin, [port2]);
  });
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.width = `${width ?? 900}`;
  frame.height = `${height ?? 500}`;
  if (sandbox) frame.setAttribute('sandbox', sandbox);
  document.body.replaceChildren(frame);
}

/** A dashboard in a frame of a page that listens to it. */
export class FramedDashboard {
  readonly frame: FrameLocator;
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
    this.frame = page.frameLocator('iframe');
  }

  /** Shows a dashboard in the page of an application. */
  static async open(
    page: Page,
    address: string,
    options: FrameOptions = {},
  ): Promise<FramedDashboard> {
    await page.goto(new URL('/around', address).href);
    await page.evaluate(embed, { address, ...options });
    return new FramedDashboard(page);
  }

  /** Returns all messages of a type. */
  async said(type: string): Promise<Said[]> {
    const all = await this.#page.evaluate(() => Reflect.get(window, 'said') as Said[]);
    return all.filter((each) => each.type === type);
  }

  /** Waits until the dashboard has sent so many messages of a type, and returns the last one. */
  async until(type: string, count = 1): Promise<Said> {
    await expect.poll(async () => (await this.said(type)).length).toBeGreaterThanOrEqual(count);
    return (await this.said(type)).at(-1)!;
  }
}
