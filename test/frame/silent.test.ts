import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import {
  createReadyDashboard,
  type DashboardFixture,
  reload,
  swap,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { SECOND } from '../support/durations.ts';
import { FakeHost } from '../support/fake-host.ts';
import { fixRefreshPoint } from '../support/renewal-fixture.ts';
import { greet } from '../support/speaking-page.ts';
import { clock } from '../support/test-page.ts';
import { REFRESH_POINT } from '../support/token-life.ts';
import { settle, until, untilIntersectionsAreKnown } from '../support/until.ts';

beforeEach(fixRefreshPoint);

/** Returns a dashboard whose page has greeted, and waits for a renewal whose page is silent. */
async function renew(): Promise<DashboardFixture> {
  const fixture = await createReadyDashboard();
  await greet(fixture.frames()[0]!, []);
  clock.tick(REFRESH_POINT + SECOND);
  await untilPrepared(fixture);
  return fixture;
}

describe('a page that does not greet behind one that has', () => {
  it('is never shown while the token lives, however often it is loaded', async () => {
    const fixture = await renew();
    const { element, frames, log, next } = fixture;
    const [shown] = frames();
    for (let time = 0; time < 3; time++) {
      clock.tick(10 * SECOND - 1);
      await settle();
      expect([frames().length, frames()[0], frames()[1]!.inert]).to.deep.equal([2, shown, true]);
      const failed = next('dashboard-error');
      clock.tick(1);
      const { error } = await failed;
      expect([error.code, error.retryable, element.status]).to.deep.equal([
        'frame-timeout',
        true,
        'ready',
      ]);
      expect(frames()).to.deep.equal([shown]);
      clock.tick(error.retryAt!.getTime() - Date.now());
      await untilPrepared(fixture);
    }
    expect(log().filter((name) => name !== 'error')).to.deep.equal(['load', 'expiring']);
  });

  it('is not shown for fresh data either', async () => {
    const fixture = await createReadyDashboard({ refreshEvery: 60 });
    const [shown] = fixture.frames();
    await untilIntersectionsAreKnown();
    await greet(shown!, []);
    clock.tick(64 * SECOND);
    await untilPrepared(fixture);
    clock.tick(10 * SECOND);
    expect([fixture.frames(), fixture.log()]).to.deep.equal([[shown], ['load', 'error']]);
  });

  it('is shown when the token expires', async () => {
    const host = new FakeHost();
    await host.answer({ expiresIn: 40 });
    const fixture = await createReadyDashboard({}, host);
    await greet(fixture.frames()[0]!, []);
    clock.tick(31 * SECOND);
    const silent = await untilPrepared(fixture);
    clock.tick(9 * SECOND);
    expect(silent.inert).to.be.false;
    expect(fixture.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
  });

  it('is shown if it greets in time', async () => {
    const fixture = await renew();
    const [, late] = fixture.frames();
    clock.tick(9 * SECOND);
    await greet(late!, []);
    await until(() => !late!.inert);
    expect(fixture.log().at(-1)).to.equal('refreshed');
  });

  it('is shown by reload(), and after a change of a setting', async () => {
    const fixture = await createReadyDashboard();
    await greet(fixture.frames()[0]!, []);
    await reload(fixture);
    await greet(fixture.frames().at(-1)!, []);
    fixture.element.color = 'red';
    await fixture.element.updateComplete;
    clock.tick(100);
    const next = await swap(fixture);
    expect([next.inert, fixture.log()]).to.deep.equal([false, ['load', 'load', 'load']]);
  });
});
