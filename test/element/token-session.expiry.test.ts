import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import {
  createAnswered,
  createReadyDashboard,
  SETTLE,
  swap,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { clock, setHidden } from '../support/test-page.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import { callCount, fixRefreshPoint, untilCalled, wake } from '../support/renewal-fixture.ts';
import { LIFE, REFRESH_POINT } from '../support/token-life.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('expiry', () => {
  it('shows the next dashboard immediately if it has loaded', async () => {
    const fixture = await createReadyDashboard();
    setHidden(true);
    clock.tick(REFRESH_POINT + SECOND);
    const next = await untilPrepared(fixture);
    clock.tick(LIFE - REFRESH_POINT - SECOND);
    expect(next.inert).to.be.false;
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
  });

  it('does not show a next dashboard that has not loaded', async () => {
    const fixture = await createReadyDashboard();
    await fixture.host.answer({ kind: 'hang' });
    setHidden(true);
    clock.setSystemTime(Date.now() + LIFE - 10 * SECOND);
    document.dispatchEvent(new Event('resume'));
    await until(() => fixture.frames().length === 2);
    clock.tick(10 * SECOND);
    expect(fixture.frames().map(({ inert }) => inert)).to.deep.equal([true]);
    expect(fixture.element.status).to.equal('loading');
    expect(fixture.log().at(-1)).to.equal('expired');
  });

  it('is reset by reload(), which changes the status to loading immediately', async () => {
    const fixture = await createReadyDashboard();
    setHidden(true);
    clock.setSystemTime(Date.now() + 2 * LIFE);
    document.dispatchEvent(new Event('resume'));
    expect(fixture.element.status).to.equal('expired');
    const reloaded = fixture.element.reload();
    expect(fixture.element.status).to.equal('loading');
    await reloaded;
    expect(fixture.log().at(-1)).to.equal('load');
  });

  it('removes the frame when the token expires without a new one, and recovers', async () => {
    const fixture = await createReadyDashboard();
    const { element, host, frames, log, next } = fixture;
    await host.answer(...Array.from({ length: 60 }, () => ({ status: 503 })));
    clock.tick(LIFE - 2 * MINUTE);
    while (element.status !== 'expired') {
      await settle();
      clock.tick(10 * SECOND);
    }
    expect(frames()).to.be.empty;
    expect(element.expiresAt).to.be.null;
    expect(log().filter((name) => name === 'expired')).to.have.length(1);
    expect(element.shadowRoot!.querySelector('[part=message]')!.textContent).to.contain('expired');

    await host.forget();
    const back = next('dashboard-refreshed');
    wake('online');
    // A pending request may still get its 503. Then the next request comes later.
    while (frames().length === 0) {
      clock.tick(SECOND / 2);
      await settle();
    }
    await back;
    expect(element.status).to.equal('ready');
  });

  it('removes the frame before anything else after a long sleep', async () => {
    const fixture = await createReadyDashboard();
    const { element, frames, log } = fixture;
    clock.setSystemTime(Date.now() + 5 * LIFE);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(frames()).to.be.empty;
    expect(log()).to.deep.equal(['load', 'expired']);
    expect(element.status).to.equal('expired');
    await fixture.next('dashboard-refreshed');
    expect(log()).to.deep.equal(['load', 'expired', 'refreshed']);
  });

  it('keeps a live frame if the token of the next one expires in a sleep before the swap', async () => {
    const fixture = await createReadyDashboard();
    const { element, host, frames, log } = fixture;
    const [old] = frames();
    await host.answer({ expiresIn: 20 });
    void element.reload();
    await untilPrepared(fixture);
    clock.setSystemTime(Date.now() + 20 * SECOND);
    clock.tick(SETTLE);
    expect(frames()).to.deep.equal([old]);
    expect(element.status).to.equal('ready');
    clock.tick(10 * SECOND);
    await swap(fixture);
    expect(log()).to.deep.equal(['load', 'refreshed']);
  });

  it('fails at expiry if the host has permanently refused, and keeps the frame until then', async () => {
    const fixture = await createReadyDashboard();
    const { element, host, frames, log } = fixture;
    await host.answer({ status: 404 });
    clock.tick(REFRESH_POINT + SECOND);
    await until(() => log().includes('error'));
    expect(element.status).to.equal('ready');
    expect(frames()).to.have.length(1);
    clock.tick(LIFE - REFRESH_POINT);
    expect(element.status).to.equal('failed');
    expect(frames()).to.be.empty;
    await settle();
    expect(await callCount(fixture)).to.equal(2);
  });
});

describe('a session that ends', () => {
  for (const [title, answer] of [
    ['a 401', { status: 401 }],
    ['a redirect to a sign-in page', { status: 302, headers: { Location: '/login' } }],
  ] as const) {
    it(`removes the frame immediately on ${title}`, async () => {
      const fixture = await createReadyDashboard();
      const { element, host, frames, log, next } = fixture;
      await host.answer(answer);
      clock.tick(REFRESH_POINT + SECOND);
      const { reason } = await next('dashboard-logout');
      expect(reason).to.equal('session-ended');
      expect(frames()).to.be.empty;
      expect(element.status).to.equal('logged-out');
      expect(element.error).to.be.null;
      expect(log()).to.deep.equal(['load', 'expiring', 'logout']);
      const button = element.shadowRoot!.querySelector<HTMLElement>('[part=reload]')!;
      expect(button.hidden).to.be.false;
    });
  }

  it('removes the frame immediately on a 403', async () => {
    const fixture = await createReadyDashboard();
    const { element, host, frames, next } = fixture;
    await host.answer({ status: 403 });
    clock.tick(REFRESH_POINT + SECOND);
    expect((await next('dashboard-error')).error).to.include({ code: 'forbidden', status: 403 });
    expect(frames()).to.be.empty;
    expect(element.status).to.equal('failed');
  });

  it('sends no request when the window loses the focus', async () => {
    const fixture = await createAnswered([{ status: 403 }]);
    await fixture.next('dashboard-error');
    clock.tick(31 * SECOND);
    wake('blur');
    await settle();
    expect(await callCount(fixture)).to.equal(1);
  });

  it('sends a request when the user returns to the page, at most every 30 seconds', async () => {
    const fixture = await createAnswered([{ status: 401 }, { status: 401 }]);
    const { element, events, next } = fixture;
    await next('dashboard-logout');
    setHidden(false);
    clock.tick(29 * SECOND);
    setHidden(false);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    const fetched = sinon.spy(window, 'fetch');
    clock.tick(SECOND);
    setHidden(false);
    await untilCalled(fixture, 2);
    await Promise.all(fetched.returnValues);
    await settle();
    expect(element.status).to.equal('logged-out');
    expect(events.filter((event) => event.type === 'dashboard-logout')).to.have.length(1);
    clock.tick(30 * SECOND);
    setHidden(false);
    await next('dashboard-load');
    expect(element.status).to.equal('ready');
  });
});
