import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../support/identity-provider.ts';
import { testService } from '../../support/test-database.ts';

const provider = new TestProvider();
let service: DashboardService;
let browser: Browser;
let page: Page;
let url: string;

beforeAll(async () => {
  // Another site than that of the service, as a provider is.
  const oidcIssuer = await provider.listen('localhost');
  service = createDashboardService({
    ...(await testService()),
    ...{ oidcIssuer, oidcClientId: CLIENT_ID, oidcClientSecret: CLIENT_SECRET },
    oidcRoles: ['groups:everybody=reader'],
  });
  ({ url } = await service.listen(0));
  await provider.serve(url);
  provider.hasPage = true;
  provider.accounts.set('anna', { name: 'Anna', groups: ['everybody'] });
  browser = await shareChromium();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
  await service.close();
  await provider.close();
});

it('leads through the page of the provider to the page that was asked for, and out of both', async () => {
  await page.goto(`${url}/admin/account`);
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByRole('button', { name: 'Enter' }).click();
  // The session's cookie is Strict: the browser sends it although the provider has led here.
  await page.getByRole('heading', { name: 'Anna' }).waitFor();
  expect(page.url()).toBe(`${url}/admin/account`);
  const cookies = await page.context().cookies(url);
  const found = cookies.map(({ name, sameSite, httpOnly }) => ({ name, sameSite, httpOnly }));
  expect(found).toContainEqual({ name: 'back-office', sameSite: 'Strict', httpOnly: true });
  expect(found.map(({ name }) => name)).not.toContain('back-office-attempt');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('heading', { name: 'Back office' }).waitFor();
  expect(page.url()).toMatch(/\/admin\/login$/);
  await page.goto(`${url}/admin/account`);
  expect(page.url()).toContain('/admin/login');
  // The provider asks again.
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByRole('button', { name: 'Enter' }).waitFor();
});
