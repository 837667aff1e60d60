import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import '../../src/locales/ar.ts';
import {
  createDashboard,
  createReadyDashboard,
  until,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { type Answer, FakeHost } from '../support/fake-host.ts';

type Settings = Parameters<typeof createDashboard>[0];

afterEach(() => {
  document.documentElement.lang = '';
});

const THEMES: Record<string, Settings> = {
  'the default look': {},
  'the dark theme': { theme: 'dark' },
  'a background of its own': { backgroundColor: 'rebeccapurple' },
};

/** For each status, an element that has it. */
const STATUSES: Record<string, (settings: Settings) => Promise<DashboardFixture>> = {
  idle: async (settings) => createDashboard({ ...settings, dashboardGuid: null }),
  loading: (settings) => createAnswered(settings, { delayMs: 60_000 }),
  ready: (settings) => createReadyDashboard(settings),
  async refreshing(settings) {
    const fixture = await createReadyDashboard(settings);
    void fixture.element.reload().catch(() => {});
    return fixture;
  },
  async expired(settings) {
    const host = new FakeHost();
    const fixture = await createReadyDashboard(settings, host);
    await host.answer({ delayMs: 60_000 });
    sleep(3 * 60 * 60_000);
    return fixture;
  },
  'logged-out': (settings) => createAnswered(settings, { status: 401 }),
  failed: (settings) => createAnswered(settings, { status: 403 }),
};

/** As a machine does: the time has passed when the page is back. */
function sleep(milliseconds: number): void {
  const clock = sinon.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });
  window.dispatchEvent(new Event('pageshow'));
  clock.restore();
}

async function createAnswered(settings: Settings, answer: Answer): Promise<DashboardFixture> {
  const host = new FakeHost();
  await host.answer(answer);
  return createDashboard(settings, host);
}

/** The element once it has the status. */
async function createWith(status: string, settings: Settings): Promise<EmbeddedDashboardElement> {
  const { element } = await STATUSES[status]!(settings);
  await until(() => element.status === status);
  return element;
}

for (const [theme, settings] of Object.entries(THEMES)) {
  for (const status of Object.keys(STATUSES)) {
    it(`finds nothing to complain of in ${theme}, ${status}`, async () => {
      await expect(await createWith(status, settings)).to.be.accessible();
    });
  }
}

it('reads from right to left in such a language, and stays within its box', async () => {
  document.documentElement.lang = 'ar';
  const element = await createWith('failed', {});
  const [message] = element.shadowRoot!.querySelectorAll('p:not(.slow)');
  expect(getComputedStyle(message!).direction).to.equal('rtl');
  const box = element.getBoundingClientRect();
  const { left, right } = message!.getBoundingClientRect();
  expect(left - box.left).to.be.closeTo(box.right - right, 1);
});

it('speaks other languages by its slots', async () => {
  const element = await createWith('failed', {});
  element.insertAdjacentHTML('beforeend', '<p slot="failed" lang="de">Nicht erreichbar</p>');
  const slot = element.shadowRoot!.querySelector('slot')!;
  expect(slot.assignedElements().map(({ textContent }) => textContent)).to.deep.equal([
    'Nicht erreichbar',
  ]);
  await expect(element).to.be.accessible();
});
