import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isLive } from '../support/live-demo.ts';
import {
  chooseAction,
  heal,
  logOf,
  openTab,
  setFault,
  sharePlayground,
  shownFrame,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

describe('the fault switch', () => {
  const faults: Record<string, [status: Parameters<typeof untilStatus>[1], log: string]> = {
    401: ['logged-out', 'Your backend no longer knows the session.'],
    403: ['failed', 'forbidden: '],
    500: ['failed', 'answered 500. See the log of your server.'],
    down: ['failed', 'answered 502. See the log of your server.'],
  };
  for (const [fault, [status, log]] of Object.entries(faults)) {
    it(`shows a failed first load and its recovery: ${fault}`, async () => {
      const page = await open.visit();
      await setFault(page, fault);
      await chooseAction(page, 'start-over');
      await untilStatus(page, status);
      await untilLogged(page, log);
      expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);

      await heal(page);
      await page.close();
    });
  }

  it('shows a host that does not answer', async () => {
    const page = await open.visit();
    await setFault(page, 'hang');
    await chooseAction(page, 'start-over');
    await untilLogged(page, 'timeout: ');
    await page.locator('#timeline summary').click();
    await expect.poll(() => page.locator('#timeline rect.bad').count()).toBe(1);
    // The next request may already hang.
    await heal(page);
    await page.close();
  });

  // The live demo has no ports.
  it.skipIf(isLive)('reports why the service cannot restart, and restarts it later', async () => {
    const page = await open.visit();
    await setFault(page, 'down');
    const { port } = new URL(open.playground.serviceUrl);
    await expect.poll(() => canConnect(port)).toBe(false);
    const other = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    await setFault(page, 'none');
    await page.getByRole('alert').getByText('The service cannot restart.').waitFor();
    other.close();
    await once(other, 'close');
    await setFault(page, '500');
    await setFault(page, 'none');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.locator('#reload').click();
    await expect.poll(() => logOf(page)).toContainEqual(expect.stringContaining('200 after'));
    await page.close();
  });

  it('has the same value in the visitor’s other tabs', async () => {
    const page = await open.visit();
    const other = await openTab(page);
    await setFault(page, '403');
    await expect.poll(() => other.locator('#fault').inputValue()).toBe('403');
    await setFault(other, 'none');
    await expect.poll(() => page.locator('#fault').inputValue()).toBe('none');
    await page.context().close();
  });

  it('keeps the dashboard on screen while a reload fails', async () => {
    const page = await open.visit();
    await setFault(page, '500');
    await page.locator('#reload').click();
    await untilLogged(page, 'server: ');
    expect(await shownFrame(page).count()).toBe(1);
    await setFault(page, 'none');
    await page.close();
  });
});

function canConnect(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
