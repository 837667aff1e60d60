import { startPlayground } from '../../demo/playground/host/playground.ts';
import type { Photographer } from './photographer.ts';

/** The playground with a dashboard. */
export const photographPlayground: Photographer = async (browser, toPath) => {
  const playground = await startPlayground({ port: 0, service: { port: 0, apiKey: 'key' } });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(playground.url);
  await page.waitForFunction(
    () => document.querySelector('embedded-dashboard')?.status === 'ready',
  );
  // The page shows the status a moment later.
  await page.getByText('ready', { exact: true }).first().waitFor();
  await page.screenshot({ path: toPath('playground') });
  await context.close();
  await playground.close();
};
