import { describe, expect, it } from 'vitest';
import { isLive } from '../support/live-demo.ts';
import {
  regionOf,
  setFault,
  sharePlayground,
  untilSession,
  untilStatus,
} from './playground-browser.ts';

const open = sharePlayground();

describe('a user', () => {
  it('is the one that was chosen last, even after quick changes and with a host that hangs', async () => {
    const page = await open.visit();
    const user = page.getByLabel('Signed in as');
    await user.selectOption('Sofia (South)');
    await user.selectOption('Nora (North)');
    await untilSession(page, 'nora');
    await setFault(page, 'hang');
    await user.selectOption('Sofia (South)');
    await user.selectOption('nobody');
    await untilSession(page, null);
    await setFault(page, 'none');
    await user.selectOption('Sofia (South)');
    await untilStatus(page, 'ready');
    expect(await regionOf(page)).toContain('South');
    await page.close();
  });

  it('is the one in the address of the latest tab, in the earlier tabs too', async () => {
    const page = await open.visit();
    const other = await page.context().newPage();
    await other.goto(`${open.playground.url}/?user=sofia`);
    await untilStatus(other, 'ready');
    await expect.poll(() => regionOf(page)).toContain('South');
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('sofia');
    await page.context().close();
  });

  // Playwright cannot change answers of a service worker.
  it.skipIf(isLive)(
    'stays signed in if the host application cannot be reached, and the page says so',
    async () => {
      const page = await open.visit();
      await page.route('**/session', (route) => route.abort());
      await page.getByLabel('Signed in as').selectOption('Sofia (South)');
      await page.getByRole('alert').getByText('The playground’s server does not answer.').waitFor();
      await untilStatus(page, 'ready');
      expect(await regionOf(page)).toContain('North');
      expect(await page.getByLabel('Signed in as').inputValue()).toBe('nora');
      await page.unroute('**/session');
      await page.getByLabel('Signed in as').selectOption('Sofia (South)');
      await untilSession(page, 'sofia');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await page.close();
    },
  );

  // The live demo has no cookies.
  it.skipIf(isLive)('can sign in again after the session is lost', async () => {
    const page = await open.visit();
    await page.context().clearCookies();
    await page.locator('#reload').click();
    await page.getByRole('button', { name: 'Sign in as Nora' }).click();
    await untilStatus(page, 'ready');
    await page.close();
  });

  it('sees a message for a dashboard that they may not open', async () => {
    const page = await open.visit('?user=sofia');
    await page.getByRole('link', { name: 'Products and stock not for this user' }).click();
    await untilStatus(page, 'failed');
    await page.getByText('You don’t have access to this dashboard.', { exact: true }).waitFor();
    await page.getByLabel('Signed in as').selectOption('Nora (North)');
    await untilStatus(page, 'ready');
    await page.close();
  });
});
