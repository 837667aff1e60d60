import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installBuiltPackage } from '../../support/build-package.ts';
import { shareChromium } from '../../support/chromium.ts';
import { type Consumer, startNodeServer } from '../../support/consumer.ts';
import { HOUR, MINUTE } from '../../support/durations.ts';
import { LATEST_REFRESH } from '../../support/token-life.ts';
import type { application as Application } from '../../upgrade/application/page.ts';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

declare const application: typeof Application;

let folder: string;
let server: Consumer;
let browser: Browser;
let page: Page;

/** Bundles the application with the built package, as a user of a bundler does. */
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(resolve('test-results/upgrade-'));
  cpSync('test/upgrade/application', folder, { recursive: true });
  // Otherwise esbuild finds the one of this repository, which leads to the sources.
  writeFileSync(`${folder}/tsconfig.json`, '{}');
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  installBuiltPackage(folder);
  const options = {
    absWorkingDir: folder,
    outdir: folder,
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  } as const;
  await build({ ...options, entryPoints: ['page.ts', 'dashboard.ts'] });
  await build({
    ...options,
    entryPoints: ['server.ts'],
    platform: 'node',
    packages: 'external',
  });
  const { PATH = '' } = process.env;
  // The first server plays the service.
  server = await startNodeServer(['server.js'], { cwd: folder, env: { PATH, PORT: '0' } }, 2);
  browser = await shareChromium();
  page = await browser.newPage();
  await page.clock.install();
  await page.goto(server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function ask(path: string): Promise<any> {
  return (await fetch(`${server.url}${path}`)).json();
}

/** Waits until the page has noted an event, and returns the notes since the last call. */
async function untilNoted(type: string): Promise<string[]> {
  await page.waitForFunction(
    (wanted) => application.notes.some((note) => note.startsWith(wanted)),
    type,
  );
  return page.evaluate(() => application.notes.splice(0));
}

it('reads each attribute into its property', async () => {
  expect(await page.evaluate(() => application.readAttributes())).toEqual({
    'token-url': '/dashboards/token',
    'logout-url': '/dashboards/logout',
    'login-url': '/login',
    'base-url': 'https://bi.example.com',
    'dashboard-guid': GUID,
    parameters: { Region: 'North' },
    'refresh-every': 300,
    theme: 'dark',
    color: '#ffcc00',
    'background-color': 'navy',
    label: 'Sales',
    loading: 'lazy',
    sizing: 'content',
    credentials: 'include',
    sandbox: 'allow-scripts',
    allow: 'fullscreen',
    referrerpolicy: 'origin',
  });
});

it('shows a dashboard with each property, and speaks with it', async () => {
  expect(await page.evaluate(() => application.isSameClass)).toBe(true);
  await page.evaluate(() => document.body.append(application.tag));
  expect(await untilNoted('dashboard-load')).toEqual([
    'dashboard-load true true {"Region":"North","Year":"2026","Open":"true"}',
  ]);
  const frame = page.locator('embedded-dashboard iframe');
  expect(await frame.getAttribute('src')).toMatch(
    /\/Tdb\/token-number-1\?theme=dark&color=\$ffcc00&background-color=navy$/,
  );
  expect(await frame.getAttribute('title')).toBe('Sales');
  await expect
    .poll(async () => (await page.locator('embedded-dashboard').boundingBox())?.height)
    .toBe(321);
  await page.frameLocator('embedded-dashboard iframe').locator('button').click();
  expect(await untilNoted('dashboard-select')).toEqual([
    'dashboard-select true {"Region":"North","Year":"2026","Open":"true"} The north',
  ]);
});

it('reloads with the state of the dashboard, and then by a token function', async () => {
  await page.evaluate(() => application.reload());
  expect(await untilNoted('dashboard-load')).toHaveLength(1);
  const output = page.frameLocator('embedded-dashboard iframe:not([inert])').locator('output');
  await expect.poll(() => output.textContent()).toBe('kept');
  await page.evaluate(async () => {
    application.tag.getToken = application.getToken;
    await application.reload();
  });
  expect(await untilNoted('dashboard-load')).toHaveLength(1);
});

it('renews the token, and reports its end if the service is down', async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  await page.clock.fastForward(LATEST_REFRESH + 20 * MINUTE);
  expect(await untilNoted('dashboard-refreshed')).toEqual([
    'dashboard-expiring true true',
    'dashboard-refreshed true true',
  ]);
  await ask('/down');
  try {
    await page.clock.fastForward(3 * HOUR);
    const seen = await untilNoted('dashboard-error');
    expect(seen).toContain('dashboard-expired true true');
    expect(seen.at(-1)).toMatch(/^dashboard-error true true server true 50[23] \d/);
  } finally {
    await ask('/up');
  }
});

it('logs out, with the words of the application', async () => {
  await page.evaluate(() => {
    application.addTexts();
    return application.logout();
  });
  expect(await untilNoted('dashboard-logout')).toContain('dashboard-logout true requested');
  const state = await page.evaluate(() => application.readState());
  expect(state).toEqual({
    status: 'logged-out',
    expiresAt: null,
    error: null,
    parts: expect.arrayContaining(['backdrop', 'message', 'login']),
  });
  expect(await page.locator('embedded-dashboard [part=message]').textContent()).toContain(
    'See you soon.',
  );
});

it('calls each function of the host', async () => {
  const grant = { token: expect.stringMatching(/^token-number-\d+$/), expiresIn: 7200 };
  expect(await ask('/client')).toEqual({
    grants: Array.from({ length: 3 }, () => expect.objectContaining(grant)),
    address: '/Tdb/a-token-1?theme=dark&color=$ffcc00&background-color=navy',
    isSame: 'function',
  });
  const { tag, status, refusal } = await ask('/host');
  expect(tag).toMatch(
    /^<embedded-dashboard .*<template shadowrootmode="open">.*<iframe .*\/Tdb\//s,
  );
  expect(status).toBe(401);
  expect(refusal).toEqual({
    code: 'forbidden',
    status: 403,
    retryable: false,
    retryAfterSeconds: null,
  });
  expect(await ask('/check')).toEqual([]);
  const seen = (await ask('/events')) as { type: string; code: string }[];
  expect(seen.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['token', 'logout', 'render', 'page']),
  );
  expect(seen[0]).toEqual({
    type: 'token',
    code: 'ok',
    status: 200,
    dashboardGuid: GUID,
    session: expect.stringMatching(/^[\w-]{43}$/),
    user: 'ann',
    organization: 'acme',
    isTimed: true,
    hasFailed: false,
  });
});
