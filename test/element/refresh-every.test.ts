import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import {
  createDashboard,
  createReadyDashboard,
  swap,
  untilPrepared,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock, setHidden } from '../support/test-page.ts';
import { FakeHost, timesReceived } from '../support/fake-host.ts';
import { settle, until, untilIntersectionsAreKnown } from '../support/until.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import { EARLIEST_REFRESH } from '../support/token-life.ts';

/**
 * Creates a dashboard that is refreshed each minute, and waits until it shows. `chance` is the random share, from 0
 * to 1.
 */
async function createRefreshed(
  settings: Partial<EmbeddedDashboardElement> = {},
  host = new FakeHost(),
  chance = 0,
): Promise<DashboardFixture> {
  sinon.stub(Math, 'random').returns(chance);
  const fixture = await createReadyDashboard({ refreshEvery: 60, ...settings }, host);
  await untilIntersectionsAreKnown();
  return fixture;
}

/** Puts the pointer on the dashboard on screen, or shows the dashboard in fullscreen. */
function use(fixture: DashboardFixture, state: ':hover' | ':fullscreen'): void {
  const [shown] = fixture.frames();
  const matches = (selector: string): boolean => selector === state || selector === 'iframe';
  Object.assign(shown!, { matches });
}

/** Moves the pointer off the dashboard. */
function leave(fixture: DashboardFixture): void {
  const [shown] = fixture.frames();
  Reflect.deleteProperty(shown!, 'matches');
  shown!.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));
}

/** Returns true if a new dashboard loads behind the one on screen. */
async function isRefreshing({ frames }: DashboardFixture): Promise<boolean> {
  await settle();
  return frames().length === 2;
}

describe('refresh-every', () => {
  it('loads the dashboard again with the same token, in an invisible frame', async () => {
    const fixture = await createRefreshed();
    const { element, frames, host, log } = fixture;
    const [old] = frames();
    const { length } = history;
    clock.tick(MINUTE - 1);
    expect(await isRefreshing(fixture)).to.be.false;
    clock.tick(1);
    expect(await isRefreshing(fixture)).to.be.true;
    expect(element.status).to.equal('refreshing');
    const next = await untilPrepared(fixture);
    expect(next.src).to.equal(old!.src);
    expect(log()).to.deep.equal(['load']);
    clock.tick(1500);
    expect(element.status).to.equal('ready');
    expect(log()).to.deep.equal(['load', 'refreshed']);
    expect(next.inert).to.be.false;
    expect(history.length).to.equal(length);
    expect(await host.calls()).to.have.length(1);
  });

  it('is also an attribute, and accepts the number as a string', async () => {
    const { element } = createDashboard();
    element.setAttribute('refresh-every', '300');
    expect(element.refreshEvery).to.equal(300);
    element.remove();
    const asText = { refreshEvery: '60' as unknown as number };
    const fixture = await createRefreshed(asText);
    clock.tick(MINUTE);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('adds a random delay of up to a tenth', async () => {
    const fixture = await createRefreshed({}, new FakeHost(), 0.5);
    clock.tick(MINUTE + 3 * SECOND - 1);
    expect(await isRefreshing(fixture)).to.be.false;
    clock.tick(1);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('swaps once a minute, and leaves nothing behind', async () => {
    const fixture = await createRefreshed();
    const { element, host, log, frames } = fixture;
    const count = (root: ParentNode): number => root.querySelectorAll('*').length;
    const countNodes = (): number => count(document) + count(element.shadowRoot!);
    const nodes = countNodes();
    const timers = clock.countTimers();
    for (let swaps = 1; swaps <= 3; swaps++) {
      clock.tick(MINUTE);
      await swap(fixture);
      clock.tick(101);
      expect(log().filter((name) => name === 'refreshed')).to.have.length(swaps);
    }
    expect(countNodes(), 'nodes').to.equal(nodes);
    expect(frames()).to.have.length(1);
    expect(clock.countTimers(), 'timers').to.equal(timers);
    expect(await host.calls()).to.have.length(1);
  });

  it('counts a renewal as a refresh', async () => {
    const fixture = await createRefreshed({ refreshEvery: 120 * 60 });
    const { frames, element } = fixture;
    clock.tick(EARLIEST_REFRESH);
    const renewed = await swap(fixture);
    element.refreshEvery = 30 * 60;
    await element.updateComplete;
    clock.tick(30 * MINUTE - 2000);
    expect(await isRefreshing(fixture)).to.be.false;
    expect(frames()).to.deep.equal([renewed]);
    clock.tick(2000);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('follows a changed interval from the last load, and ends with the attribute', async () => {
    const fixture = await createRefreshed({ refreshEvery: 3600 });
    const { element } = fixture;
    clock.tick(10 * MINUTE);
    element.refreshEvery = 660;
    await element.updateComplete;
    clock.tick(MINUTE - 1);
    expect(await isRefreshing(fixture)).to.be.false;
    clock.tick(1);
    await swap(fixture);
    element.refreshEvery = null;
    await element.updateComplete;
    clock.tick(60 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.false;
  });
});

describe('a refresh waits', () => {
  it('while the page is hidden, and happens immediately on return', async () => {
    const fixture = await createRefreshed();
    setHidden(true);
    clock.tick(10 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.false;
    setHidden(false);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('while the element is outside the viewport, and happens immediately when it is back', async () => {
    const fixture = await createRefreshed();
    const { element, frames } = fixture;
    element.style.marginTop = '5000px';
    await untilIntersectionsAreKnown();
    clock.tick(10 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.false;
    element.style.marginTop = '';
    await until(() => frames().length === 2);
  });

  it('while the pointer is on the dashboard', async () => {
    const fixture = await createRefreshed();
    use(fixture, ':hover');
    clock.tick(2 * MINUTE - 1);
    expect(await isRefreshing(fixture)).to.be.false;
    leave(fixture);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('for at most one more interval while the pointer stays on the dashboard', async () => {
    const fixture = await createRefreshed();
    use(fixture, ':hover');
    clock.tick(2 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('no longer for a pointer when the page is shown again', async () => {
    const fixture = await createRefreshed();
    use(fixture, ':hover');
    setHidden(true);
    clock.tick(MINUTE);
    setHidden(false);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('while the dashboard is in fullscreen', async () => {
    const fixture = await createRefreshed();
    use(fixture, ':fullscreen');
    clock.tick(10 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.false;
    setHidden(true);
    setHidden(false);
    expect(await isRefreshing(fixture)).to.be.false;
  });

  it('until the page was hidden once, if the reader has worked in the dashboard', async () => {
    const fixture = await createRefreshed();
    const { frames } = fixture;
    frames()[0]!.focus();
    // In Firefox the window of a test already has the focus, and fires no event.
    window.dispatchEvent(new Event('blur'));
    frames()[0]!.blur();
    clock.tick(10 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.false;
    setHidden(true);
    setHidden(false);
    expect(await isRefreshing(fixture)).to.be.true;
  });

  it('for its turn: at most two dashboards of a page load at once', async () => {
    const style = { height: '50px' };
    const first = await createRefreshed();
    const others = [1, 2, 3].map(() => createDashboard({ refreshEvery: 60 }, first.host));
    const all = [first, ...others];
    for (const { element } of all) Object.assign(element.style, style);
    await until(() => all.every(({ element }) => element.status === 'ready'));
    await untilIntersectionsAreKnown();
    const counts = (): number[] => all.map(({ frames }) => frames().length);
    clock.tick(MINUTE);
    // No frame has loaded yet.
    expect(counts()).to.deep.equal([2, 2, 1, 1]);
    first.element.remove();
    clock.tick(1);
    expect(counts()).to.deep.equal([0, 2, 2, 1]);
    await until(() => others[2]!.frames().length === 2);
  });
});

describe('a refresh that fails', () => {
  it('leaves the dashboard on screen, and is retried after an interval', async () => {
    const host = new FakeHost();
    await host.answer({ kind: 'second' });
    const fixture = await createRefreshed({ refreshEvery: 120 }, host);
    const { element, frames, events, log } = fixture;
    const [old] = frames();
    clock.tick(2 * MINUTE);
    expect(await isRefreshing(fixture)).to.be.true;
    await until(async () => (await timesReceived(frames()[1]!)) === 2);
    clock.tick(30 * SECOND);
    expect(log()).to.deep.equal(['load', 'error']);
    const { error } = element;
    expect(events[1]).to.include({ error });
    expect(error).to.include({ code: 'frame-timeout', attempt: 1, retryable: true });
    expect(error!.retryAt!.getTime()).to.equal(Date.now() + 2 * MINUTE);
    expect(element.status).to.equal('ready');
    expect(frames()).to.deep.equal([old]);
    clock.tick(2 * MINUTE - 1);
    expect(await isRefreshing(fixture)).to.be.false;
    clock.tick(1);
    expect(await isRefreshing(fixture)).to.be.true;
    await until(async () => (await timesReceived(frames()[1]!)) === 3);
    clock.tick(30 * SECOND);
    expect(element.error).to.include({ code: 'frame-timeout', attempt: 2 });
    clock.tick(2 * MINUTE);
    await swap(fixture);
    expect(element.error).to.be.null;
    expect(log()).to.deep.equal(['load', 'error', 'error', 'refreshed']);
    expect(await host.calls()).to.have.length(1);
  });
});

describe('a refresh never', () => {
  it('shows the data of an earlier choice again', async () => {
    const host = new FakeHost();
    const fixture = await createRefreshed({}, host);
    const { element, frames } = fixture;
    await host.answer({ isHeld: true });
    element.parameters = { Region: 'North' };
    await element.updateComplete;
    // A pending request cannot be answered during a tick.
    clock.tick(MINUTE);
    expect(frames()).to.have.length(1);
  });

  for (const value of ['soon', '', '29.99']) {
    it(`happens with refresh-every="${value}": there is one error, and the dashboard shows`, async () => {
      const fixture = createDashboard();
      const { element, events, next } = fixture;
      element.setAttribute('refresh-every', value);
      await next('dashboard-load');
      const event = events.find(({ type }) => type === 'dashboard-error');
      expect(event).to.have.nested.include({ 'error.code': 'config', 'error.retryable': false });
      expect(event).to.have.nested.property('error.message').that.includes('refresh-every');
      element.color = 'red';
      await element.updateComplete;
      clock.tick(100);
      await swap(fixture);
      clock.tick(60 * MINUTE);
      expect(await isRefreshing(fixture)).to.be.false;
      expect(events.filter(({ type }) => type === 'dashboard-error')).to.have.length(1);
      expect(element.status).to.equal('ready');
    });
  }
});
