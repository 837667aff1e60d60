import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import '../../src/frame/index.ts';
import {
  createDashboard,
  type DashboardFixture,
  untilLoaded,
} from '../support/dashboard-fixture.ts';
import { SECOND } from '../support/durations.ts';
import { CONSOLE, everythingOf } from '../support/everything-of.ts';
import { FakeHost } from '../support/fake-host.ts';
import type { GreetingPage } from '../support/speaking-page.ts';
import { clock } from '../support/test-page.ts';
import { until } from '../support/until.ts';

const TOKEN = 'canary-token';
const STATE = 'canary-state';
const PARAMETER = 'canary-parameter';
const CHOICE = 'canary-choice';
const LABEL = 'canary-label';

const EVENTS = ['load', 'expiring', 'refreshed', 'expired', 'logout', 'error', 'select'];

/** Everything that was said, fired or logged, and the place of each. */
class Records {
  readonly #all: { place: string; text: string }[] = [];

  add(place: string, value: unknown): void {
    this.#all.push({ place, text: everythingOf(value) });
  }

  /** Returns the places that begin with `start` and have a text, sorted. */
  placesOf(text: string, start = ''): string[] {
    const found = this.#all.filter((each) => each.text.includes(text));
    const places = found.map(({ place }) => place).filter((place) => place.startsWith(start));
    return [...new Set(places)].toSorted();
  }
}

/** Records every message between the page and its dashboards, in both directions. */
function recordMessages(records: Records): () => void {
  const typeOf = (data: { type?: unknown } | null): string => String(data?.type);
  const { MessageChannel: Channel } = window;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      this.port1.addEventListener('message', ({ data }) => {
        records.add(`port from the dashboard: ${typeOf(data)}`, data);
      });
      this.port1.postMessage = (data) => records.add('port to the dashboard', data);
    }
  };
  const listen = ({ source, data }: MessageEvent): void => {
    if (source !== window) records.add(`window from the dashboard: ${typeOf(data)}`, data);
  };
  window.addEventListener('message', listen);
  // Each dashboard calls it before anything else.
  Object.assign(window, {
    stopClock(page: Window) {
      page.addEventListener('message', ({ data }) => {
        records.add(`window to the dashboard: ${typeOf(data)}`, data);
      });
    },
  });
  return () => {
    window.MessageChannel = Channel;
    window.removeEventListener('message', listen);
    Reflect.deleteProperty(window, 'stopClock');
  };
}

/** Says everything that a dashboard can say, and some that breaks the rules. */
function sayEverything({ words }: GreetingPage): void {
  words.height(321);
  words.busy(true);
  words.select({ Region: CHOICE }, LABEL);
  words.select({ Region: `${CHOICE};` }, LABEL);
  words.state(STATE.repeat(2000));
  words.state(STATE);
  words.busy(false);
  words.ready();
}

const isDone = (...wanted: string[]) => {
  return ({ log }: DashboardFixture): boolean => log().join() === wanted.join();
};

async function pageOf(fixture: DashboardFixture, index: number): Promise<GreetingPage> {
  return (await untilLoaded(fixture, index)).contentWindow as GreetingPage;
}

/** Returns the markup of the page and of the element, without the addresses of frames. */
function markupOf(element: Element): string {
  const copies = [...element.shadowRoot!.children].map((child) => child.cloneNode(true) as Element);
  for (const copy of copies) copy.removeAttribute('src');
  return [document.documentElement, ...copies].map(({ outerHTML }) => outerHTML).join('\n');
}

it('tells tokens to nobody, states to the next dashboard alone, and parameters in their events alone', async () => {
  const records = new Records();
  const logs = CONSOLE.map((method) => sinon.stub(console, method));
  const broadcasts = sinon.spy(BroadcastChannel.prototype, 'postMessage');
  const restore = recordMessages(records);
  const host = new FakeHost();
  const tokens = [1, 2, 3].map((number) => ({ body: `"greet-${TOKEN}-${number}"` }));
  await host.answer(...tokens, { status: 401 });
  const parameters = { Region: PARAMETER };
  const settings = { baseUrl: location.origin, sizing: 'content', parameters } as const;
  const fixture = createDashboard(settings, host);
  const { element } = fixture;
  for (const name of EVENTS) {
    element.addEventListener(`dashboard-${name}`, (event) => records.add(event.type, event));
  }

  sayEverything(await pageOf(fixture, 0));
  await until(() => isDone('load')(fixture));
  const reloaded = element.reload();
  const second = await pageOf(fixture, 1);
  await until(() => second.heard.length > 0);
  records.add('markup', markupOf(element));
  second.words.ready();
  await reloaded;
  clock.tick(31 * SECOND);
  second.words.refused('expired');
  await until(() => fixture.frames().at(-1)!.src.includes(`${TOKEN}-3`));
  const third = await pageOf(fixture, fixture.frames().length - 1);
  third.words.refused('expired');
  await until(() => element.status === 'failed');
  records.add('markup', markupOf(element));
  await element.reload().catch((error: unknown) => records.add('error', error));
  restore();

  records.add('markup', markupOf(element));
  records.add(
    'log',
    [...logs, broadcasts].map(({ args }) => args),
  );
  records.add('storage', [localStorage, sessionStorage, document.cookie]);
  records.add('address', [location.href, history.state, document.title, window.name]);

  expect(fixture.log()).to.include.members(['load', 'expiring', 'error', 'logout']);
  expect(records.placesOf(TOKEN)).to.deep.equal([]);
  expect(records.placesOf(STATE)).to.deep.equal([
    'port from the dashboard: state',
    'window to the dashboard: welcome',
  ]);
  expect(records.placesOf(PARAMETER)).to.deep.equal(['dashboard-load']);
  for (const text of [CHOICE, LABEL]) {
    expect(records.placesOf(text)).to.deep.equal([
      'dashboard-select',
      'port from the dashboard: select',
    ]);
  }
  expect(records.placesOf('', 'window')).to.deep.equal([
    'window from the dashboard: hello',
    'window to the dashboard: welcome',
  ]);
  expect(records.placesOf('', 'port to')).to.deep.equal([]);
});
