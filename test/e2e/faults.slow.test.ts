import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPlayground } from './playground-browser.ts';

/** Asks for a new dashboard, and tells the event that comes of it and how `reload()` ends. */
async function reload(page: Page): Promise<unknown> {
  return page
    .locator('embedded-dashboard')
    .evaluate(async (element: HTMLElementTagNameMap['embedded-dashboard']) => {
      const event = new Promise((resolve) => {
        element.addEventListener(
          'dashboard-error',
          ({ error: { code, status, retryable } }) => resolve({ code, status, retryable }),
          { once: true },
        );
      });
      const rejection = await element.reload().then(
        () => null,
        (error: { code: string }) => error.code,
      );
      return { event: await event, rejection };
    });
}

/** The host gives the service three seconds, and a busy machine may need more. */
const CALLED_ONCE = { retry: 2 };

it('tells with its code what is down, and keeps the dashboard on screen', CALLED_ONCE, async () => {
  await using open = await openPlayground();
  const page = await open.visit();

  await open.playground.service.close();
  expect(await reload(page)).toEqual({
    event: { code: 'server', status: 502, retryable: true },
    rejection: 'server',
  });

  await open.playground.close();
  expect(await reload(page)).toEqual({
    event: { code: 'network', status: null, retryable: true },
    rejection: 'network',
  });
  expect(await page.locator('embedded-dashboard iframe').count()).toBe(1);
});
