import { expect } from '@open-wc/testing';
import { OTHER_GUID } from '../support/dashboard-fixture.ts';
import { HOUR } from '../support/durations.ts';
import { runTasks, until } from '../support/until.ts';
import {
  address,
  asked,
  clock,
  frame,
  framesOf,
  isReplaced,
  lifeMs,
  nextLoad,
  openPage,
  openReadyPage,
  type RenderedPage,
  renewFrameAroundTests,
  RESTYLE,
  swap,
} from './rendered-page.ts';

renewFrameAroundTests();

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

  it('is in front of the backdrop, and is removed at a logout', async () => {
    const page = await openPage();
    const { left, top } = page.element.getBoundingClientRect();
    const atCorner = page.element.shadowRoot!.elementFromPoint(left + 5, top + 5);
    expect(atCorner === page.rendered[0]).to.equal(true);
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

  it('are loaded with the token of another one if theirs expires sooner', async () => {
    const script = "rendered[1].dataset.expiresIn = '100'";
    const page = await openReadyPage({ tags: [{}, {}], isInTurn: true, script });
    expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [false]]);
    expect(page.elements[1]!.expiresAt).to.deep.equal(page.elements[0]!.expiresAt);
    expect((await asked()).tokens).to.equal(2);
  });

  for (const isInTurn of [false, true]) {
    const ways = isInTurn ? 'one after the other' : 'at the same time';
    it(`are adopted and renewed with one token if they are equal, and were rendered ${ways}`, async () => {
      const page = await openReadyPage({ tags: [{}, {}], isInTurn });
      clock.tick(HOUR);
      await runTasks();
      expect([framesOf(page, 0), framesOf(page, 1)]).to.deep.equal([[true], [true]]);
      const before = await asked();
      expect(before.tokens).to.equal(isInTurn ? 2 : 1);
      expect(before.loads).to.have.length(2);
      const reloaded = page.elements[1]!.reload();
      await until(() => [0, 1].every((index) => framesOf(page, index).length === 2));
      await swap(page);
      await reloaded;
      expect([0, 1].every((index) => isReplaced(page, index))).to.equal(true);
      expect(page.events).to.deep.equal(['load', 'load', 'load', 'load']);
      const { tokens, loads } = await asked();
      expect(tokens).to.equal(before.tokens + 1);
      const [, , one, other] = loads;
      expect(one).to.equal(other);
    });
  }
});
