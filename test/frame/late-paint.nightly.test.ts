import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import {
  createAnswered,
  type DashboardFixture,
  untilLoaded,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import type { GreetingPage } from '../support/speaking-page.ts';
import { clock } from '../support/test-page.ts';
import { until } from '../support/until.ts';

const RENEWALS = 5;
const PAINTED = 'rgb(0, 96, 128)';

/** Creates an element in real time, on the site of the test, which paints its dashboards. */
async function createLate(kind: 'greet' | 'silent'): Promise<DashboardFixture> {
  clock.restore();
  const fixture = await createAnswered(
    Array.from({ length: 99 }, (_, at) => ({ body: `"${kind}-token-${at}"` })),
    { baseUrl: location.origin },
  );
  paint(await untilLoaded(fixture, 0));
  await until(() => fixture.element.status === 'ready');
  return fixture;
}

/** Draws the picture of the dashboard in a frame. A dashboard that speaks says so. */
function paint({ contentWindow }: HTMLIFrameElement): void {
  const { document, words } = contentWindow as GreetingPage;
  document.body.style.background = PAINTED;
  words?.ready();
}

/** Whether a reader sees a dashboard that is drawn. */
function isOnScreen({ frames }: DashboardFixture): boolean {
  return frames().some((frame) => {
    const { body } = frame.contentDocument ?? {};
    return getComputedStyle(frame).opacity === '1' && body?.style.background.includes(PAINTED);
  });
}

/** Renews a dashboard that paints some time after its load. Returns the time without a dashboard, in milliseconds. */
async function timeWithout(fixture: DashboardFixture, paintMs: number): Promise<number> {
  let total = 0;
  let before = performance.now();
  let isOver = false;
  const look = (at: number): void => {
    if (!isOnScreen(fixture)) total += at - before;
    before = at;
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const reloaded = fixture.element.reload();
  const next = await untilPrepared(fixture);
  await new Promise((resolve) => setTimeout(resolve, paintMs));
  paint(next);
  await reloaded;
  await until(() => fixture.frames().length === 1);
  isOver = true;
  return total;
}

describe('a dashboard that paints long after its load', () => {
  it('is always on screen if it says when it is ready', async () => {
    const fixture = await createLate('greet');
    for (let renewal = 0; renewal < RENEWALS; renewal++) {
      expect(await timeWithout(fixture, 2000)).to.equal(0);
    }
  });

  it('is missing for a moment if it says nothing', async () => {
    const fixture = await createLate('silent');
    const ms = await timeWithout(fixture, 4000);
    console.log(`Without a dashboard for ${Math.round(ms)} ms.`);
    expect(ms).to.be.above(0);
  });
});
