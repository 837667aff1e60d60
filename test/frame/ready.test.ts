import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import {
  createDashboard,
  createReadyDashboard,
  SETTLE,
  untilLoaded,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { greet, send } from '../support/speaking-page.ts';
import { settle, until } from '../support/until.ts';

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
    const fixture = await createReadyDashboard();
    fixture.element.reload().catch(() => {});
    const next = await untilPrepared(fixture);
    await greet(next);
    clock.tick(9999);
    await settle();
    expect(next.inert).to.be.true;
    clock.tick(1);
    expect(next.inert).to.be.false;
  });
});
