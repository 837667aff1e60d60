import type { DashboardError, EmbeddedDashboardElement } from '../../src/index.ts';
import { expect, oneEvent } from '@open-wc/testing';
import sinon from 'sinon';
import { OTHER_GUID, SETTLE } from '../support/dashboard-fixture.ts';
import { runTasks, until } from '../support/until.ts';
import { HOUR } from '../support/durations.ts';

/** A page with dashboards that its server rendered. */
interface RenderedPage extends Window {
  performance: Performance;
  elements: EmbeddedDashboardElement[];
  /** The first element. */
  element: EmbeddedDashboardElement;
  /** The server-rendered frames, one for each element. */
  rendered: HTMLIFrameElement[];
  events: string[];
  isLate?: boolean;
}

/** The settings of a rendered page. */
interface PageSettings {
  /** The options of each tag. Default: one tag without options. */
  tags?: Record<string, unknown>[];
  /** Renders the first tag before the others, which then get another token. */
  isInTurn?: boolean;
  /** Runs in the page before the element is defined. */
  script?: string;
  /** Default: `private, no-store`, which hosts must send. */
  cacheControl?: string;
}

/** The time after which changed display options take effect. */
const RESTYLE = 100;

let frame: HTMLIFrameElement;
let address: string;
/** The clock of the page in the frame. */
let clock: sinon.SinonFakeTimers;
const loadedFrames = new WeakSet<EventTarget>();

/** Stops the clock of a page. A rendered page calls it before its element is defined. */
function stopClock(page: RenderedPage): void {
  const { elements, performance } = page;
  const ageMs = performance.now();
  const bornAt = performance.timeOrigin;
  const toFake: ('Date' | 'setTimeout' | 'clearTimeout')[] = ['Date', 'setTimeout', 'clearTimeout'];
  // The types of Sinon lack `global`.
  const config = { global: page, now: bornAt + ageMs, toFake };
  clock = sinon.useFakeTimers(config);
  performance.now = () => clock.now - bornAt;
  for (const { shadowRoot } of elements) {
    // Listens in the capture phase, because `load` does not bubble.
    shadowRoot!.addEventListener('load', ({ target }) => loadedFrames.add(target!), true);
  }
}

Object.assign(window, { stopClock });

beforeEach(() => {
  frame = document.createElement('iframe');
  frame.width = frame.height = '400';
  address = `/rendered/${crypto.randomUUID()}`;
});

afterEach(() => frame.remove());

/** Opens a page with rendered dashboards in a frame. */
async function openPage(settings: PageSettings = {}): Promise<RenderedPage> {
  const query = JSON.stringify({ form: window.elementForm, ...settings });
  frame.src = `${address}/page?${encodeURIComponent(query)}`;
  const loaded = nextLoad();
  document.body.append(frame);
  await loaded;
  return frame.contentWindow as unknown as RenderedPage;
}

async function nextLoad(): Promise<void> {
  await oneEvent(frame, 'load');
}

/** Returns the number of requested tokens, and the addresses of the loaded frames. */
async function asked(): Promise<{ tokens: number; loads: string[] }> {
  return (await fetch(`${address}/notes`)).json() as Promise<{ tokens: number; loads: string[] }>;
}

/** Returns for each frame of an element whether the server rendered it. */
function framesOf({ elements, rendered }: RenderedPage, index = 0): boolean[] {
  const frames = elements[index]!.shadowRoot!.querySelectorAll('iframe');
  return Array.from(frames, (each) => each === rendered[index]);
}

/** Returns true if an element has one frame, and the server did not render it. */
function isReplaced(page: RenderedPage, index = 0): boolean {
  return framesOf(page, index).join() === 'false';
}

/** Opens a page, and waits until each of its dashboards is on screen. */
async function openReadyPage(settings?: PageSettings): Promise<RenderedPage> {
  const page = await openPage(settings);
  await until(() => page.elements.every(({ status }) => status === 'ready'));
  return page;
}

/** Waits until the newest frame of each element has loaded, puts it on screen, and removes the old one. */
async function swap({ elements }: RenderedPage): Promise<void> {
  const newest = (): EventTarget[] =>
    elements.map(({ shadowRoot }) => [...shadowRoot!.querySelectorAll('iframe')].at(-1)!);
  await until(() => newest().every((each) => loadedFrames.has(each)));
  clock.tick(SETTLE);
  clock.tick(SETTLE);
}

function lifeMs({ element, performance }: RenderedPage): number {
  return element.expiresAt!.getTime() - performance.timeOrigin;
}

describe('a dashboard that the server rendered', () => {
  it('starts to load before any script has run', async () => {
    // The server answers the late script only after the request for the dashboard.
    expect((await openPage()).isLate).to.equal(true);
  });

  it('shows without scripts', async () => {
    frame.sandbox.value = 'allow-same-origin';
    const page = await openPage();
    expect(page.isLate).to.equal(undefined);
    const [dashboard] = page.document
      .querySelector('embedded-dashboard')!
      .shadowRoot!.querySelectorAll('iframe');
    expect(dashboard!.getBoundingClientRect().height).to.equal(600);
    expect((await asked()).loads).to.have.length(1);
  });

  it('is adopted by the element, without a second load or a token request', async () => {
    const page = await openReadyPage();
    clock.tick(HOUR);
    await runTasks();
    expect(page.events).to.deep.equal(['load']);
    expect(framesOf(page)).to.deep.equal([true]);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(1);
    expect(loads).to.have.length(1);
    expect(lifeMs(page)).to.be.closeTo(7_200_000, 2);
  });

  it('is in front of the backdrop', async () => {
    const page = await openPage();
    const { left, top } = page.element.getBoundingClientRect();
    const atCorner = page.element.shadowRoot!.elementFromPoint(left + 5, top + 5);
    expect(atCorner === page.rendered[0]).to.equal(true);
  });

  it('is renewed like any other', async () => {
    const page = await openPage();
    const reloaded = page.element.reload();
    await until(() => framesOf(page).length === 2);
    await swap(page);
    await reloaded;
    expect(isReplaced(page)).to.equal(true);
    expect(page.events).to.deep.equal(['load', 'load']);
    expect((await asked()).tokens).to.equal(2);
  });

  it('is removed at a logout', async () => {
    const page = await openPage();
    await page.element.logout();
    expect(framesOf(page)).to.deep.equal([]);
    expect(page.events).to.deep.equal(['load', 'logout']);
  });

  it('keeps the display options of the server', async () => {
    const page = await openPage({
      tags: [{ theme: 'dark', color: '#FC0', backgroundColor: 'Teal' }],
    });
    await until(() => page.element.status === 'ready');
    clock.tick(HOUR);
    await runTasks();
    expect(framesOf(page)).to.deep.equal([true]);
    const [load] = (await asked()).loads;
    expect(load).to.match(/\?theme=dark&color=\$ffcc00&background-color=teal$/);
  });

  it('is swapped for a color that only the page can compute, with the same token', async () => {
    const page = await openReadyPage({ tags: [{ color: 'rgb(1 2 3)' }] });
    clock.tick(RESTYLE);
    await swap(page);
    expect(isReplaced(page)).to.equal(true);
    expect(page.element.status).to.equal('ready');
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(1);
    expect(loads.map((load) => load.split('?')[1])).to.deep.equal([undefined, 'color=$010203']);
  });

  it('is loaded again in a page from the history', async () => {
    const first = await openPage();
    const { length } = history;
    // A navigation during the load of a page adds no history entry.
    await runTasks();
    first.location.assign(`${address}/notes`);
    await nextLoad();
    await until(() => history.length > length);
    frame.contentWindow!.history.back();
    await nextLoad();
    const page = frame.contentWindow as unknown as RenderedPage;
    await until(() => page.element?.status === 'ready');
    expect(framesOf(page)).to.deep.equal([false]);
  });
});

describe('a dashboard that the server rendered long ago', () => {
  it('is loaded again in a page from the cache', async () => {
    await openPage({ cacheControl: 'max-age=600' });
    frame.remove();
    const page = await openPage({ cacheControl: 'max-age=600' });
    await until(() => isReplaced(page));
    // One token is for the page from the server, and one for the element.
    expect((await asked()).tokens).to.equal(2);
  });

  it('is loaded again in a page from a service worker', async () => {
    const { navigator } = await openPage();
    await navigator.serviceWorker.register('worker.js');
    await navigator.serviceWorker.ready;
    await openReadyPage();
    const { tokens } = await asked();
    const page = await openPage();
    await until(() => isReplaced(page));
    expect(page.navigator.serviceWorker.controller).not.to.equal(null);
    expect((await asked()).tokens).to.equal(tokens + 1);
  });
});

describe('several dashboards that the server rendered', () => {
  it('are adopted, each with its own token', async () => {
    const page = await openReadyPage({ tags: [{}, { dashboardGuid: OTHER_GUID }] });
    clock.tick(HOUR);
    await runTasks();
    expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [true]]);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(2);
    expect(new Set(loads).size).to.equal(2);
    expect(loads).to.have.length(2);
  });

  it('are adopted with one token if they are equal', async () => {
    const page = await openReadyPage({ tags: [{}, {}] });
    clock.tick(HOUR);
    await runTasks();
    expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [true]]);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(1);
    expect(loads).to.have.length(2);
  });

  it('are adopted if they are equal, and were rendered one after the other', async () => {
    const page = await openReadyPage({ tags: [{}, {}], isInTurn: true });
    clock.tick(HOUR);
    await runTasks();
    expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [true]]);
    const { tokens, loads } = await asked();
    expect(tokens).to.equal(2);
    expect(loads).to.have.length(2);
  });

  it('are loaded with the token of another one if theirs expires sooner', async () => {
    const script = "rendered[1].dataset.expiresIn = '100'";
    const page = await openReadyPage({ tags: [{}, {}], isInTurn: true, script });
    expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [false]]);
    expect(page.elements[1]!.expiresAt).to.deep.equal(page.elements[0]!.expiresAt);
    expect((await asked()).tokens).to.equal(2);
  });

  for (const isInTurn of [false, true]) {
    const ways = isInTurn ? 'one after the other' : 'at the same time';
    it(`are renewed with one request if they are equal, and were rendered ${ways}`, async () => {
      const page = await openReadyPage({ tags: [{}, {}], isInTurn });
      const before = await asked();
      expect(before.tokens).to.equal(isInTurn ? 2 : 1);
      const reloaded = page.elements[1]!.reload();
      await until(() => [0, 1].every((index) => framesOf(page, index).length === 2));
      await swap(page);
      await reloaded;
      expect([0, 1].every((index) => isReplaced(page, index))).to.equal(true);
      expect(page.events).to.deep.equal(['load', 'load', 'load', 'load']);
      const { tokens, loads } = await asked();
      expect(tokens).to.equal(before.tokens + 1);
      const [one, other] = loads.slice(before.loads.length);
      expect(one).to.equal(other);
    });
  }
});

describe('a rendered dashboard whose tag was changed before the element was defined', () => {
  it('is loaded again if the lifetime of its token is missing', async () => {
    const page = await openReadyPage({ script: 'delete rendered[0].dataset.expiresIn' });
    expect(framesOf(page)).to.deep.equal([false]);
    expect((await asked()).tokens).to.equal(2);
  });

  for (const life of ['0', '-5', '', 'soon', '7201', '1e99', 'Infinity']) {
    it(`lives two hours if the lifetime of its token is “${life}”`, async () => {
      const page = await openReadyPage({ script: `rendered[0].dataset.expiresIn = '${life}'` });
      expect(framesOf(page)).to.deep.equal([true]);
      expect(lifeMs(page)).to.be.closeTo(7_200_000, 2);
      expect((await asked()).tokens).to.equal(1);
    });
  }

  for (const [name, value, src] of [
    ['theme', "'dark'", /\/\/127\.0\.0\.1:.*\?theme=dark$/],
    ['sandbox', "'allow-scripts'", /\/\/127\.0\.0\.1:/],
    ['base-url', "rendered[0].src.replace('127.0.0.1', 'localhost').split('/Tdb')[0]", /localhost/],
  ] as const) {
    it(`gets a frame for its new ${name}, with the same token`, async () => {
      const page = await openReadyPage({ script: `element.setAttribute('${name}', ${value})` });
      clock.tick(RESTYLE);
      await swap(page);
      expect(framesOf(page)).to.deep.equal([false]);
      const [shown] = page.element.shadowRoot!.querySelectorAll('iframe');
      expect(shown!.src).to.match(src);
      expect(shown!.sandbox.value).to.equal(page.element.sandbox);
      expect((await asked()).tokens).to.equal(1);
    });
  }

  for (const name of ['parameters', 'filters']) {
    const tags = [{ [name]: { Region: 'North', year: 2026 } }];
    const toScript = (json: string): string => `element.setAttribute('${name}', '${json}')`;

    it(`is adopted if it shows the ${name} of the element, in any order`, async () => {
      const page = await openReadyPage({
        tags,
        script: toScript('{"year":"2026","Region":"North"}'),
      });
      expect(framesOf(page)).to.deep.equal([true]);
      expect((await asked()).tokens).to.equal(1);
    });

    it(`is loaded again if the page has other ${name}`, async () => {
      const page = await openPage({ tags, script: toScript('{"Region":"South"}') });
      await until(() => isReplaced(page));
      expect((await asked()).tokens).to.equal(2);
    });
  }

  it('gets its new label without a reload', async () => {
    const page = await openReadyPage({ script: "element.setAttribute('label', 'Sales')" });
    clock.tick(RESTYLE);
    expect(page.rendered[0]!.title).to.equal('Sales');
    expect(framesOf(page)).to.deep.equal([true]);
    expect((await asked()).loads).to.have.length(1);
  });

  it('uses its new address from the next token request on', async () => {
    const page = await openReadyPage({ script: "element.tokenUrl = 'notes'" });
    expect(framesOf(page)).to.deep.equal([true]);
    const failed = await page.element.reload().then(
      () => 'loaded',
      ({ code }: DashboardError) => code,
    );
    expect(failed).to.equal('bad-token');
    expect((await asked()).tokens).to.equal(1);
  });

  for (const [what, script] of [
    ['it is another dashboard’s', `element.dashboardGuid = '${OTHER_GUID}'`],
    [
      'the browser does not report how the page was loaded',
      'performance.getEntriesByType = () => []',
    ],
    ['its frame shows something else', "rendered[0].src = rendered[0].src.replace('Tdb', 'Else')"],
    [
      'its token has ended',
      'const { now } = performance; performance.now = () => now.call(performance) + 7.3e6',
    ],
  ] as const) {
    it(`is loaded again if ${what}`, async () => {
      const page = await openReadyPage({ script });
      expect(framesOf(page)).to.deep.equal([false]);
      expect((await asked()).tokens).to.equal(2);
      expect(page.events).to.deep.equal(['load']);
    });
  }

  it('is removed if the tag is malformed', async () => {
    const page = await openPage({ script: "element.dashboardGuid = 'none'" });
    await until(() => page.element.status === 'failed');
    expect(framesOf(page)).to.deep.equal([]);
  });
});
