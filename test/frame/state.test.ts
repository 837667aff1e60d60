import { expect, oneEvent } from '@open-wc/testing';
import type { HeadersSource } from '../../src/element/host-request.ts';
import '../../src/frame/index.ts';
import {
  createReadyDashboard,
  SETTLE,
  swap,
  untilLoaded,
  untilPrepared,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { SECOND } from '../support/durations.ts';
import { timesReceived } from '../support/fake-host.ts';
import { clock } from '../support/test-page.ts';
import { greet, send } from '../support/speaking-page.ts';
import { until } from '../support/until.ts';

async function createWithState(
  state: unknown,
  headers: HeadersSource = null,
): Promise<DashboardFixture> {
  const fixture = await createReadyDashboard({ headers });
  const [frame] = fixture.frames();
  expect((await greet(frame!)).state).to.be.undefined;
  await send(frame!, { type: 'state', state });
  return fixture;
}

/** Greets from the frame of a new token, and returns the state in the answer. */
async function stateOfNext(fixture: DashboardFixture): Promise<string | undefined> {
  fixture.element.reload().catch(() => {});
  const next = await untilPrepared(fixture);
  const { state } = await greet(next, ['state']);
  await swap(fixture);
  return state;
}

describe('the state of a page', () => {
  it('comes back in the next frame, also if that one says nothing new', async () => {
    const fixture = await createWithState('scroll=7');
    expect(await stateOfNext(fixture)).to.equal('scroll=7');
    expect(await stateOfNext(fixture)).to.equal('scroll=7');
  });

  it('is the newest one, also if the reader sets something while the next page loads', async () => {
    const fixture = await createWithState('scroll=1');
    const [shown] = fixture.frames();
    const entries = history.length;
    fixture.element.reload().catch(() => {});
    const next = await untilPrepared(fixture);
    for (const [earlier, later] of [
      ['scroll=1', 'scroll=2'],
      ['scroll=2', 'scroll=3'],
    ]) {
      expect((await greet(next)).state).to.equal(earlier);
      await send(shown!, { type: 'state', state: later });
      const loadedAgain = oneEvent(next, 'load');
      await send(next, { type: 'ready' });
      await loadedAgain;
      clock.tick(SETTLE - 1);
      expect(next.inert).to.be.true;
    }
    // A reader who never stops.
    expect((await greet(next)).state).to.equal('scroll=3');
    await send(shown!, { type: 'state', state: 'scroll=4' });
    await send(next, { type: 'ready' });
    await until(() => !next.inert);
    expect(history.length).to.equal(entries);
    expect(await stateOfNext(fixture)).to.equal('scroll=4');
  });

  it('makes no page load again that cannot use it, or that has it', async () => {
    for (const can of [['ready', 'state'], ['ready']]) {
      const fixture = await createWithState('scroll=1');
      const [shown] = fixture.frames();
      fixture.element.reload().catch(() => {});
      const next = await untilPrepared(fixture);
      await greet(next, can);
      await send(shown!, { type: 'state', state: can.includes('state') ? 'scroll=1' : 'scroll=2' });
      await send(next, { type: 'ready' });
      await until(() => !next.inert);
    }
  });

  it('costs the attempt if the page does not load again', async () => {
    const fixture = await createWithState('scroll=1');
    const { host, element, frames } = fixture;
    const [shown] = frames();
    await host.answer({ kind: 'second' });
    element.reload().catch(() => {});
    const next = await untilPrepared(fixture);
    await greet(next);
    await send(shown!, { type: 'state', state: 'scroll=2' });
    await send(next, { type: 'ready' });
    await until(async () => (await timesReceived(next)) === 2);
    clock.tick(30 * SECOND);
    expect(element.error).to.include({ code: 'frame-timeout', retryable: true });
    expect(frames()).to.deep.equal([shown]);
  });

  it('may have 16 KiB', async () => {
    const state = 'x'.repeat(16 * 1024);
    expect(await stateOfNext(await createWithState(state))).to.equal(state);
  });

  it('is not kept if it is a long text, or no text', async () => {
    const fixture = await createWithState('x'.repeat(16 * 1024 + 1));
    const [frame] = fixture.frames();
    await send(frame!, ...[{ scroll: 7 }, 7].map((state) => ({ type: 'state', state })));
    expect(await stateOfNext(fixture)).to.be.undefined;
  });

  it('is kept by its own element alone', async () => {
    await createWithState('mine');
    const other = await createReadyDashboard();
    expect((await greet(other.frames()[0]!)).state).to.be.undefined;
  });

  it('is not given to a page that cannot use it', async () => {
    const fixture = await createWithState('scroll=7');
    fixture.element.reload().catch(() => {});
    expect((await greet(await untilPrepared(fixture), ['busy'])).state).to.be.undefined;
  });

  it('is forgotten with other parameters', async () => {
    const fixture = await createWithState('scroll=7');
    fixture.element.parameters = { Region: 'North' };
    const next = await untilPrepared(fixture);
    expect((await greet(next)).state).to.be.undefined;
  });

  it('survives equal headers', async () => {
    const fixture = await createWithState('scroll=7', { 'X-App': 'shop' });
    fixture.element.headers = { 'x-app': 'shop' };
    expect(await stateOfNext(fixture)).to.equal('scroll=7');
  });

  it('is forgotten with another function of headers, which may belong to another user', async () => {
    const fixture = await createWithState('scroll=7', () => ({ 'X-App': 'shop' }));
    fixture.element.headers = () => ({ 'X-App': 'shop' });
    expect(await stateOfNext(fixture)).to.be.undefined;
  });

  for (const [when, forget] of Object.entries<(fixture: DashboardFixture) => Promise<unknown>>({
    async 'the element is removed'({ element }) {
      element.remove();
      // A move within the document is a removal and an insertion in one task.
      clock.tick(1);
      document.body.append(element);
    },
    'the reader has logged out': ({ element }) => element.logout(),
    'the host refuses the reader with 401': (fixture) => beRefused(fixture, 401),
    'the host refuses the reader with 403': (fixture) => beRefused(fixture, 403),
  })) {
    it(`is forgotten when ${when}`, async () => {
      const fixture = await createWithState('scroll=7');
      await forget(fixture);
      fixture.element.reload().catch(() => {});
      const frame = await untilLoaded(fixture, 0);
      expect((await greet(frame)).state).to.be.undefined;
    });
  }
});

async function beRefused({ element, host }: DashboardFixture, status: number): Promise<void> {
  await host.answer({ status });
  await element.reload().catch(() => {});
}
