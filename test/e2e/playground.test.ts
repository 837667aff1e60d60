import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import type { SessionView } from '../../demo/playground/host/session-view.ts';
import {
  choose,
  fill,
  GUIDS,
  logOf,
  openGroups,
  openTab,
  setFault,
  sharePlayground,
  shownAddress,
  shownFrame,
  shownLook,
  untilLogged,
  untilStatus,
} from './playground-browser.ts';

const PRODUCTS = 'd90b3f68-21ae-4d07-b5c9-3e8f7a146b20';

const open = sharePlayground();

function regionOf(page: Page): Promise<string | null> {
  return shownFrame(page).contentFrame().locator('.shown-parameters').textContent();
}

/** The session at the host application is this user's, and so is what the page says. */
async function untilSession(page: Page, user: string | null): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { user: found } = (await (await fetch('/session')).json()) as SessionView;
        return found?.id ?? null;
      }),
    )
    .toBe(user);
  expect(await page.getByLabel('Signed in as').inputValue()).toBe(user ?? '');
}

describe('a button', () => {
  it('reloads with a new token', async () => {
    const page = await open.visit();
    const before = await shownAddress(page);
    await page.locator('#reload').click();
    await expect.poll(() => shownAddress(page)).not.toBe(before);
    await expect
      .poll(async () => (await logOf(page)).filter((entry) => entry.includes('dashboard-load')))
      .toHaveLength(2);
    await page.close();
  });

  it('logs out, in the other tab too, and lets somebody sign in from there', async () => {
    const page = await open.visit();
    const other = await openTab(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    for (const tab of [page, other]) {
      await untilStatus(tab, 'logged-out');
      await tab.getByRole('heading', { name: 'Nobody is signed in' }).waitFor();
    }
    await untilLogged(page, 'This page asked for it.');
    await untilLogged(other, 'Another tab asked for it.');
    await other.getByRole('button', { name: 'Sign in as Sofia' }).press('Enter');
    expect(await other.evaluate(() => document.activeElement!.matches('[name="user"]'))).toBe(true);
    for (const tab of [page, other]) {
      await untilStatus(tab, 'ready');
      expect(await regionOf(tab)).toContain('South');
      expect(await tab.getByLabel('Signed in as').inputValue()).toBe('sofia');
    }
    await page.context().close();
  });

  it('opens the dashboard on a page of its own, in its look', async () => {
    const page = await open.visit('?theme=dark&color=hotpink');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Full page' }).click();
    const full = await opened;
    await full.getByRole('heading', { name: 'Sales overview' }).waitFor();
    expect(full.url()).toMatch(/\/Tdb\/[\w-]+\?theme=dark&color=\$ff69b4$/);
    await page.context().close();
  });

  it('opens the dashboard in a page that the server writes, and asks for no other token', async () => {
    const page = await open.visit('?theme=dark');
    const said: string[] = [];
    const asked: string[] = [];
    page.context().on('console', (message) => said.push(message.text()));
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Rendered' }).click();
    const rendered = await opened;
    await untilStatus(rendered, 'ready');
    const frame = rendered.frameLocator('embedded-dashboard iframe');
    await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
    expect(await shownAddress(rendered)).toMatch(/\/Tdb\/[\w-]+\?theme=dark$/);
    expect(asked).not.toContain('/dashboards/token');
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('shows a dashboard that the server wrote without any script', async () => {
    const page = await open.visit();
    const address = await page.getByRole('link', { name: 'Rendered' }).getAttribute('href');
    const storageState = await page.context().storageState();
    const plain = await page
      .context()
      .browser()!
      .newContext({ javaScriptEnabled: false, storageState });
    const rendered = await plain.newPage();
    await rendered.goto(new URL(address!, page.url()).href);
    const frame = rendered.frameLocator('embedded-dashboard iframe');
    await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
    await plain.close();
    await page.context().close();
  });

  it('clears the log', async () => {
    const page = await open.visit();
    await untilLogged(page, 'dashboard-load');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await logOf(page)).toEqual([]);
    await page.close();
  });
});

describe('a user', () => {
  it('is the one that was chosen last, however quickly, and with a host that hangs', async () => {
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

  it('stays signed in if the host application cannot be reached, and the page says so', async () => {
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
  });

  it('is asked for again where the session is lost', async () => {
    const page = await open.visit();
    await page.context().clearCookies();
    await page.locator('#reload').click();
    await page.getByRole('button', { name: 'Sign in as Nora' }).click();
    await untilStatus(page, 'ready');
    await page.close();
  });

  it('may not open one of the dashboards, and is told so', async () => {
    const page = await open.visit('?user=sofia');
    await page.getByRole('link', { name: 'Products and stock not for this user' }).click();
    await untilStatus(page, 'failed');
    await page.getByText('This user may not see this dashboard.', { exact: true }).waitFor();
    await page.getByLabel('Signed in as').selectOption('Nora (North)');
    await untilStatus(page, 'ready');
    await page.close();
  });
});

describe('the page’s address', () => {
  it('shows the same to somebody else', async () => {
    const page = await open.visit();
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await page.getByRole('link', { name: 'Delivery' }).click();
    await choose(page, 'dark');
    await fill(page, 'background-color', '#123456');
    await fill(page, 'label', 'Ways & “means”');
    await choose(page, 'Vue');
    await setFault(page, '500');
    await setFault(page, 'none');
    const settings = await settingsOf(page);
    const { search } = new URL(page.url());
    await page.close();

    const other = await open.visit(search);
    expect(await settingsOf(other)).toEqual(settings);
    expect(await shownLook(other)).toBe('?theme=dark&background-color=$123456');
    const frame = shownFrame(other).contentFrame();
    await frame.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    expect(await frame.locator('.shown-parameters').textContent()).toContain('South');
    await other.close();
  });

  it('leads back to the dashboard before, but not to the user before', async () => {
    const page = await open.visit();
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.getByLabel('Signed in as').selectOption('Sofia (South)');
    await untilSession(page, 'sofia');
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Delivery', exact: true })
      .waitFor();
    await page.goBack();
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Sales overview' })
      .waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Sales overview');
    expect(await regionOf(page)).toContain('South');
    await page.close();
  });

  it('passes over what there is not', async () => {
    const page = await open.visit('?user=mallory&fault=fire&stack=Basic&theme=pink&x=y');
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('nora');
    expect(await page.locator('#fault').inputValue()).toBe('none');
    expect(await page.getByRole('radio', { name: 'auto' }).isChecked()).toBe(true);
    expect(await page.locator('#code code').textContent()).toContain('<script');
    await page.close();
  });
});

function settingsOf(page: Page): Promise<unknown> {
  return page.evaluate(() => [
    ...new FormData(document.querySelector<HTMLFormElement>('#settings')!),
  ]);
}

describe('the code', () => {
  it('is the tag with the attributes of the settings, for every stack', async () => {
    const label = 'A "quoted" {label} & `more` <b>';
    const page = await open.visit(`?color=tomato&label=${encodeURIComponent(label)}`);
    const stacks = await page
      .getByRole('radiogroup', { name: 'Framework' })
      .getByRole('radio')
      .all();
    expect(stacks).toHaveLength(5);
    for (const stack of stacks) {
      await stack.check({ force: true });
      const attributes = await page.locator('#code code').evaluate((code) => {
        const [tag = ''] = /<embedded-dashboard[^>]*>/.exec(code.textContent) ?? [];
        const { body } = new DOMParser().parseFromString(tag, 'text/html');
        return [...body.firstElementChild!.attributes].map(({ name, value }) => [name, value]);
      });
      expect(Object.fromEntries(attributes)).toEqual({
        'token-url': '/dashboards/token',
        'logout-url': '/dashboards/logout',
        'dashboard-guid': GUIDS['Sales overview'],
        theme: 'auto',
        color: 'tomato',
        label,
      });
    }
    await page.close();
  });

  it('takes the script from a CDN with the hash that the README tells', async () => {
    const page = await open.visit('?stack=HTML');
    const toScript = (code: string): Promise<Record<string, string>> =>
      page.evaluate((html) => {
        const { head } = new DOMParser().parseFromString(html, 'text/html');
        const script = head.querySelector('script')!;
        return Object.fromEntries([...script.attributes].map(({ name, value }) => [name, value]));
      }, code);
    const [, told = ''] = /<!-- cdn-tag -->`(.*?)`/.exec(readFileSync('README.md', 'utf8'))!;
    const script = await toScript((await page.locator('#code code').textContent())!);
    expect(script).toEqual(await toScript(told));
    expect(script).toMatchObject({ integrity: expect.stringMatching(/^sha384-/), crossorigin: '' });
    await page.close();
  });

  it('is copied as it stands', async () => {
    const page = await open.visit('?stack=Svelte', 'ready', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const button = page.getByRole('button', { name: 'Copy' });
    // It says so for a moment only.
    const next = await button.evaluateHandle((element) => ({
      text: new Promise((resolve) => {
        const observer = new MutationObserver(() => resolve(element.textContent));
        observer.observe(element, { childList: true });
      }),
    }));
    await button.click();
    expect(await next.evaluate(({ text }) => text)).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator('#code code').textContent(),
    );
    await page.close();
  });
});

describe('for everybody', () => {
  const states: Record<string, [search: string, status: Parameters<typeof untilStatus>[1]]> = {
    'a dashboard': ['', 'ready'],
    'a failure': [`?user=sofia&dashboard-guid=${PRODUCTS}`, 'failed'],
    'nobody signed in': ['?user=', 'logged-out'],
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [state, [search, status]] of Object.entries(states)) {
      it(`has no accessibility violation, ${colorScheme}, with ${state}`, async () => {
        const page = await open.visit(search, status, { colorScheme });
        await openGroups(page);
        expect(await findViolations(page)).toEqual([]);
        await page.close();
      });
    }
  }

  for (const width of [320, 390, 820]) {
    it(`has room for every control at a width of ${width} pixels`, async () => {
      const page = await open.visit('', 'ready', { viewport: { width, height: 740 } });
      await openGroups(page);
      const cutOff = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(button, .button, select, input, label, svg, pre)')]
          .filter((control) => {
            const { left, right } = control.getBoundingClientRect();
            const card = control.closest('main > *')!.getBoundingClientRect();
            return left < card.left || right > card.right;
          })
          .map(({ outerHTML }) => outerHTML),
      );
      expect(cutOff).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    });
  }

  it('stands still on demand', async () => {
    const page = await open.visit();
    const now = page.locator('#timeline line').last();
    const ticks = (): Promise<string> => page.locator('#timeline svg').innerHTML();
    await now.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await ticks();
    await page.waitForTimeout(600);
    expect(await ticks()).toBe(before);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(ticks).not.toBe(before);
    await page.close();
  });

  it('is reached by keyboard, all of it and in the order of the page', async () => {
    const page = await open.visit('?loading=lazy', 'idle');
    await page.getByRole('link', { name: 'Delivery' }).waitFor();
    const reached: string[] = [];
    while (reached.at(-1) !== 'BODY') {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { id, tagName, role, ariaLabel, textContent } = document.activeElement!;
          const { name } = document.activeElement as HTMLInputElement;
          return tagName === 'BODY' ? tagName : id || name || role || ariaLabel || textContent;
        }),
      );
    }
    expect(reached).toEqual([
      ...['user', 'Sales overview', 'Customers', 'Products and stock', 'Delivery'],
      ...['reload', 'start-over', 'log-out', 'full-page', 'rendered', 'frame', 'pause'],
      ...['theme', 'Pick color', 'color', 'Pick background-color', 'background-color', 'label'],
      ...['loading', 'life', 'fault', 'Where it gets its token', 'What its frame may do'],
      ...['clear', 'log', 'copy', 'stack', 'Code for these settings', 'BODY'],
    ]);
    await page.close();
  });
});
