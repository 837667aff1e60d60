import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type {
  DashboardErrorEvent,
  DashboardExpiringEvent,
  DashboardLogoutEvent,
} from '../../src/index.ts';
import {
  SETTLE,
  GUID,
  OTHER_GUID,
  createDashboard,
  createReadyDashboard,
  setHidden,
  swap,
  untilPrepared,
  type DashboardFixture,
  clock,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { settle, until } from '../support/until.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The refresh point is 75% of two hours, with a random number of 0.5. The deadline is 90%. */
const REFRESH_POINT = 90 * MINUTE;
const DEADLINE = 108 * MINUTE;
const LIFE = 120 * MINUTE;

beforeEach(() => {
  sinon.stub(Math, 'random').returns(0.5);
});

afterEach(() => {
  setHidden(false);
});

const WAKES = ['visibilitychange', 'focus', 'pageshow', 'online', 'resume'];

/** Fires an event by which the browser reports that the user is back at the page. */
function wake(type: string): void {
  window.dispatchEvent(new Event(type));
}

async function callCount({ host }: DashboardFixture): Promise<number> {
  return (await host.calls()).length;
}

function lastError({ events }: DashboardFixture): object {
  return (events.findLast((event) => event.type === 'dashboard-error') as DashboardErrorEvent)
    .error;
}

describe('renewal', () => {
  it('renews between 70% and 80% of the lifetime, with no visible change', async () => {
    const fixture = await createReadyDashboard();
    const { element, log, frames } = fixture;
    const [old] = frames();
    clock.tick(REFRESH_POINT - 10 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);

    clock.tick(11 * SECOND);
    await swap(fixture);
    expect(await callCount(fixture)).to.equal(2);
    expect(log()).to.deep.equal(['load', 'expiring', 'refreshed']);
    expect(element.status).to.equal('ready');
    expect(frames().at(-1)!.src).not.to.equal(old!.src);
    clock.tick(SECOND);
    expect(frames()).to.have.length(1);
    expect(element.expiresAt!.getTime() - Date.now()).to.be.above(LIFE - MINUTE);
  });

  it('announces the refresh point once, with the deadline', async () => {
    const { events } = await createReadyDashboard();
    const loadedAt = Date.now();
    clock.tick(REFRESH_POINT + SECOND);
    clock.tick(SECOND);
    window.dispatchEvent(new Event('focus'));
    const expiring = events.filter((event) => event.type === 'dashboard-expiring');
    expect(expiring).to.have.length(1);
    const { deadline, expiresAt } = expiring[0] as DashboardExpiringEvent;
    expect(deadline.getTime() - loadedAt).to.be.within(DEADLINE - 10 * SECOND, DEADLINE);
    expect(expiresAt.getTime() - loadedAt).to.be.within(LIFE - 10 * SECOND, LIFE);
  });

  it('waits while the user works in the dashboard, but not past 90%', async () => {
    const fixture = await createReadyDashboard();
    fixture.frames()[0]!.focus();
    clock.tick(REFRESH_POINT + SECOND);
    clock.tick(DEADLINE - REFRESH_POINT - 2 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    clock.tick(2 * SECOND);
    await until(async () => (await callCount(fixture)) === 2);
  });

  it('keeps waiting after the focus has left, until the page is hidden', async () => {
    const fixture = await createReadyDashboard();
    fixture.frames()[0]!.focus();
    window.dispatchEvent(new Event('blur'));
    fixture.frames()[0]!.blur();
    clock.tick(REFRESH_POINT + SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    setHidden(true);
    await until(async () => (await callCount(fixture)) === 2);
  });

  it('moves the focus into the new frame if it was in the old one', async () => {
    const fixture = await createReadyDashboard();
    const { element, frames } = fixture;
    frames()[0]!.focus();
    clock.tick(DEADLINE + SECOND);
    await swap(fixture);
    expect(element.shadowRoot!.activeElement).to.equal(frames().at(-1));
  });

  it('fires dashboard-load if display options change after a renewal', async () => {
    const fixture = await createReadyDashboard();
    clock.tick(REFRESH_POINT + SECOND);
    await swap(fixture);
    fixture.element.color = 'red';
    await fixture.element.updateComplete;
    clock.tick(100);
    await swap(fixture);
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'refreshed', 'load']);
  });

  it('retries in a hidden page until the token expires, and then on return', async () => {
    const fixture = await createReadyDashboard();
    await fixture.host.answer({ status: 503 }, { status: 503 }, { status: 503 });
    setHidden(true);
    clock.tick(REFRESH_POINT + SECOND);
    await until(() => fixture.log().includes('error'));
    clock.tick(2 * SECOND);
    await until(() => fixture.log().filter((name) => name === 'error').length === 2);
    expect(await callCount(fixture)).to.equal(3);
    clock.setSystemTime(Date.now() + LIFE);
    clock.tick(30 * MINUTE);
    document.dispatchEvent(new Event('resume'));
    await settle();
    expect(fixture.element.status).to.equal('expired');
    expect(await callCount(fixture)).to.equal(3);
    setHidden(false);
    clock.tick(2 * SECOND);
    await until(async () => (await callCount(fixture)) === 4);
  });

  it('sends no request in a hidden page whose token expired in a sleep', async () => {
    const fixture = await createReadyDashboard();
    setHidden(true);
    clock.setSystemTime(Date.now() + 2 * LIFE);
    document.dispatchEvent(new Event('resume'));
    await settle();
    expect(fixture.element.status).to.equal('expired');
    expect(await callCount(fixture)).to.equal(1);
    setHidden(false);
    await fixture.next('dashboard-refreshed');
  });

  it('shows on return the dashboard that was loaded while the page was hidden', async () => {
    const fixture = await createReadyDashboard();
    const { log } = fixture;
    setHidden(true);
    clock.tick(REFRESH_POINT + SECOND);
    await untilPrepared(fixture);
    clock.tick(MINUTE);
    expect(log()).to.deep.equal(['load', 'expiring']);
    setHidden(false);
    clock.tick(SETTLE);
    expect(log()).to.deep.equal(['load', 'expiring', 'refreshed']);
  });

  it('renews at most once while the page is hidden, and immediately on return', async () => {
    const fixture = await createReadyDashboard();
    setHidden(true);
    clock.tick(REFRESH_POINT + SECOND);
    await untilPrepared(fixture);
    clock.tick(4 * LIFE);
    await settle();
    expect(await callCount(fixture)).to.equal(2);
    expect(fixture.element.status).to.equal('expired');
    const back = fixture.next('dashboard-refreshed');
    setHidden(false);
    await back;
    expect(await callCount(fixture)).to.equal(3);
  });

  it('renews immediately on wake after a sleep past the refresh point', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + 100 * MINUTE);
    window.dispatchEvent(new Event('pageshow'));
    await until(async () => (await callCount(fixture)) === 2);
  });

  it('keeps the frame while it retries, and refreshes once', async () => {
    const fixture = await createReadyDashboard();
    const { element, host, frames, log, next } = fixture;
    const [old] = frames();
    await host.answer({ cut: true });
    clock.tick(REFRESH_POINT + SECOND);
    const { error } = await next('dashboard-error');
    expect(error).to.include({ retryable: true, attempt: 1 });
    expect(element.status).to.equal('ready');
    expect(frames()).to.deep.equal([old]);
    clock.tick(2 * SECOND);
    await swap(fixture);
    expect(log()).to.deep.equal(['load', 'expiring', 'error', 'refreshed']);
  });

  it('sends no request after the page was hidden for an hour', async () => {
    const fixture = await createReadyDashboard();
    setHidden(true);
    clock.tick(60 * MINUTE);
    setHidden(false);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    expect(fixture.log()).to.deep.equal(['load']);
  });

  it('changes nothing after a sleep that ends before the refresh point', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + 30 * MINUTE);
    for (const type of WAKES) wake(type);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    expect(fixture.log()).to.deep.equal(['load']);
  });

  it('sends one request although every wake event fires', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + 100 * MINUTE);
    for (const type of WAKES) wake(type);
    await swap(fixture);
    expect(await callCount(fixture)).to.equal(2);
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
  });

  it('renews once after the clock was set forward past the expiry', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + 180 * MINUTE);
    wake('focus');
    await fixture.next('dashboard-refreshed');
    clock.tick(60 * MINUTE);
    await settle();
    expect(await callCount(fixture)).to.equal(2);
    expect(fixture.log()).to.deep.equal(['load', 'expired', 'refreshed']);
  });

  it('works with a wrong clock: only the time since the request counts', async () => {
    for (const offBy of [-5 * MINUTE, 60 * MINUTE, 365 * 24 * 60 * MINUTE]) {
      clock.setSystemTime(Date.now() + offBy);
      const fixture = await createReadyDashboard();
      clock.tick(REFRESH_POINT - MINUTE);
      await settle();
      expect(await callCount(fixture)).to.equal(1);
      clock.tick(MINUTE + SECOND);
      await until(async () => (await callCount(fixture)) === 2);
      fixture.element.remove();
      clock.tick(1);
    }
  });

  it('shows no expired frame although timers are 15 minutes late', async () => {
    const fixture = await createReadyDashboard();
    const { host, frames, element } = fixture;
    await host.answer(...Array.from({ length: 60 }, () => ({ status: 503 })));
    clock.setSystemTime(Date.now() + REFRESH_POINT + 15 * MINUTE);
    clock.tick(30 * MINUTE);
    await until(async () => (await callCount(fixture)) > 1);
    clock.setSystemTime(Date.now() + 15 * MINUTE);
    clock.tick(SECOND);
    wake('focus');
    expect(element.status).to.equal('expired');
    expect(frames()).to.be.empty;
  });

  it('sets no timer that is longer than browsers support', async () => {
    const { setTimeout } = window;
    const delays: number[] = [];
    window.setTimeout = ((act: () => void, delayMs = 0) => {
      delays.push(delayMs);
      return setTimeout(act, delayMs);
    }) as typeof setTimeout;
    await createReadyDashboard();
    window.setTimeout = setTimeout;
    expect(Math.max(...delays)).to.equal(30 * MINUTE);
  });

  it('does not renew later because the clock was set back', async () => {
    const fixture = await createReadyDashboard();
    clock.tick(40 * MINUTE);
    clock.setSystemTime(Date.now() - 2 * LIFE);
    clock.tick(50 * MINUTE);
    await until(async () => (await callCount(fixture)) === 2);
  });

  it('pauses 30 seconds between two tokens, however short their lifetimes', async () => {
    const host = new FakeHost();
    const baseUrl = await host.answer();
    const answer = (token: string): object => ({ body: JSON.stringify({ token, expiresIn: 5 }) });
    await host.answer(answer('short-lived-1'), answer('short-lived-2'));
    const fixture = await createReadyDashboard({ baseUrl }, host);
    clock.tick(6 * SECOND);
    expect(fixture.element.status).to.equal('expired');
    clock.tick(20 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    clock.tick(5 * SECOND);
    await until(async () => (await callCount(fixture)) === 2);
  });

  describe('of two elements whose getToken differed for a while', () => {
    const MEANWHILE = 10 * MINUTE;
    let fixtures: [DashboardFixture, DashboardFixture];
    let status: number;
    let calls: number;

    /** Returns the token of each element's newest frame. */
    const tokens = (): unknown[] =>
      fixtures.map(({ frames }) => /token-\d+/.exec(frames().at(-1)!.src)?.[0]);

    /** Gives both elements the same `getToken` again, but the second element a newer token. */
    beforeEach(async () => {
      const baseUrl = await new FakeHost().answer();
      [status, calls] = [200, 0];
      const getToken = async () =>
        Response.json({ token: `token-${++calls}-0000`, baseUrl }, { status });
      fixtures = [
        await createReadyDashboard({ getToken }),
        await createReadyDashboard({ getToken }),
      ];
      const { element } = fixtures[1];
      element.getToken = () => getToken();
      await element.updateComplete;
      clock.tick(MEANWHILE);
      void element.reload();
      await swap(fixtures[1]);
      element.getToken = getToken;
      await element.updateComplete;
      expect(tokens()).to.deep.equal(['token-1', 'token-2']);
    });

    it('leaves both tokens on screen while no renewal is due', async () => {
      clock.tick(MINUTE);
      wake('focus');
      await settle();
      expect(tokens()).to.deep.equal(['token-1', 'token-2']);
    });

    it('uses the newer token once the older one is due, and then one request for both', async () => {
      clock.tick(REFRESH_POINT - MEANWHILE);
      await swap(fixtures[0]);
      expect(tokens()).to.deep.equal(['token-2', 'token-2']);
      clock.tick(MEANWHILE);
      await Promise.all(fixtures.map(untilPrepared));
      expect(tokens()).to.deep.equal(['token-3', 'token-3']);
      expect(calls).to.equal(3);
    });

    it('keeps the token that lives longer while requests fail', async () => {
      status = 503;
      void fixtures[0].element.reload().catch(() => {});
      for (let at = MEANWHILE; at < REFRESH_POINT + MEANWHILE; at += MINUTE) {
        await settle();
        clock.tick(MINUTE);
      }
      await swap(fixtures[0]);
      expect(tokens()).to.deep.equal(['token-2', 'token-2']);
      clock.tick(LIFE - REFRESH_POINT - MINUTE);
      for (const { log } of fixtures) expect(log()).not.to.include('expired');
    });
  });
});

describe('two elements that share a token', () => {
  it('are renewed separately after one of them has changed its getToken', async () => {
    const baseUrl = await new FakeHost().answer();
    const asked = { old: 0, new: 0 };
    const toGetToken = (way: keyof typeof asked) => async () => `token-${way}-${++asked[way]}`;
    const getToken = toGetToken('old');
    const [a, b] = await Promise.all([
      createReadyDashboard({ getToken, baseUrl }),
      createReadyDashboard({ getToken, baseUrl }),
    ]);
    a.element.getToken = toGetToken('new');
    await a.element.updateComplete;
    expect(asked).to.deep.equal({ old: 1, new: 0 });
    clock.tick(REFRESH_POINT + SECOND);
    await Promise.all([untilPrepared(a), untilPrepared(b)]);
    clock.tick(SETTLE);
    expect(asked).to.deep.equal({ old: 2, new: 1 });
    expect(a.frames().at(-1)!.src).to.contain('token-new-1');
    expect(b.frames().at(-1)!.src).to.contain('token-old-2');
  });

  it('are reloaded together, even if the user works in the other one', async () => {
    const host = new FakeHost();
    const [a, busy] = await Promise.all([
      createReadyDashboard({}, host),
      createReadyDashboard({}, host),
    ]);
    busy.frames()[0]!.focus();
    window.dispatchEvent(new Event('blur'));
    void a.element.reload();
    await swap(busy);
    expect(busy.log()).to.deep.equal(['load', 'load']);
  });

  it('each wait for their own quiet moment', async () => {
    const host = new FakeHost();
    const [busy, quiet] = await Promise.all([
      createReadyDashboard({}, host),
      createReadyDashboard({}, host),
    ]);
    busy.frames()[0]!.focus();
    window.dispatchEvent(new Event('blur'));
    clock.tick(REFRESH_POINT + SECOND);
    await swap(quiet);
    expect(quiet.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
    expect(busy.log()).to.deep.equal(['load', 'expiring']);
    expect(busy.element.status).to.equal('ready');
    clock.tick(DEADLINE - REFRESH_POINT);
    await swap(busy);
    expect(busy.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
    expect(await host.calls()).to.have.length(2);
  });
});

describe('a listener of dashboard-expiring', () => {
  it('may log out, and no request follows', async () => {
    const fixture = await createReadyDashboard();
    fixture.element.addEventListener('dashboard-expiring', () => void fixture.element.logout());
    clock.tick(REFRESH_POINT + SECOND);
    await settle();
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'logout']);
    expect(await callCount(fixture)).to.equal(1);
  });
});

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
    const host = new FakeHost();
    const baseUrl = await host.answer();
    const fixture = await createReadyDashboard({ baseUrl }, host);
    await host.answer({ body: JSON.stringify('hang-for-ever') });
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
    window.dispatchEvent(new Event('online'));
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
    const host = new FakeHost();
    const baseUrl = await host.answer();
    const fixture = await createReadyDashboard({ baseUrl }, host);
    const { element, frames, log } = fixture;
    const [old] = frames();
    await host.answer({ body: JSON.stringify({ token: 'short-lived-1', expiresIn: 20 }) });
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

describe('retries', () => {
  it('stays loading for two failures, then shows an error, and continues', async () => {
    const host = new FakeHost();
    await host.answer({ status: 500 }, { status: 502 }, { status: 503 });
    const fixture = createDashboard({}, host);
    const { element, events, next } = fixture;
    await next('dashboard-error');
    expect(lastError(fixture)).to.include({ code: 'server', retryable: true, attempt: 1 });
    expect(element.status).to.equal('loading');
    clock.tick(SECOND);
    await next('dashboard-error');
    expect(element.status).to.equal('loading');
    clock.tick(2 * SECOND);
    await next('dashboard-error');
    expect(element.status).to.equal('failed');
    expect(lastError(fixture)).to.include({ attempt: 3 });
    expect(element.error!.retryAt!.getTime() - Date.now()).to.equal(4 * SECOND);
    expect(element.shadowRoot!.querySelector('p:not(.slow)')!.textContent).to.contain(
      'in 4 seconds',
    );
    clock.tick(4 * SECOND);
    await next('dashboard-load');
    expect(events.map((event) => event.type)).to.deep.equal([
      'dashboard-error',
      'dashboard-error',
      'dashboard-error',
      'dashboard-load',
    ]);
    expect(element.error).to.be.null;
  });

  it('honors Retry-After, up to 300 seconds', async () => {
    const host = new FakeHost();
    const later = (seconds: string): object => ({
      status: 429,
      headers: { 'Retry-After': seconds },
    });
    await host.answer(later('100'), later('3600'), later('-5'));
    const { element, next } = createDashboard({}, host);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const { error } = await next('dashboard-error');
      expect(error).to.include({ code: 'rate-limited', status: 429 });
      waits.push(Math.round((error.retryAt!.getTime() - Date.now()) / SECOND));
      if (attempt < 2) clock.tick(waits[attempt]! * SECOND + 10);
    }
    expect(waits).to.deep.equal([100, 300, 4]);
    expect(element.status).to.equal('failed');
  });

  it('retries after an incomplete answer', async () => {
    const host = new FakeHost();
    await host.answer({ cut: true }, { body: '{"token":"abc' });
    const fixture = createDashboard({}, host);
    await fixture.next('dashboard-error');
    expect(lastError(fixture)).to.include({ retryable: true });
    clock.tick(2 * SECOND);
    await fixture.next('dashboard-error');
    expect(lastError(fixture)).to.include({ code: 'bad-response', retryable: true });
    clock.tick(4 * SECOND);
    await fixture.next('dashboard-load');
  });

  it('stops waiting for an answer after 15 seconds', async () => {
    let signal: AbortSignal | undefined;
    const fixture = createDashboard({
      getToken: (request) => {
        ({ signal } = request);
        return new Promise(() => {});
      },
    });
    await until(() => signal);
    clock.tick(14 * SECOND);
    expect(signal!.aborted).to.be.false;
    clock.tick(SECOND);
    const { error } = await fixture.next('dashboard-error');
    expect(error).to.include({ code: 'timeout', retryable: true, status: null });
    expect(signal!.aborted).to.be.true;
  });

  it('retries if getToken throws', async () => {
    for (const getToken of [
      () => {
        throw new Error('no');
      },
      () => Promise.reject(new Error('no')),
    ]) {
      const { next } = createDashboard({ getToken });
      expect((await next('dashboard-error')).error).to.include({
        code: 'network',
        retryable: true,
      });
    }
  });

  it('retries soon when the network is back', async () => {
    const host = new FakeHost();
    await host.answer(...Array.from({ length: 7 }, () => ({ status: 500 })));
    const fixture = createDashboard({}, host);
    for (let attempt = 0; attempt < 7; attempt++) {
      const { error } = await fixture.next('dashboard-error');
      if (attempt < 6) clock.tick(error.retryAt!.getTime() - Date.now() + 1);
    }
    expect(fixture.element.error!.retryAt!.getTime() - Date.now()).to.equal(60 * SECOND);
    for (let event = 0; event < 20; event++) window.dispatchEvent(new Event('online'));
    clock.tick(2 * SECOND);
    await fixture.next('dashboard-load');
    expect(await callCount(fixture)).to.equal(8);
  });

  it('shows a dashboard within ten seconds when the network is back, however long it was down', async () => {
    const host = new FakeHost();
    const fixture = await createReadyDashboard({}, host);
    await host.answer(...Array.from({ length: 60 }, () => ({ status: 503 })));
    clock.setSystemTime(Date.now() + 3 * LIFE);
    wake('focus');
    for (let second = 0; second < 40; second++) {
      clock.tick(SECOND);
      await settle();
    }
    expect(fixture.element.status).to.equal('expired');
    await host.forget();
    wake('online');
    const back = fixture.next('dashboard-refreshed');
    clock.tick(10 * SECOND);
    await back;
  });

  it('sends at most eight requests at once', async () => {
    let asked = 0;
    const answers: ((token: string) => void)[] = [];
    const baseUrl = await new FakeHost().answer();
    for (let index = 0; index < 10; index++) {
      createDashboard({
        baseUrl,
        getToken: () => {
          asked++;
          return new Promise((resolve) => answers.push(resolve));
        },
      });
    }
    await settle();
    expect(asked).to.equal(8);
    answers[0]!('the-first-token');
    await until(() => asked === 9);
    answers[1]!('the-second-token');
    await until(() => asked === 10);
  });
});

describe('a session that ends', () => {
  for (const [title, answer] of [
    ['a 401', { status: 401 }],
    ['a redirect to a login page', { status: 302, headers: { Location: '/login' } }],
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
    const host = new FakeHost();
    await host.answer({ status: 403 });
    const fixture = createDashboard({}, host);
    await fixture.next('dashboard-error');
    clock.tick(31 * SECOND);
    wake('blur');
    await settle();
    expect(await callCount(fixture)).to.equal(1);
  });

  it('sends a request when the user returns to the page, at most every 30 seconds', async () => {
    const host = new FakeHost();
    await host.answer({ status: 401 }, { status: 401 });
    const fixture = createDashboard({}, host);
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
    await until(async () => (await callCount(fixture)) === 2);
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

describe('late answers', () => {
  it('drops an answer if a later request was answered first', async () => {
    const baseUrl = await new FakeHost().answer();
    const answers: ((token: string) => void)[] = [];
    const { element, frames } = createDashboard({
      baseUrl,
      getToken: () => new Promise((resolve) => answers.push(resolve)),
    });
    await until(() => answers.length === 1);
    const reloaded = element.reload();
    await until(() => answers.length === 2);
    answers[1]!('the-newer-token');
    await reloaded;
    answers[0]!('the-older-token');
    await settle();
    expect(frames()).to.have.length(1);
    expect(frames()[0]!.src).to.match(/the-newer-token$/);
  });

  it('drops an answer if the element was removed, and requests no further token', async () => {
    const answers: ((token: string) => void)[] = [];
    const { element, frames, log } = createDashboard({
      baseUrl: await new FakeHost().answer(),
      getToken: () => new Promise((resolve) => answers.push(resolve)),
    });
    await until(() => answers.length === 1);
    element.remove();
    clock.tick(SECOND);
    answers[0]!('too-late-a-token');
    await settle();
    clock.tick(3 * LIFE);
    await settle();
    expect(frames()).to.be.empty;
    expect(log()).to.be.empty;
    expect(answers).to.have.length(1);
  });

  it('drops an answer if the element now shows another dashboard', async () => {
    const baseUrl = await new FakeHost().answer();
    const answers = new Map<string, (token: string) => void>();
    const { element, frames, next } = createDashboard({
      baseUrl,
      getToken: ({ dashboardGuid }) =>
        new Promise((resolve) => {
          answers.set(dashboardGuid, resolve);
        }),
    });
    await until(() => answers.has(GUID));
    element.dashboardGuid = OTHER_GUID;
    await until(() => answers.has(OTHER_GUID));
    answers.get(GUID)!('the-unwanted-token');
    answers.get(OTHER_GUID)!('the-wanted-token');
    await next('dashboard-load');
    expect(frames()[0]!.src).to.match(/the-wanted-token$/);
  });

  it('survives a listener that removes the element', async () => {
    const fixture = createDashboard();
    fixture.element.addEventListener('dashboard-load', () => fixture.element.remove());
    await fixture.next('dashboard-load');
    clock.tick(10);
    expect(fixture.frames()).to.be.empty;
  });
});

it('reports in the logout event why the session ended', async () => {
  const { element, events } = await createReadyDashboard();
  await element.logout();
  const logouts = events.filter((event) => event.type === 'dashboard-logout');
  expect(logouts.map((event) => (event as DashboardLogoutEvent).reason)).to.deep.equal([
    'requested',
  ]);
});
