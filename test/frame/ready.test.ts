import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import '../../src/frame/index.ts';
import {
  createDashboard,
  createReadyDashboard,
  type DashboardFixture,
  SETTLE,
  untilLoaded,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { clock } from '../support/test-page.ts';
import { type GreetingPage, greet, send } from '../support/speaking-page.ts';
import { newsOf } from '../support/page-news.ts';
import { settle, until } from '../support/until.ts';

/** Returns a frame that is being prepared, and whose page has greeted. */
async function prepareGreeted(): Promise<HTMLIFrameElement> {
  const fixture = await createReadyDashboard();
  fixture.element.reload().catch(() => {});
  const next = await untilPrepared(fixture);
  await greet(next);
  return next;
}

/** Holds all animation frames, as a browser does in a hidden page. Returns a function that makes the next one. */
function holdFrames(): () => void {
  const calls: FrameRequestCallback[] = [];
  sinon.stub(window, 'requestAnimationFrame').callsFake((call) => calls.push(call));
  return () => calls.splice(0).forEach((call) => call(0));
}

describe('a page that says when it is ready', () => {
  it('is shown at its load, and the event comes when it is ready', async () => {
    const fixture = createDashboard();
    await until(() => fixture.frames().length === 1);
    const frame = await untilLoaded(fixture, 0);
    await until(() => !frame.inert);
    // Too late for the event.
    expect(fixture.log()).to.deep.equal(['load']);
    expect((await greet(frame)).can).to.deep.equal(['ready', 'state', 'select', 'busy']);
    fixture.element.reload().catch(() => {});
    const next = await untilPrepared(fixture);
    await greet(next);
    clock.tick(SETTLE);
    await settle();
    expect(next.inert).to.be.true;
    await send(next, { type: 'ready' });
    await until(() => !next.inert);
    expect(fixture.log()).to.deep.equal(['load', 'load']);
  });

  it('follows the rules of a silent page if it is not ready ten seconds after its load', async () => {
    const next = await prepareGreeted();
    clock.tick(9999);
    await settle();
    expect(next.inert).to.be.true;
    clock.tick(1);
    expect(next.inert).to.be.false;
  });

  it('is shown at the second animation frame: in the background, when the reader is back', async () => {
    const next = await prepareGreeted();
    const drawFrame = holdFrames();
    await send(next, { type: 'ready' }, { type: 'ready' });
    clock.tick(SETTLE);
    for (let frame = 0; frame < 2; frame++) {
      expect(next.inert).to.be.true;
      drawFrame();
    }
    expect(next.inert).to.be.false;
    // It is ready once only.
    await send(next, { type: 'ready' });
    expect(newsOf(next)!.phase).to.equal('drawn');
  });

  it('is not ready by the picture of an earlier document', async () => {
    const next = await prepareGreeted();
    const drawFrame = holdFrames();
    await send(next, { type: 'ready' });
    await greet(next);
    for (let frame = 0; frame < 2; frame++) drawFrame();
    expect(newsOf(next)!.phase).to.equal('drawing');
  });

  describe('before its load', () => {
    /** Returns a dashboard with a prepared frame that has greeted, and loads when the test wants. */
    async function createSlow(): Promise<{ fixture: DashboardFixture; page: GreetingPage }> {
      const host = new FakeHost();
      await host.answer({}, { body: '"greet-slow"' });
      const fixture = await createReadyDashboard({ baseUrl: location.origin }, host);
      fixture.element.reload().catch(() => {});
      await until(() => fixture.frames()[1]?.contentWindow);
      const page = fixture.frames()[1]!.contentWindow as GreetingPage;
      await until(() => page.words);
      await until(() => newsOf(fixture.frames()[1]!)?.phase);
      return { fixture, page };
    }

    it('is shown as soon as it is ready, even if its picture is a lie', async () => {
      const { fixture, page } = await createSlow();
      page.words.ready();
      await until(() => !fixture.frames().at(-1)!.inert);
      expect(fixture.log()).to.deep.equal(['load', 'load']);
    });

    it('has ten seconds from its load, however late that is', async () => {
      const { fixture, page } = await createSlow();
      const [, next] = fixture.frames();
      clock.tick(15_000);
      void page.finish();
      await untilPrepared(fixture);
      clock.tick(9999);
      await settle();
      expect(next!.inert).to.be.true;
      clock.tick(1);
      expect(next!.inert).to.be.false;
    });
  });
});
