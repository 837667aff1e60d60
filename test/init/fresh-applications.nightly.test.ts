import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packPackage } from '../support/pack-package.ts';
import { PATIENCE_MS } from '../support/patience.mjs';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';
import { FreshApplication, PACKED, parseSteps } from './fresh-application.ts';
import { GENERATORS } from './generators.ts';
import { writeLine } from './marked-line.ts';
import { requestToken } from './request-token.ts';

const REFUSAL = 'You don’t have access to this dashboard.';

/** Nuxt never answers some of the requests that arrive while its server loads a changed host: about one in 30 changes. */
const LONGEST_ANSWER_MS = PATIENCE_MS / 10;

let quickStart: QuickStart;

beforeAll(async () => {
  packPackage(PACKED);
  quickStart = await QuickStart.open();
});

afterAll(() => quickStart.close());

it.for(GENERATORS)(
  'shows a dashboard in a fresh application after one edit, in development and in production: $name',
  async (generator) => {
    const app = await FreshApplication.make(generator);
    const steps = parseSteps(await app.init());
    const before = app.state();
    expect(await app.init()).toContain('Nothing to change.');
    expect(app.state()).toEqual(before);
    if (generator.check) await app.run('npm', ['run', generator.check]);

    const { envFile, hostFile } = steps;
    app.replace(envFile, /^DASHBOARD_URL=.*$/m, `DASHBOARD_URL=${quickStart.here(SERVICE_URL)}`);
    app.replace(envFile, /(?<=^DASHBOARD_API_KEY=).*$/m, quickStart.service.apiKey);
    let url = await app.start(steps);
    expect((await fetch(url)).status).toBe(200);
    expect(await requestToken(url)).toMatchObject({ status: 403, code: 'forbidden' });

    const page = await quickStart.openPage();
    await page.goto(`${url}${steps.page}`);
    await page.getByText(REFUSAL).waitFor();
    writeLine(join(app.folder, hostFile));
    if (generator.isStartedAgain) {
      await app.stop();
      url = await app.start(steps);
    }
    // Development servers notice the change later than the test makes it.
    await expect
      .poll(() => requestToken(url, AbortSignal.timeout(LONGEST_ANSWER_MS)))
      .toMatchObject({ status: 200 });
    await showDashboard(`${url}${steps.page}`);
    await app.stop();

    const built = await app.startProduction(steps);
    expect(await requestToken(built)).toMatchObject({ status: 200 });
    await showDashboard(`${built}${steps.page}`);
    await app.stop();
    if (!steps.preview) return;
    const tried = await app.startPreview(steps.preview);
    expect(await requestToken(tried)).toMatchObject({ status: 200 });
    await showDashboard(`${tried}${steps.page}`);
  },
);

async function showDashboard(address: string): Promise<void> {
  const page = await quickStart.openPage();
  await page.goto(address);
  await page.locator('embedded-dashboard iframe').contentFrame().locator('h1').waitFor();
  expect(await page.getByText(REFUSAL).count()).toBe(0);
  await page.close();
}
