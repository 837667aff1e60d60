import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import {
  createReadyDashboard,
  swap,
  untilPrepared,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import { callCount, fixRefreshPoint, untilCalled } from '../support/renewal-fixture.ts';
import { greet, heardBy, say, send } from '../support/speaking-page.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

async function refuse({ frames }: DashboardFixture, reason: unknown, index = 0): Promise<void> {
  // A refusal needs no ability.
  await greet(frames()[index]!, []);
  await send(frames()[index]!, { type: 'refused', reason });
}

describe('a page that refuses its token', () => {
  it('gets one new token, 30 seconds after the last request', async () => {
    const fixture = await createReadyDashboard();
    await refuse(fixture, 'expired');
    clock.tick(29 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    clock.tick(2 * SECOND);
    await untilCalled(fixture, 2);
    expect(fixture.log()).not.to.contain('error');
    const next = await untilPrepared(fixture);
    await greet(next);
    await send(next, { type: 'ready' });
    await until(() => fixture.log().at(-1) === 'refreshed');
  });

  it('gets only one, however often it refuses and is loaded again', async () => {
    const fixture = await createReadyDashboard();
    for (let time = 0; time < 3; time++) await refuse(fixture, 'expired');
    const [frame] = fixture.frames();
    await send(frame!, ...['forbidden', 'expired'].map((reason) => ({ type: 'refused', reason })));
    expect([fixture.element.status, fixture.log()]).to.deep.equal(['ready', ['load']]);
    clock.tick(31 * SECOND);
    await untilPrepared(fixture);
    expect(await callCount(fixture)).to.equal(2);
  });

  it('gets one in 30 seconds at most behind a dashboard, also if it is ready before each refusal', async () => {
    const fixture = await createReadyDashboard();
    fixture.element.reload().catch(() => {});
    for (const times of [2, 3, 4]) {
      const next = await untilPrepared(fixture);
      await greet(next, ['ready']);
      await send(next, { type: 'ready' }, { type: 'refused', reason: 'expired' });
      clock.tick(29 * SECOND);
      await settle();
      expect(await callCount(fixture)).to.equal(times);
      clock.tick(SECOND);
      await untilCalled(fixture, times + 1);
    }
  });

  it('gets another one if its page has worked for a minute without a word', async () => {
    const fixture = await createReadyDashboard();
    for (const times of [2, 3]) {
      clock.tick(MINUTE + SECOND);
      await refuse(fixture, 'expired');
      await swap(fixture);
      clock.tick(SECOND);
      await until(() => fixture.frames().length === 1);
      expect(await callCount(fixture)).to.equal(times);
    }
    expect([fixture.element.status, fixture.log()]).to.deep.equal([
      'ready',
      ['load', 'expiring', 'refreshed', 'expiring', 'refreshed'],
    ]);
  });

  it('stays on screen without a working successor if it is ready again', async () => {
    const fixture = await createReadyDashboard();
    const [shown] = fixture.frames();
    await refuse(fixture, 'expired');
    await greet(shown!);
    await send(shown!, { type: 'ready' });
    clock.tick(31 * SECOND);
    await untilPrepared(fixture);
    await refuse(fixture, 'expired', 1);
    expect([fixture.frames(), fixture.element.status]).to.deep.equal([[shown], 'ready']);
  });

  for (const [reason, code] of Object.entries({
    expired: 'bad-token',
    'signed-out': 'bad-token',
    forbidden: 'forbidden',
    'not-found': 'not-found',
  })) {
    it(`fails if the next one says ${reason} as well`, async () => {
      const fixture = await createReadyDashboard();
      await refuse(fixture, reason);
      clock.tick(31 * SECOND);
      await untilPrepared(fixture);
      await refuse(fixture, reason, 1);
      expect([fixture.element.status, fixture.element.error!.code]).to.deep.equal(['failed', code]);
      expect(fixture.element.error!.message).not.to.match(/fake-host|Tdb|origins/);
      expect(fixture.frames()).to.be.empty;
      expect(fixture.log()).to.deep.equal(['load', 'expiring', 'error']);
    });
  }

  it('is never revealed while it is prepared: the dashboard on screen stays', async () => {
    const fixture = await createReadyDashboard();
    const [shown] = fixture.frames();
    fixture.element.reload().catch(() => {});
    await untilPrepared(fixture);
    await refuse(fixture, 'unavailable', 1);
    expect(fixture.frames()).to.deep.equal([shown]);
    const { code, retryable } = fixture.element.error!;
    expect([code, retryable]).to.deep.equal(['server', true]);
  });

  it('asks for no token if it is unavailable, and reports that once until it is ready', async () => {
    const fixture = await createReadyDashboard();
    const errors = (): number => fixture.log().filter((name) => name === 'error').length;
    await refuse(fixture, 'unavailable');
    const [frame] = fixture.frames();
    await send(frame!, { type: 'refused', reason: 'unavailable' });
    expect([errors(), fixture.element.status]).to.deep.equal([1, 'ready']);
    clock.tick(60 * SECOND);
    await settle();
    expect(await callCount(fixture)).to.equal(1);
    for (let time = 0; time < 10; time++) await greet(frame!);
    await send(frame!, { type: 'ready' }, { type: 'refused', reason: 'unavailable' });
    expect(errors()).to.equal(2);
  });

  it('is answered thirty times a minute while it is unavailable', async () => {
    const fixture = await createReadyDashboard();
    await refuse(fixture, 'unavailable');
    const [frame] = fixture.frames();
    for (let time = 0; time < 30; time++) await greet(frame!, []);
    const answers = heardBy(frame!).length;
    await say(frame!, { embeddedDashboard: 1, type: 'hello', can: ['busy'] });
    clock.tick(MINUTE + 1);
    await greet(frame!, ['select']);
    expect(
      heardBy(frame!)
        .slice(answers)
        .map(({ can }) => can),
    ).to.deep.equal([['select']]);
  });

  it('has no effect with an unknown reason', async () => {
    const fixture = await createReadyDashboard();
    for (const reason of ['bored', 7, null, '__proto__']) {
      await refuse(fixture, reason);
    }
    clock.tick(60 * SECOND);
    await settle();
    expect([await callCount(fixture), fixture.log()]).to.deep.equal([1, ['load']]);
  });
});
