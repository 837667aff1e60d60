import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import { warnings } from '../support/console-checks.ts';
import {
  createReadyDashboard,
  swap,
  untilPrepared,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { greet, send } from '../support/speaking-page.ts';
import { untilResizesAreKnown, until } from '../support/until.ts';

/** Longer than the element waits after a change of its own size. */
const HOLD = 51;

async function createSpeaking(settings = {}): Promise<DashboardFixture> {
  const fixture = await createReadyDashboard({ sizing: 'content', ...settings });
  await greet(fixture.frames()[0]!);
  return fixture;
}

async function tell({ frames }: DashboardFixture, height: unknown, index = 0): Promise<void> {
  await send(frames()[index]!, { type: 'height', height });
}

describe('a page that reports its height', () => {
  it('sets the automatic height of the element', async () => {
    const fixture = await createSpeaking();
    expect(fixture.element.offsetHeight).to.equal(600);
    await tell(fixture, 321);
    expect(fixture.element.offsetHeight).to.equal(321);
    fixture.element.style.height = 'auto';
    expect(fixture.element.offsetHeight).to.equal(321);
  });

  it('has no effect on a height of the page', async () => {
    const fixture = await createSpeaking();
    fixture.element.style.maxHeight = '250px';
    await tell(fixture, 321);
    expect(fixture.element.offsetHeight).to.equal(250);
    fixture.element.style.height = '200px';
    expect(fixture.element.offsetHeight).to.equal(200);
  });

  it('has no effect without sizing="content"', async () => {
    const fixture = await createSpeaking({ sizing: null });
    await tell(fixture, 321);
    expect(fixture.element.offsetHeight).to.equal(600);
  });

  it('has no effect with a height that is not allowed', async () => {
    const fixture = await createSpeaking();
    for (const height of [0, -1, 20_001, NaN, Infinity, '300', null, {}]) {
      await tell(fixture, height);
      expect(fixture.element.offsetHeight, JSON.stringify(height)).to.equal(600);
    }
  });

  it('counts only on screen, and until its frame is gone', async () => {
    const fixture = await createSpeaking();
    await tell(fixture, 300);
    await untilResizesAreKnown(fixture.element);
    fixture.element.reload().catch(() => {});
    await untilPrepared(fixture);
    await greet(fixture.frames()[1]!, ['height']);
    await tell(fixture, 400, 1);
    clock.tick(HOLD);
    expect(fixture.element.offsetHeight).to.equal(300);
    await swap(fixture);
    clock.tick(HOLD);
    expect(fixture.element.offsetHeight).to.equal(400);
    fixture.element.dashboardGuid = null;
    await until(() => fixture.element.status === 'idle');
    expect(fixture.element.offsetHeight).to.equal(600);
  });

  it('waits after a change of the size of the element, and the last height counts', async () => {
    const fixture = await createSpeaking();
    await tell(fixture, 300);
    await untilResizesAreKnown(fixture.element);
    await tell(fixture, 400);
    await tell(fixture, 500);
    expect(fixture.element.offsetHeight).to.equal(300);
    clock.tick(HOLD);
    expect(fixture.element.offsetHeight).to.equal(500);
    await untilResizesAreKnown(fixture.element);
    clock.tick(HOLD);
    await tell(fixture, 501);
    expect(fixture.element.offsetHeight, 'a change that nobody sees').to.equal(500);
  });

  it('is frozen with one warning if it depends on the height of its frame', async () => {
    const fixture = await createSpeaking();
    for (let turn = 0; turn < 20; turn++) {
      await tell(fixture, turn % 2 ? 400 : 300);
      await untilResizesAreKnown(fixture.element);
      clock.tick(HOLD);
    }
    const height = fixture.element.offsetHeight;
    await tell(fixture, 350);
    clock.tick(HOLD);
    expect(fixture.element.offsetHeight).to.equal(height);
    expect(warnings.filter((text) => text.includes('height'))).to.have.length(1);
  });
});
