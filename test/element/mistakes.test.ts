import { expect } from '@open-wc/testing';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { warnings } from '../support/console-checks.ts';
import { createDashboard, createReadyDashboard } from '../support/dashboard-fixture.ts';
import { HOUR } from '../support/durations.ts';
import { type Answer, FakeHost } from '../support/fake-host.ts';
import { type MistakesOf, mistakesOf } from '../support/mistakes.ts';
import { clock } from '../support/test-page.ts';
import { settle, until } from '../support/until.ts';

/** Creates an element with a mistake. Each mistake is made twice, with one host. */
type Stage = (host: FakeHost) => Promise<EmbeddedDashboardElement>;
type Settings = Partial<EmbeddedDashboardElement>;

const answering =
  (answer: Answer, settings?: Settings): Stage =>
  async (host) => {
    await host.answer(answer);
    const { element } = createDashboard(settings, host);
    await settle();
    return element;
  };

const set =
  (settings: Settings): Stage =>
  async (host) => {
    const { element } = createDashboard(settings, host);
    await settle();
    return element;
  };

/** Lacks a setting, with another attribute in its place. */
const lacking =
  (settings: Settings, attribute = 'class'): Stage =>
  async (host) => {
    const { element } = createDashboard(settings, host);
    element.setAttribute(attribute, 'x');
    clock.tick(3000);
    return element;
  };

const sized =
  (boxStyle: string, style: string): Stage =>
  async (host) => {
    const { element, next } = createDashboard({}, host);
    element.style.cssText = style;
    const box = document.createElement('div');
    box.style.cssText = boxStyle;
    document.body.append(box);
    boxes.push(box);
    box.append(element);
    await next('dashboard-load');
    return element;
  };

const ready =
  (settings?: Settings): Stage =>
  async (host) =>
    (await createReadyDashboard(settings, host)).element;

/** Another copy of the script, for the browser. */
const COPY: string = '../../src/index.ts?copy';

const boxes: Element[] = [];

afterEach(() => {
  for (const box of boxes.splice(0)) box.remove();
});

const STAGES: Record<MistakesOf<'element'>, Stage> = {
  1: answering({ status: 404 }),
  2: answering({ headers: { 'Content-Type': 'text/html' }, body: '<p>' }),
  3: answering({ status: 302, headers: { Location: '/login' } }),
  4: answering({ status: 401 }),
  async 6(host) {
    const element = await answering({ status: 401 })(host);
    element.headers = { Authorization: 'Bearer SECRET' };
    await settle();
    return element;
  },
  // The dashboards' site answers every request with a page, and without CORS.
  7: async (host) => set({ tokenUrl: `${await host.answer()}/token` })(host),
  11: answering({ body: '"just-a-token"' }),
  14: set({ dashboardGuid: 'not-a-guid' }),
  15: answering({ status: 403 }),
  16: set({ tokenUrl: 'https://bi.test/Api/GetToken/SECRET-KEY/1' }),
  17: sized('display: flex; width: 700px', ''),
  18: sized('width: 700px', 'height: 100%'),
  async 19(host) {
    await import(COPY);
    return ready()(host);
  },
  26: answering({ headers: { 'Content-Type': 'application/xml' }, body: '<token/>' }),
  27: answering({ body: '{}' }),
  async 31(host) {
    clock.setSystemTime(Date.now() - HOUR);
    await ready()(host);
    clock.setSystemTime(Date.now() + 2 * HOUR);
    return ready()(host);
  },
  33: ready({ sandbox: 'allow-scripts' }),
  34: lacking({ tokenUrl: null }, 'tokenurl'),
  35: lacking({ dashboardGuid: null }, 'dashboardguid'),
  37: set({ parameters: '{Region: North}' as never }),
  38: set({ parameters: { 'Sales Region': 'North' } }),
  39: lacking({ tokenUrl: null }),
  42: set({ headers: { 'no name': 'SECRET' } }),
  43: answering({ status: 429 }),
};

/** Returns the text for readers, without the names of buttons. */
function readText({ shadowRoot }: EmbeddedDashboardElement): string | null {
  return shadowRoot!.querySelector('[part=message] p')?.textContent.trim() || null;
}

describe('an integrator’s mistake is explained to readers in their words, and to developers once:', () => {
  for (const { row, title, reader, developer } of mistakesOf('element')) {
    it(`${row}, ${title}`, async () => {
      const before = warnings.length;
      const host = new FakeHost();
      const element = await STAGES[row](host);
      await STAGES[row](host);
      // Other tests of the page may have had the same mistake in a setting.
      const tell = (): string[] => {
        const lines = warnings.slice(before).map((line) => line.replace(/^<[\w-]+>: /, ''));
        expect(lines.length).to.be.at.most(1);
        return [...new Set([...lines, ...(element.error ? [element.error.message] : [])])];
      };
      if (developer) await until(() => tell().length > 0);
      else await settle();
      expect(tell().filter((line) => !developer?.test(line))).to.be.empty;
      expect(readText(element)).to.equal(reader);
      if (reader === null && !developer) expect(element.status).to.equal('ready');
      expect(tell().join()).not.to.contain('SECRET');
    });
  }

  // The log of the host has the developer's line.
  for (const { row, title, reader, status } of mistakesOf('host')) {
    it(`${row}, ${title}, for readers`, async () => {
      expect(readText(await answering({ status })(new FakeHost()))).to.equal(reader);
    });
  }
});
