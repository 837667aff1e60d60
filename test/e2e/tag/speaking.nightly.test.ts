import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { scaled } from '../../support/tier.mjs';
import { areAllReady, useLateDashboards } from './late-dashboards.ts';

const MESSAGES = scaled(100_000);

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const visited = useLateDashboards();

it(`changes nothing and keeps nothing after ${MESSAGES} hostile messages`, async () => {
  visited.late.pages.set('/Tdb', floodHtml());
  await using page = await visited.browser.newPage();
  await page.goto(visited.late.page(1, 'listens'));
  await page.waitForFunction(areAllReady);
  const session = await page.context().newCDPSession(page);
  const [frame] = page.frames().slice(1);
  const flood = (count: number): Promise<void> =>
    frame!.evaluate((given) => (window as unknown as Flooding).flood(given), count);
  await page.evaluate(listenForAll);
  await flood(1000);
  const before = [await readState(page), await heapOf(session)] as const;
  await flood(MESSAGES);
  const after = [await readState(page), await heapOf(session)] as const;
  expect(after[0]).toEqual(before[0]);
  // Each message that is kept has at least 20 bytes.
  expect(after[1] - before[1]).toBeLessThan(MESSAGES * 20);
});

interface Flooding {
  flood(count: number): Promise<void>;
}

/** Returns a dashboard that greets, and then sends messages that break the rules, and greetings, at its command. */
function floodHtml(): string {
  return `<!doctype html><title>Dashboard</title><script>
    const can = ['height', 'state', 'select', 'busy'];
    const hello = (more) => parent.postMessage({ embeddedDashboard: 1, type: 'hello', can, ...more }, '*');
    const values = [null, undefined, -1, NaN, 'x'.repeat(20000), [], {}, new Map(), 10n, '__proto__'];
    const types = ['height', 'select', 'refused', 'ready', 'constructor', '__proto__', 7, null];
    const pick = (list, index) => list[index % list.length];
    const welcome = new Promise((resolve) => addEventListener('message', ({ ports }) => resolve(ports[0])));
    hello();
    window.flood = async (count) => {
      const port = await welcome;
      for (let index = 0; index < count; index++) {
        const value = pick(values, index);
        const message = { type: pick(types, index >> 3), height: value, parameters: [value], reason: value };
        if (index % 10) port.postMessage(message);
        else hello({ type: 'hi', can: value });
        // The page of the element gets time for its tasks.
        if (index % 1000 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      // The last second of messages ends.
      await new Promise((resolve) => setTimeout(resolve, 2000));
    };
  </script>`;
}

/** Runs in the page: notes each event of the element, and each exception. */
function listenForAll(): void {
  const seen: string[] = [];
  Object.assign(window, { seen });
  addEventListener('error', ({ message }) => seen.push(message));
  const element = document.querySelector('embedded-dashboard')!;
  for (const name of ['load', 'error', 'logout', 'expired', 'refreshed', 'select']) {
    element.addEventListener(`dashboard-${name}`, ({ type }) => seen.push(type));
  }
}

/** Returns everything about the element that a page in its frame may change. */
function readState(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const element = document.querySelector<Tag>('embedded-dashboard')!;
    const { status, offsetHeight, shadowRoot } = element;
    const frames = [...shadowRoot!.querySelectorAll('iframe')].map(({ src }) => src);
    const { seen } = window as unknown as { seen: string[] };
    return { status, offsetHeight, frames, seen, title: document.title };
  });
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
