import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import {
  aWhile,
  createDashboard,
  createReadyDashboard,
  fakeClock,
  passTime,
  removeDashboards,
  until,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';

afterEach(removeDashboards);

describe('the swap', () => {
  it('prepares the new frame at its real size, unseen and out of reach', async () => {
    const { element, frames } = await createReadyDashboard();
    const reloaded = element.reload();
    await until(() => frames().length === 2);
    const [shown, next] = frames();
    expect(getComputedStyle(shown!).opacity).to.equal('1');
    expect(getComputedStyle(next!).opacity).to.equal('0');
    expect(next!.inert).to.be.true;
    expect(next!.getBoundingClientRect()).to.deep.equal(shown!.getBoundingClientRect());
    next!.focus();
    expect(element.shadowRoot!.activeElement).to.be.null;
    await reloaded;
    expect(getComputedStyle(next!).opacity).to.equal('1');
    expect(next!.inert).to.be.false;
  });

  it('waits a second and a half after the load', async () => {
    const { element } = await createReadyDashboard();
    let loadedAt = Infinity;
    // Heard on its way down: a load does not bubble.
    element.shadowRoot!.addEventListener('load', () => (loadedAt = performance.now()), true);
    const reloaded = element.reload();
    await reloaded;
    expect(performance.now() - loadedAt).to.be.at.least(1490);
  });

  it('never has more than two frames, and leaves the history alone', async () => {
    const { element, frames, next } = await createReadyDashboard();
    const { length } = history;
    let most = 0;
    const observer = new MutationObserver(() => (most = Math.max(most, frames().length)));
    observer.observe(element.shadowRoot!, { childList: true });
    for (const color of ['red', 'green', 'blue']) {
      element.color = color;
      await until(() => frames().at(-1)!.src.endsWith(`color=${color}`));
    }
    await next('dashboard-load');
    await until(() => frames().length === 1);
    observer.disconnect();
    expect(most).to.equal(2);
    expect(history.length).to.equal(length);
  });
});

it('leaves no timer behind when the element goes right after a swap', async () => {
  const clock = fakeClock();
  try {
    const { element, frames } = await createReadyDashboard();
    const timers = clock.countTimers();
    element.remove();
    clock.tick(1);
    expect(frames()).to.be.empty;
    expect([timers > 0, clock.countTimers()]).to.deep.equal([true, 0]);
  } finally {
    clock.restore();
  }
});

describe('a frame that fails', () => {
  let clock: sinon.SinonFakeTimers | undefined;

  afterEach(() => {
    clock?.restore();
    clock = undefined;
  });

  it('is given up after thirty seconds, and tried again', async () => {
    const host = new FakeHost();
    const baseUrl = await host.answer();
    await host.answer({ body: '"hang-for-ever"' });
    clock = fakeClock();
    const { element, frames, next } = createDashboard({ baseUrl }, host);
    await until(() => frames().length === 1);
    clock.tick(29_000);
    expect(frames()).to.have.length(1);
    const failed = next('dashboard-error');
    clock.tick(1000);
    expect((await failed).error).to.include({ code: 'frame-timeout', retryable: true, attempt: 1 });
    expect(frames()).to.be.empty;
    expect(element.status).to.equal('loading');
    const loaded = next('dashboard-load');
    clock.tick(2000);
    await loaded;
    expect(element.error).to.be.null;
  });

  it('leaves the old one on screen while a new one is tried again', async () => {
    const host = new FakeHost();
    const baseUrl = await host.answer();
    clock = fakeClock();
    const { element, frames } = await createReadyDashboard({ baseUrl }, host);
    const [old] = frames();
    await host.answer({ body: '"hang-for-ever"' });
    const reloaded = element.reload().catch((error: unknown) => error);
    await until(() => frames().length === 2);
    clock.tick(30_000);
    expect(await reloaded).to.include({ code: 'frame-timeout' });
    expect(frames()).to.deep.equal([old]);
    expect(element.status).to.equal('ready');
    clock.tick(2000);
    await until(() => frames().length === 2);
    const next = frames()[1]!;
    await passTime(clock, () => !next.inert);
    expect(element.status).to.equal('ready');
    expect(element.error).to.be.null;
  });

  it('names the directive that the page’s policy lacks', async () => {
    const host = new FakeHost();
    const baseUrl = await host.answer();
    const { element, frames, next } = createDashboard({}, host);
    await until(() => frames().length === 1);
    const violate = (disposition: SecurityPolicyViolationEventDisposition): boolean =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          effectiveDirective: 'frame-src',
          violatedDirective: 'frame-src',
          blockedURI: baseUrl,
          documentURI: location.href,
          originalPolicy: '',
          disposition,
          statusCode: 200,
        }),
      );
    // A policy that only reports blocks nothing.
    violate('report');
    expect(frames()).to.have.length(1);
    const failed = next('dashboard-error');
    violate('enforce');
    const { error } = await failed;
    expect(error).to.include({ code: 'frame-blocked', retryable: false });
    expect(error.message).to.contain(`frame-src ${baseUrl}`);
    await aWhile();
    expect(element.status).to.equal('failed');
    expect(frames()).to.be.empty;
  });
});
