import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPlayground } from './playground-browser.ts';

/** Reloads the dashboard. Returns the error event, and the code with which `reload()` rejects, or `null`. */
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

it('reports with its code which server is down, and keeps the dashboard on screen', async () => {
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
