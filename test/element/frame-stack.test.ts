import { expect, oneEvent } from '@open-wc/testing';
import sinon from 'sinon';
import {
  createAnswered,
  createDashboard,
  untilLoaded,
  untilPrepared,
  swap,
  createReadyDashboard,
  SETTLE,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { askFrame } from '../support/frame-reports.ts';
import { itWhere } from '../support/it-where.ts';
import { clock, setHidden } from '../support/test-page.ts';
import { SECOND } from '../support/durations.ts';
import { LIFE, REFRESH_POINT } from '../support/token-life.ts';
import { FakeHost, timesReceived } from '../support/fake-host.ts';
import { settle, until } from '../support/until.ts';

describe('the first frame', () => {
  /** Creates an element whose first page never ends. */
  async function createEndless(settings: Partial<EmbeddedDashboardElement> = {}) {
    const fixture = await createAnswered([{ kind: 'endless' }], settings);
    await until(() => fixture.frames().length === 1);
    return fixture;
  }

  it('is seen, and can be used, while its page loads: until then, the element is busy', async () => {
    const attach = sinon.spy(HTMLElement.prototype, 'attachInternals');
    const { element, frames } = await createEndless();
    const [frame] = frames();
    expect([frame!.inert, getComputedStyle(frame!).opacity]).to.deep.equal([false, '1']);
    expect(element.status).to.equal('loading');
    await createReadyDashboard();
    expect(attach.returnValues.map(({ ariaBusy }) => ariaBusy)).to.deep.equal(['true', 'false']);
  });

  for (const backgroundColor of ['transparent', 'rgb(0 0 0 / 40%)']) {
    it(`is unseen until its load over ${backgroundColor}: the message would show through`, async () => {
      const { frames } = await createEndless({ backgroundColor });
      expect(frames()[0]!.inert).to.be.true;
      const loaded = createDashboard({ backgroundColor });
      await until(() => loaded.log().join() === 'load');
      expect(loaded.frames()[0]!.inert).to.be.false;
    });
  }

  for (const color of ['teal', 'rgb(1 2 3)']) {
    it(`is seen with the opaque color ${color}`, async () => {
      const { frames } = await createEndless({ color, backgroundColor: color });
      expect(frames()[0]!.inert).to.be.false;
    });
  }

  it('is unseen until its load after a failed one', async () => {
    const { frames, next } = await createAnswered([{ kind: 'hang' }, { kind: 'endless' }]);
    await until(() => frames().length === 1);
    const failed = next('dashboard-error');
    clock.tick(30 * SECOND);
    await failed;
    clock.tick(2 * SECOND);
    await until(() => frames().length === 1);
    expect(frames()[0]!.inert).to.be.true;
  });

  it('is unseen until its load after the expiry of another one', async () => {
    const { host, frames, log } = await createReadyDashboard();
    await host.answer({ kind: 'endless' });
    clock.setSystemTime(Date.now() + 2 * LIFE);
    document.dispatchEvent(new Event('resume'));
    await until(() => frames()[0]?.src.includes('endless'));
    expect([log().at(-1), frames()[0]!.inert]).to.deep.equal(['expired', true]);
  });
});

describe('the swap', () => {
  it('prepares the new frame at its real size, invisible and inert', async () => {
    const fixture = await createReadyDashboard();
    const { element, frames } = fixture;
    const reloaded = element.reload();
    await untilPrepared(fixture);
    const [shown, next] = frames();
    expect(getComputedStyle(shown!).opacity).to.equal('1');
    expect(getComputedStyle(next!).opacity).to.equal('0');
    expect(next!.inert).to.be.true;
    expect(next!.getBoundingClientRect()).to.deep.equal(shown!.getBoundingClientRect());
    next!.focus();
    expect(element.shadowRoot!.activeElement).to.be.null;
    clock.tick(SETTLE);
    await reloaded;
    expect(getComputedStyle(next!).opacity).to.equal('1');
    expect(next!.inert).to.be.false;
  });

  it('paints the new frame while it is invisible, at the current size of the element', async () => {
    const { element, frames } = await createReadyDashboard();
    element.reload().catch(() => {});
    await until(() => frames().length === 2);
    const [shown, next] = frames();
    const { clientWidth: width, clientHeight: height } = element;
    expect(await askFrame(next!)).to.include({ width, height });
    element.style.height = '222px';
    for (const frame of [shown!, next!]) {
      await until(async () => (await askFrame(frame)).height === 222);
    }
    expect(next!.inert).to.be.true;
  });

  it('waits 1.5 seconds after the load, and keeps the old frame until the new one is drawn', async () => {
    const fixture = await createReadyDashboard();
    const [old] = fixture.frames();
    const { element, log } = fixture;
    const reloaded = element.reload();
    expect(element.status).to.equal('refreshing');
    const next = await untilPrepared(fixture);
    clock.tick(1499);
    await settle();
    expect(next.inert).to.be.true;
    clock.tick(1);
    expect(next.inert).to.be.false;
    await reloaded;
    expect(element.status).to.equal('ready');
    expect(log()).to.deep.equal(['load', 'load']);
    clock.tick(99);
    expect(fixture.frames()).to.deep.equal([old, next]);
    clock.tick(1);
    expect(fixture.frames()).to.deep.equal([next]);
  });

  it('adds no history entries, however often it happens', async () => {
    const { element, frames } = await createReadyDashboard();
    const { length } = history;
    for (let round = 0; round < 3; round++) {
      element.color = `#0000${round + 10}`;
      await element.updateComplete;
      clock.tick(100);
      const [old, next] = frames();
      await oneEvent(next!, 'load');
      clock.tick(2000);
      expect(old!.isConnected).to.be.false;
    }
    expect(history.length).to.equal(length);
  });

  it('never has more than two frames', async () => {
    const fixture = await createReadyDashboard();
    const { element, frames } = fixture;
    let most = 0;
    const observer = new MutationObserver(() => (most = Math.max(most, frames().length)));
    observer.observe(element.shadowRoot!, { childList: true });
    for (const color of ['red', 'green', 'blue']) {
      element.color = color;
      await element.updateComplete;
      clock.tick(100);
      expect(frames().at(-1)!.src).to.match(new RegExp(`color=${color}$`));
    }
    await swap(fixture);
    clock.tick(100);
    expect(frames()).to.have.length(1);
    observer.disconnect();
    expect(most).to.equal(2);
  });
});

it('leaves nothing behind when the element is removed right after a swap', async () => {
  const { element, frames } = await createReadyDashboard();
  const timers = clock.countTimers();
  element.remove();
  clock.tick(1);
  expect(frames()).to.be.empty;
  expect([element.status, element.expiresAt]).to.deep.equal(['idle', null]);
  expect([timers > 0, clock.countTimers()]).to.deep.equal([true, 0]);
});

it('creates a new frame at reload() if a script has removed the old one', async () => {
  const fixture = await createReadyDashboard();
  const { element, frames } = fixture;
  frames()[0]!.remove();
  const reloaded = element.reload();
  // The element still counts the removed frame as the one on screen.
  await untilLoaded(fixture, 0);
  clock.tick(SETTLE);
  await reloaded;
  expect(frames()).to.have.length(1);
  expect(element.status).to.equal('ready');
});

it('keeps the dashboard of a hidden panel alive, and shows it at the right size', async () => {
  sinon.stub(Math, 'random').returns(0.5);
  const dashboard = await createReadyDashboard();
  const { element, host } = dashboard;
  element.style.display = 'none';
  clock.tick(REFRESH_POINT + SECOND);
  const next = await swap(dashboard);
  expect(next.inert).to.be.false;
  element.style.display = '';
  const { clientWidth: width, clientHeight: height } = element;
  expect(await askFrame(next)).to.include({ width, height });
  expect(await host.calls()).to.have.length(2);
});

/**
 * Waits until the dashboard service has received the request of the newest frame, and until a frame that was
 * requested later has loaded.
 */
async function untilServed({ frames }: DashboardFixture): Promise<void> {
  const frame = frames().at(-1)!;
  await until(() => timesReceived(frame));
  const later = document.createElement('iframe');
  later.src = new URL('later-frame', frame.src).href;
  document.body.append(later);
  await oneEvent(later, 'load');
  later.remove();
}

/** The default without downloads, so that the browsers save no file. */
const sandbox = 'allow-scripts allow-same-origin';
/** Chromium fires `load` for its own error page, too. */
const isErrorPageSilent = !navigator.userAgent.includes('Chrome');

for (const [fault, kind, isSilent] of [
  ['never answers', 'hang', true],
  ['answers with 204', 'empty', true],
  ['is a download', 'download', true],
  ['breaks the connection', 'reset', isErrorPageSilent],
] as const) {
  const why = 'the engine fires load for its own error page';
  const title = `a frame that ${fault} times out after 30 seconds, and is retried`;

  itWhere(isSilent, why, title, async () => {
    const dashboard = await createAnswered([{ kind }], { sandbox });
    const { element, frames, next } = dashboard;
    await until(() => frames().length === 1);
    await untilServed(dashboard);
    clock.tick(29_000);
    expect(frames()).to.have.length(1);
    const failed = next('dashboard-error');
    clock.tick(1000);
    const { error } = await failed;
    expect(error).to.include({ code: 'frame-timeout', retryable: true, attempt: 1 });
    expect(frames()).to.be.empty;
    expect(element.status).to.equal('loading');
    const loaded = next('dashboard-load');
    clock.tick(2000);
    await loaded;
    expect(element.error).to.be.null;
  });
}

it('leaves the old frame on screen while a new one that does not load is retried', async () => {
  const dashboard = await createReadyDashboard();
  const { element, host, frames } = dashboard;
  const [old] = frames();
  await host.answer({ kind: 'hang' });
  const reloaded = element.reload().catch((error: unknown) => error);
  await until(() => frames().length === 2);
  await untilServed(dashboard);
  clock.tick(30_000);
  expect(await reloaded).to.include({ code: 'frame-timeout' });
  expect(frames()).to.deep.equal([old]);
  expect(element.status).to.equal('ready');
  clock.tick(2000);
  await swap(dashboard);
  expect(element.status).to.equal('ready');
  expect(element.error).to.be.null;
});

describe('a frame that is stuck while its token works elsewhere', () => {
  it('is retried with the same token, without effect on other elements', async () => {
    const host = new FakeHost();
    await host.answer({ kind: 'stuck' });
    const a = await createReadyDashboard({}, host);
    const [shown] = a.frames();
    const b = createDashboard({ theme: 'dark' }, host);
    await until(() => b.frames().length === 1);
    await untilServed(b);
    const failed = b.next('dashboard-error');
    clock.tick(30_000);
    const { error } = await failed;
    expect(error).to.include({ code: 'frame-timeout', retryable: true, attempt: 1 });
    const delayMs = error.retryAt!.getTime() - Date.now();
    expect(delayMs).to.be.within(500, 2000);
    expect(b.element.error).to.equal(error);
    expect(b.element.status).to.equal('loading');
    clock.tick(delayMs - 100);
    // A wake never delays a retry.
    window.dispatchEvent(new Event('online'));
    expect(b.frames()).to.be.empty;
    const loaded = b.next('dashboard-load');
    clock.tick(200);
    expect(b.frames()).to.have.length(1);
    await loaded;
    expect(b.element.error).to.be.null;
    expect(b.frames()[0]!.src).to.equal(`${shown!.src}?theme=dark`);
    clock.tick(60_000);
    await settle();
    expect(a.frames()).to.deep.equal([shown]);
    expect(a.log()).to.deep.equal(['load']);
    expect(a.element.error).to.be.null;
    expect(await host.calls()).to.have.length(1);
  });

  it('is not retried while the page is hidden', async () => {
    const dashboard = await createAnswered([{ kind: 'stuck' }], { theme: 'dark' });
    const { host, frames, next } = dashboard;
    await until(() => frames().length === 1);
    await untilServed(dashboard);
    const failed = next('dashboard-error');
    clock.tick(30_000);
    await failed;
    setHidden(true);
    clock.tick(60_000);
    await settle();
    expect([frames(), await host.calls()].map(({ length }) => length)).to.deep.equal([0, 1]);
    const loaded = next('dashboard-load');
    setHidden(false);
    await loaded;
  });

  it('leaves the old display options on screen while it is retried', async () => {
    const host = new FakeHost();
    await host.answer({ kind: 'stuck' });
    const dashboard = await createReadyDashboard({}, host);
    const { element, frames, next } = dashboard;
    const [plain] = frames();
    element.theme = 'dark';
    await element.updateComplete;
    clock.tick(100);
    expect(frames()).to.have.length(2);
    await untilServed(dashboard);
    const failed = next('dashboard-error');
    clock.tick(30_000);
    await failed;
    expect(frames()).to.deep.equal([plain]);
    expect(element.status).to.equal('ready');
    clock.tick(2000);
    await swap(dashboard);
    expect(element.status).to.equal('ready');
    expect(element.error).to.be.null;
    expect(await host.calls()).to.have.length(1);
  });
});
