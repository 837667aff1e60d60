import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCodeTab, createApiCode } from '../../../service/src/admin/api-code/api-code.ts';
import type { CodeBlock } from '../../../service/src/admin/api-code/code-block.ts';
import { shareChromium } from '../../support/chromium.ts';
import { startConsumer } from '../../support/consumer.ts';
import { hasProgram } from '../../support/installed-program.ts';
import { answerWith, startUpstream } from '../../support/scripted-upstream.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { UNUSED_PORT } from '../../support/unused-port.ts';

/** A key with all characters that have a meaning in one of the languages or in an address. */
const API_KEY = `it's "a" $SECRET, \`id\` \${x} {y} %41 +&= <b> naïve 😀!`;
const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

/** Matches a page with the theme and the colors that all tabs set. */
const LOOK = /data-theme="dark"[^>]*--page:#101820[^>]*--title:#ffd700/;

/** The commands that run the tabs of one file. C# lacks .NET here, and the tag's tab needs a browser. */
const COMMANDS = {
  node: [process.execPath],
  curl: ['bash'],
  python: ['python3'],
  php: ['php'],
  // These options halve the start time.
  java: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
};
type Language = keyof typeof COMMANDS;

let folder: string;
let service: DashboardService;
let baseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-code-'));
  service = createDashboardService({ ...SETTINGS, apiKey: API_KEY });
  ({ url: baseUrl } = await service.listen(0));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

function findBlocks(
  tab: ApiCodeTab['id'],
  base: string,
  dashboardGuid = GUID,
  requiredParameters: readonly string[] = [],
): CodeBlock[] {
  const tabs = createApiCode({
    baseUrl: base,
    apiKey: API_KEY,
    dashboardGuid,
    requiredParameters,
  });
  return tabs.find(({ id }) => id === tab)!.blocks;
}

/** Runs the code of a tab unchanged, and checks that its output does not contain the key. */
async function start(language: Language, base: string, [block] = findBlocks(language, base)) {
  const { file, code } = block!;
  const cwd = await mkdtemp(join(folder, `${language}-`));
  await writeFile(join(cwd, file), code);
  const env = { PATH: process.env['PATH'] };
  const [program = '', ...options] = COMMANDS[language];
  const child = spawn(program, [...options, file], { cwd, env, stdio: 'pipe' });
  // The program may end before it reads its input.
  child.stdin.on('error', () => {});
  const stdout: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => stdout.push(line));
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(
    ([[exitCode], stderr]) => {
      expect(decodeURIComponent(`${stdout.join()}${stderr}`)).not.toContain('SECRET');
      return { exitCode: exitCode as number, stdout, stderr };
    },
  );
  return {
    /** The first line of its output. */
    address: Promise.race([
      once(lines, 'line').then(([line]) => String(line)),
      ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]),
    ended,
    pressEnter: () => child.stdin.end('\n'),
  };
}

/** Runs the code of a tab to its end, without a user. */
async function run(language: Language, base: string) {
  const program = await start(language, base);
  program.address.catch(() => {});
  program.pressEnter();
  return program.ended;
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}

describe.for(Object.keys(COMMANDS) as Language[])('the code for %s', (language) => {
  const needed = language === 'curl' ? ['bash', 'curl'] : COMMANDS[language].slice(0, 1);
  const missing = needed.find((program) => !hasProgram(program));

  it('shows the dashboard until its user signs out; other users keep theirs', async ({ skip }) => {
    skip(!!missing, `${missing} is not installed.`);
    const [ann, bob] = await Promise.all([start(language, baseUrl), start(language, baseUrl)]);
    const [first, second] = await Promise.all([ann.address, bob.address]);
    const shown = await fetch(first);
    expect(shown.status).toBe(200);
    const page = await shown.text();
    expect(page).toMatch(LOOK);
    expect(page).toContain(service.dashboards.find(({ guid }) => guid === GUID)!.title);

    ann.pressEnter();
    expect(await ann.ended).toMatchObject({ exitCode: 0, stdout: [first] });
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    bob.pressEnter();
    expect(await bob.ended).toMatchObject({ exitCode: 0, stdout: [second] });
    expect(await statusOf(second)).toBe(401);
  });

  it('sends one session id to GetToken and Logout, and follows no redirect', async ({ skip }) => {
    skip(!!missing, `${missing} is not installed.`);
    await using upstream = await startUpstream();
    upstream.script((response, { method }) => {
      const moved = { status: 302, headers: { Location: '/elsewhere' } };
      answerWith('token-0123456789', method === 'GET' ? moved : {})(response, upstream.calls[0]!);
    });
    const { exitCode, stdout, stderr } = await run(language, `${upstream.baseUrl}/bi/`);
    expect(stderr).toContain('Logout failed: status 302.');
    expect(stdout[0]).toContain(`${upstream.baseUrl}/bi/Tdb/token-0123456789?`);
    expect(exitCode).toBe(1);
    const [opened, closed, ...others] = upstream.calls;
    expect(others).toEqual([]);
    const [, , , , key = '', sessionId] = opened!.url.split('/');
    expect(decodeURIComponent(key)).toBe(API_KEY);
    expect(opened).toMatchObject({
      method: 'POST',
      url: `/bi/Api/GetToken/${key}/${sessionId}/${GUID}`,
      headers: { 'content-type': expect.stringMatching(/^application\/json\b/) },
      body: '{}',
    });
    expect(closed).toMatchObject({ method: 'GET', url: `/bi/api/logout/${key}/${sessionId}` });
  });

  it('opens a dashboard with a required parameter after its value is inserted', async ({
    skip,
  }) => {
    skip(!!missing, `${missing} is not installed.`);
    const { guid } = service.dashboards.find(({ title }) => title === 'Sales of one region')!;
    const [block] = findBlocks(language, baseUrl, guid, ['Region']);
    const refused = await start(language, baseUrl, [block!]);
    refused.address.catch(() => {});
    refused.pressEnter();
    expect((await refused.ended).stderr).toContain('GetToken failed: status 400.');
    const code = block!.code.replace('?SQLparameters=Region%3D', '$&North');
    const opened = await start(language, baseUrl, [{ ...block!, code }]);
    expect(await statusOf(await opened.address)).toBe(200);
    opened.pressEnter();
    expect((await opened.ended).exitCode).toBe(0);
  });

  it('reports that the service did not answer', async ({ skip }) => {
    skip(!!missing, `${missing} is not installed.`);
    const nobody = `http://127.0.0.1:${UNUSED_PORT}`;
    const { exitCode, stdout, stderr } = await run(language, nobody);
    expect([exitCode, stdout]).toEqual([1, []]);
    expect(stderr).toContain('GetToken failed: the dashboard service did not answer.');
  });
});

describe('the code for the tag and the Node host', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await shareChromium();
  });

  afterAll(() => browser.close());

  const startHost = (edit = (code: string) => code) => {
    const files = findBlocks('element', baseUrl).map(({ file, code }) => [file, edit(code)]);
    return startConsumer(Object.fromEntries(files) as Record<string, string>, {});
  };

  const untilStatus = (page: Page, status: string) =>
    page.waitForFunction(
      (expected) => document.querySelector('embedded-dashboard')?.status === expected,
      status,
    );

  /** Opens the page of a new user. Returns it with the address of its dashboard. */
  async function visit(url: string): Promise<[page: Page, address: string]> {
    const page = await browser.newPage();
    await page.goto(url);
    await untilStatus(page, 'ready');
    return [page, (await page.locator('iframe').getAttribute('src'))!];
  }

  it('shows the dashboard until its user signs out; other users keep theirs', async () => {
    await using host = await startHost();
    const [ann, first] = await visit(host.url);
    const [, second] = await visit(host.url);
    const shown = await fetch(first);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toMatch(LOOK);
    await ann.getByRole('button', { name: 'Sign out' }).click();
    await untilStatus(ann, 'logged-out');
    await expect.poll(() => statusOf(first)).toBe(401);
    expect(await statusOf(second)).toBe(200);
  });

  it('follows the reader’s choice when its code is uncommented', async () => {
    const uncomment = (code: string): string =>
      code
        .replace(/ *<!-- To let readers choose a region.*\n([^]*?) *-->\n/, '$1')
        .replace(/\/\/ (sqlParameters)/, '$1');
    await using host = await startHost(uncomment);
    const [page, first] = await visit(host.url);
    expect(await (await fetch(first)).text()).toMatch(/shown-parameters[^]*?North/);
    await page.locator('select').selectOption('South');
    await expect.poll(() => page.locator('iframe').first().getAttribute('src')).not.toBe(first);
    const second = (await page.locator('iframe').first().getAttribute('src'))!;
    expect(await (await fetch(second)).text()).toMatch(/shown-parameters[^]*?South/);
  });

  it('contains any dashboard GUID unchanged', async () => {
    const dashboardGuid = `"'><b>&amp;&#65; naïve 😀\u2028`;
    const page = await browser.newPage();
    await page.setContent(findBlocks('element', baseUrl, dashboardGuid)[0]!.code);
    const tag = page.locator('embedded-dashboard');
    expect(await tag.getAttribute('dashboard-guid')).toBe(dashboardGuid);
    expect(await page.locator('b').count()).toBe(0);
  });

  it('gives no token to an unknown session, and never serves its own source', async () => {
    await using host = await startHost();
    const { status } = await fetch(`${host.url}/dashboards/token`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Embedded-Dashboard': '1',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: 'session=made-up',
      },
      body: JSON.stringify({ dashboardGuid: GUID }),
    });
    expect(status).toBe(401);
    expect(await statusOf(`${host.url}/server.mjs`)).toBe(404);
    expect(await (await fetch(host.url)).text()).not.toContain('SECRET');
  });
});
