import { expect } from '@open-wc/testing';
import type { DashboardExpiringEvent } from '../../src/index.ts';
import { createReadyDashboard, swap } from '../support/dashboard-fixture.ts';
import { clock, setHidden } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import { callCount, fixRefreshPoint, untilCalled, wake } from '../support/renewal-fixture.ts';
import { DEADLINE, LIFE, REFRESH_POINT } from '../support/token-life.ts';
import { settle } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('renewal', () => {
  it('renews at the refresh point, with no visible change', async () => {
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
    wake('focus');
    const expiring = events.filter((event) => event.type === 'dashboard-expiring');
    expect(expiring).to.have.length(1);
    const { deadline, expiresAt } = expiring[0] as DashboardExpiringEvent;
    expect(deadline.getTime() - loadedAt).to.be.within(DEADLINE - 10 * SECOND, DEADLINE);
    expect(expiresAt.getTime() - loadedAt).to.be.within(LIFE - 10 * SECOND, LIFE);
  });

  it('waits while the user works in the dashboard, but not past the deadline', async () => {
    const fixture = await createReadyDashboard();
    fixture.frames()[0]!.focus();
    clock.tick(REFRESH_POINT + SECOND);
    clock.tick(DEADLINE - REFRESH_POINT - 2 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    clock.tick(2 * SECOND);
    await untilCalled(fixture, 2);
  });

  it('keeps waiting after the focus has left, until the page is hidden', async () => {
    const fixture = await createReadyDashboard();
    fixture.frames()[0]!.focus();
    wake('blur');
    fixture.frames()[0]!.blur();
    clock.tick(REFRESH_POINT + SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    setHidden(true);
    await untilCalled(fixture, 2);
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

  it('pauses 30 seconds between two tokens, however short their lifetimes', async () => {
    const host = new FakeHost();
    await host.answer({ expiresIn: 5 }, { expiresIn: 5 });
    const fixture = await createReadyDashboard({}, host);
    clock.tick(6 * SECOND);
    expect(fixture.element.status).to.equal('expired');
    clock.tick(20 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    clock.tick(5 * SECOND);
    await untilCalled(fixture, 2);
  });
});

describe('a listener of dashboard-expiring', () => {
  it('may sign out, and no request follows', async () => {
    const fixture = await createReadyDashboard();
    fixture.element.addEventListener('dashboard-expiring', () => void fixture.element.logout());
    clock.tick(REFRESH_POINT + SECOND);
    await settle();
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'logout']);
    expect(await callCount(fixture)).to.equal(1);
  });
});
