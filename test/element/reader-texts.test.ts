import { expect } from '@open-wc/testing';
import type { DashboardErrorCode, EmbeddedDashboardElement } from '../../src/index.ts';
import german from '../../src/locales/de.ts';
import { warnings } from '../support/console-checks.ts';
import {
  createAnswered,
  createDashboard,
  createReadyDashboard,
  GUID,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { blockFrame } from '../support/frame-reports.ts';
import { clock, setOnline } from '../support/test-page.ts';
import { until, untilIntersectionsAreKnown } from '../support/until.ts';
import { type Answer, FakeHost } from '../support/fake-host.ts';

const Element = customElements.get('embedded-dashboard') as typeof EmbeddedDashboardElement;
const KEYS = Object.keys(german) as (keyof typeof german)[];

afterEach(() => {
  document.documentElement.lang = '';
});

/** Returns the texts that readers see, without hidden parts. */
function shownTexts({ shadowRoot }: EmbeddedDashboardElement): string[] {
  return [...shadowRoot!.querySelectorAll('p, button, a')]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => part.textContent.trim());
}

/** Adds an element whose host gives one answer to every attempt. */
function createAlways(answer: Answer): Promise<DashboardFixture> {
  return createAnswered(Array.from({ length: 50 }, () => answer));
}

/** The error codes that readers see. A failed logout hides the dashboard, and its error is not shown. */
type ShownCode = Exclude<DashboardErrorCode, 'logout-failed'>;

/** Creates an element that shows an error, for each error code that readers see. */
const FAILED: Record<ShownCode, () => Promise<DashboardFixture>> = {
  config: async () => createDashboard({ dashboardGuid: 'sales' }),
  network: async () => createDashboard({ tokenUrl: `${await new FakeHost().answer()}/token` }),
  timeout: () => createAlways({ status: 408 }),
  async offline() {
    setOnline(false);
    return createDashboard({ tokenUrl: `${await new FakeHost().answer()}/token` });
  },
  forbidden: () => createAlways({ status: 403 }),
  'not-found': () => createAlways({ status: 404 }),
  'rate-limited': () => createAlways({ status: 429 }),
  server: () => createAlways({ status: 502 }),
  'bad-response': () => createAlways({ status: 422 }),
  'bad-token': () => createAlways({ body: '{}' }),
  'frame-timeout': () => createAlways({ kind: 'hang' }),
  async 'frame-blocked'() {
    const fixture = createDashboard({ baseUrl: 'http://dashboards.test' });
    await until(() => fixture.frames().length === 1);
    blockFrame('http://dashboards.test');
    return fixture;
  },
  // The page of this test uses http, so it cannot have mixed content. The error of another element has its class.
  async 'mixed-content'() {
    const error = await new Element().reload().catch((reason: object) => reason);
    const mixed = Object.assign(error!, { code: 'mixed-content' });
    return createDashboard({ getToken: () => Promise.reject(mixed) });
  },
};

/** Creates an element, and advances the clock through its retries until it has failed. */
async function createFailed(code: ShownCode): Promise<EmbeddedDashboardElement> {
  const { element, frames } = await FAILED[code]();
  await until(() => {
    const retryAt = element.error?.retryAt?.getTime() ?? 0;
    if (element.status === 'failed') return true;
    if (retryAt > Date.now()) clock.tick(retryAt + 1 - Date.now());
    else if (frames().length > 0) clock.tick(30_000);
    return false;
  });
  expect(element.error!.code).to.equal(code);
  return element;
}

describe('a reader', () => {
  const developersWords = new RegExp(
    [...Element.observedAttributes, 'http', 'token', 'guid', 'resolve', 'origin', '\\d{3}'].join(
      '|',
    ),
    'i',
  );

  for (const code of Object.keys(FAILED) as ShownCode[]) {
    it(`reads no technical terms, and only texts of the table, after ${code}`, async () => {
      const element = await createFailed(code);
      const texts = shownTexts(element);
      expect(texts[0]).to.match(/^(This dashboard|You)/);
      for (const text of texts) expect(text).not.to.match(developersWords);
      document.documentElement.lang = 'eo';
      Element.addTexts('eo', Object.fromEntries(KEYS.map((key) => [key, `⟦${key}⟧`])));
      await element.updateComplete;
      for (const text of shownTexts(element)) expect(text).to.match(/^(⟦[\w-]+⟧\s*)+$/);
      const busy = element.shadowRoot!.querySelector('progress');
      // An element with a malformed setting has never been loading.
      if (code !== 'config') expect(busy!.ariaLabel).to.equal('⟦loading⟧');
    });
  }

  it('reads that a load takes long only after three seconds', async () => {
    const { element } = await createAnswered([{ isHeld: true }]);
    await until(() => element.status === 'loading');
    expect(shownTexts(element).join()).not.to.contain('Loading');
    expect(element.shadowRoot!.querySelector('progress')!.checkVisibility()).to.be.true;
    clock.tick(2999);
    expect(shownTexts(element)).to.be.empty;
    clock.tick(1);
    expect(shownTexts(element)).to.deep.equal(['Loading…']);
  });

  it('reads that the element still tries after the first failed attempt, until a dashboard shows', async () => {
    const { host, element, next } = await createAnswered([{ status: 503 }, { isHeld: true }]);
    const { error } = await next('dashboard-error');
    expect(shownTexts(element)).to.deep.equal(['Still trying…']);
    const region = element.shadowRoot!.querySelector('[role=status]')!;
    const changes: (string | null)[] = [];
    const observer = new MutationObserver((records) => {
      changes.push(...records.map(({ target }) => target.textContent));
    });
    observer.observe(region, { subtree: true, childList: true, characterData: true });
    clock.tick(error.retryAt!.getTime() + 1 - Date.now());
    await until(async () => (await host.calls()).length === 2);
    clock.tick(3000);
    const loaded = next('dashboard-load');
    await host.release();
    await loaded;
    expect(shownTexts(element)).to.be.empty;
    // A screen reader says it once.
    expect(changes).not.to.contain('Still trying…');
    observer.disconnect();
  });
});

describe('the language', () => {
  async function readIn(lang: string): Promise<string> {
    document.documentElement.lang = lang;
    const { element } = await createAlways({ status: 403 });
    await until(() => element.status === 'failed');
    return element.shadowRoot!.querySelector('p')!.textContent.trim();
  }

  it('follows the closest `lang`, in any case and with any region', async () => {
    for (const lang of ['DE', 'de-Latn-AT']) {
      expect(await readIn(lang)).to.equal(german.forbidden);
    }
  });

  it('is English without a `lang`, for an unknown one, and for a malformed one', async () => {
    for (const lang of ['', 'tlh', 'not a language']) {
      expect(await readIn(lang)).to.equal('You don’t have access to this dashboard.');
    }
  });

  it('depends on the script', async () => {
    Element.addTexts('zh-CN', { forbidden: 'Hans' });
    Element.addTexts('zh-TW', { forbidden: 'Hant' });
    expect(await readIn('zh-HK')).to.equal('Hant');
    expect(await readIn('zh')).to.equal('Hans');
    expect(await readIn('zh-tw')).to.equal('Hant');
  });

  it('is found through shadow roots', async () => {
    const outer = document.createElement('div');
    outer.lang = 'de';
    outer.attachShadow({ mode: 'open' });
    const { element, host } = createDashboard({ dashboardGuid: null });
    await host.answer({ status: 403 });
    outer.shadowRoot!.append(element);
    document.body.append(outer);
    element.dashboardGuid = GUID;
    await until(() => element.status === 'failed');
    expect(element.shadowRoot!.querySelector('p')!.textContent).to.contain(german.forbidden);
    outer.remove();
  });

  it('replaces the text on screen when it is added', async () => {
    expect(await readIn('ga')).to.contain('You don’t');
    const { element } = await createAlways({ status: 422 });
    await until(() => element.status === 'failed');
    Element.addTexts('ga', { broken: 'Briste.', reload: 'Arís' });
    await element.updateComplete;
    expect(shownTexts(element)).to.deep.equal(['Briste.', 'Arís']);
    expect(element.shadowRoot!.querySelector('[part=message]')!.getAttribute('lang')).to.equal(
      'ga',
    );
  });

  it('keeps the page’s own texts if its file is loaded later', async () => {
    Element.addTexts('de', { forbidden: 'Kein Zutritt.' });
    await import(`../../src/locales/de.ts?${Date.now()}`);
    expect(await readIn('de')).to.equal('Kein Zutritt.');
    Element.addTexts('de', german);
  });

  it('names a dashboard without a label', async () => {
    document.documentElement.lang = 'de';
    Element.addTexts('de', { label: 'Übersicht' });
    const { frames } = await createReadyDashboard();
    expect(frames()[0]!.title).to.equal('Übersicht');
    const { frames: labeled } = await createReadyDashboard({ label: 'Umsatz' });
    expect(labeled()[0]!.title).to.equal('Umsatz');
    Element.addTexts('de', german);
  });

  it('must be a language tag', () => {
    expect(() => Element.addTexts('no tag', {})).to.throw(RangeError);
  });

  it('inserts texts as text', async () => {
    Element.addTexts('cy', { forbidden: '<img src=x onerror=alert(1)>' });
    expect(await readIn('cy')).to.equal('<img src=x onerror=alert(1)>');
  });
});

describe('login-url', () => {
  it('shows a link to a reader who is signed out', async () => {
    const { element } = await createAnswered([{ status: 401 }], { loginUrl: '/login?next=here' });
    await until(() => element.status === 'logged-out');
    expect(shownTexts(element)).to.deep.equal(['You’ve been signed out.', 'Sign in']);
    const link = element.shadowRoot!.querySelector<HTMLAnchorElement>('[part=login]')!;
    expect(link.href).to.equal(`${location.origin}/login?next=here`);
  });

  it('reports an invalid address once, without a link', async () => {
    const { element, log } = await createReadyDashboard({ loginUrl: 'javascript:alert(1)' });
    expect(log()).to.deep.equal(['error', 'load']);
    expect(element.status).to.equal('ready');
    await element.logout();
    expect(shownTexts(element)).to.deep.equal(['You’ve been signed out.']);
  });
});

describe('a developer', () => {
  const warning = (part: string): string[] => warnings.filter((text) => text.includes(part));

  it('reads nothing about settings that are set in time', () => {
    const before = warnings.length;
    const { element } = createDashboard({ tokenUrl: null, dashboardGuid: null });
    clock.tick(2000);
    Object.assign(element, { getToken: () => new Promise(() => {}), dashboardGuid: GUID });
    clock.tick(2000);
    expect(warnings).to.have.length(before);
  });

  it('reads one warning about an unknown theme', async () => {
    for (let times = 0; times < 2; times += 1) await createReadyDashboard({ theme: 'drak' });
    expect(warning('drak')).to.deep.equal([
      '<embedded-dashboard>: theme="drak" is unknown. Use dark or auto.',
    ]);
  });

  it('reads one warning per failure, with the address and without its query', async () => {
    const host = new FakeHost();
    await host.answer({ status: 404 }, { status: 404 });
    for (let times = 0; times < 2; times += 1) {
      const tokenUrl = `${host.tokenUrl}?secret=${times}`;
      await createDashboard({ tokenUrl }, host).next('dashboard-error');
    }
    const address = new URL(host.tokenUrl, location.href).href;
    expect(warning(address)).to.have.length(1);
    expect(warning(address)[0]).to.contain('answered 404').and.not.contain('secret');
  });

  it('reads a warning about a dashboard without height', async () => {
    const hidden = document.createElement('div');
    hidden.style.height = '0';
    document.body.append(hidden);
    const { element, next } = createDashboard();
    element.style.height = '0';
    hidden.append(element);
    await next('dashboard-load');
    await until(() => warning('× 0 px').length > 0);
    expect(warning('× 0 px')).to.have.length(1);
    hidden.remove();
  });

  it('reads nothing about a dashboard that is hidden on purpose', async () => {
    const closed = document.createElement('details');
    document.body.append(closed);
    const { element, next } = createDashboard();
    closed.append(element);
    await next('dashboard-load');
    await untilIntersectionsAreKnown();
    expect(warning('A dashboard is 0 × 0 px')).to.be.empty;
    closed.remove();
  });

  it('reads nothing about a dashboard whose size was chosen', async () => {
    const { element, next } = createDashboard();
    element.style.cssText = 'width: 300px; height: 150px';
    await next('dashboard-load');
    await untilIntersectionsAreKnown();
    expect(warning('300 × 150 px')).to.be.empty;
  });
});
