import { expect } from '@open-wc/testing';
import { createReadyDashboard, SETTLE, swap, untilPrepared } from '../support/dashboard-fixture.ts';
import { clock, setHidden } from '../support/test-page.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import {
  WAKES,
  callCount,
  fixRefreshPoint,
  untilCalled,
  wake,
} from '../support/renewal-fixture.ts';
import { LIFE, REFRESH_POINT } from '../support/token-life.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('a page that is hidden', () => {
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
    await untilCalled(fixture, 4);
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
});

describe('the clock', () => {
  it('changes nothing if a sleep ends, or a hidden page is shown again, before the refresh point', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + REFRESH_POINT - MINUTE);
    setHidden(true);
    for (const type of WAKES) wake(type);
    setHidden(false);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    expect(fixture.log()).to.deep.equal(['load']);
  });

  it('sends one request although every wake event fires', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + REFRESH_POINT + MINUTE);
    for (const type of WAKES) wake(type);
    await swap(fixture);
    expect(await callCount(fixture)).to.equal(2);
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
  });

  it('renews once after the clock was set forward past the expiry', async () => {
    const fixture = await createReadyDashboard();
    clock.setSystemTime(Date.now() + 1.5 * LIFE);
    wake('focus');
    await fixture.next('dashboard-refreshed');
    clock.tick(60 * MINUTE);
    await settle();
    expect(await callCount(fixture)).to.equal(2);
    expect(fixture.log()).to.deep.equal(['load', 'expired', 'refreshed']);
  });

  it('works with a wrong clock: only the time since the request counts', async () => {
    for (const offBy of [-5 * MINUTE, 365 * 24 * 60 * MINUTE]) {
      clock.setSystemTime(Date.now() + offBy);
      const fixture = await createReadyDashboard();
      clock.tick(REFRESH_POINT - MINUTE);
      await settle();
      expect(await callCount(fixture)).to.equal(1);
      clock.tick(MINUTE + SECOND);
      await untilCalled(fixture, 2);
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
    clock.tick(REFRESH_POINT - 40 * MINUTE);
    await untilCalled(fixture, 2);
  });
});
