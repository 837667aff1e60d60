import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import { warnings } from '../support/console-checks.ts';
import { createReadyDashboard } from '../support/dashboard-fixture.ts';
import { SECOND } from '../support/durations.ts';
import { clock } from '../support/test-page.ts';
import { until } from '../support/until.ts';

/** Dashboards that change at the same time, because each change takes some animation frames. */
const DASHBOARDS = 10;
const ROUNDS = 1000;
/** Changes in real time. */
const CHANGES = 100;
/** Ten times the goal, for slow machines. The log has the time that it took. */
const LIMIT_MS = 1000;
/** Longer than the element waits after a change of its own size. */
const HOLD = 51;
/** A page that is not quiet after so many animation frames never is. */
const MOST_STEPS = 50;

/** A page that reports the height of its body, as the dashboards of the included service do. */
const SCRIPT = `
  import { greet } from '/src/page/index.ts';
  const element = greet({ can: ['height'] });
  const report = () => element.height(Math.ceil(document.body.getBoundingClientRect().height) + 1);
  new ResizeObserver(report).observe(document.body);
  report();
`;
const STYLE = `
  body { display: flow-root; margin: 0 }
  ::-webkit-scrollbar { width: 15px }
  p { display: inline-block; margin: 5px; overflow-wrap: anywhere }
`;

interface Speaking {
  element: HTMLElement;
  /** The window of the page in its frame. */
  page: Window;
  /** The heights that the frame has had since the last change of its page. */
  heights: number[];
}

/** Adds an element whose page reports its height. The page is on the site of the test, which changes it. */
async function createSpeaking(width: number): Promise<Speaking> {
  const settings = { sizing: 'content', baseUrl: location.origin } as const;
  const { element, frames } = await createReadyDashboard(settings);
  Object.assign(element.style, { position: 'absolute', top: '0', width: `${width}px` });
  const page = frames()[0]!.contentWindow!;
  const { document } = page;
  const [style, script] = [document.createElement('style'), document.createElement('script')];
  Object.assign(script, { type: 'module', textContent: SCRIPT });
  style.textContent = STYLE;
  document.body.replaceChildren();
  document.head.append(style, script);
  addBlock(document, 100);
  const speaking: Speaking = { element, page, heights: [] };
  await until(() => isFitting(speaking));
  page.addEventListener('resize', () => speaking.heights.push(page.innerHeight));
  return speaking;
}

function addBlock({ body }: Document, height: number): void {
  const block = body.ownerDocument.createElement('div');
  block.style.height = `${height}px`;
  body.append(block);
}

/** Whether the frame has the height of its content, without a scroll bar. */
function isFitting({ page }: Speaking): boolean {
  const { scrollHeight, clientWidth } = page.document.documentElement;
  const { height } = page.document.body.getBoundingClientRect();
  const isClose = Math.abs(page.innerHeight - height) < 3;
  return isClose && scrollHeight <= page.innerHeight && clientWidth === page.innerWidth;
}

/** Returns the number of changes of the height. A change of the width alone is none. */
function countChanges({ heights }: Speaking): number {
  return heights.filter((height, index) => index > 0 && height !== heights[index - 1]).length;
}

/** Changes the page or the width of its element at random. Words wrap, and follow the width. */
function reflow({ element, page }: Speaking): void {
  const { document } = page;
  const { children } = document.body;
  const kind = Math.floor(Math.random() * 5);
  if (kind === 0) element.style.width = `${60 + Math.random() * 200}px`;
  if (kind === 1) document.body.style.fontSize = `${8 + Math.random() * 20}px`;
  if (kind === 2) children[Math.floor(Math.random() * children.length)]?.remove();
  if (kind === 3) addBlock(document, Math.random() * 300);
  if (kind === 4) {
    for (let word = Math.random() * 20; word > 0; word--) {
      const text = document.createElement('p');
      text.textContent = 'word'.repeat(1 + Math.random() * 3);
      document.body.append(text);
    }
  }
  while (children.length > 60) children[0]!.remove();
  if (children.length === 0) addBlock(document, 50);
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

describe('a frame with the height of its content', () => {
  it(`has no loop in ${DASHBOARDS * ROUNDS} random reflows`, async function () {
    this.timeout(0);
    const all: Speaking[] = [];
    for (let index = 0; index < DASHBOARDS; index++) all.push(await createSpeaking(120));
    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const speaking of all) {
        speaking.heights = [speaking.page.innerHeight];
        reflow(speaking);
      }
      // Two more frames show that the page is quiet.
      for (let step = 0, quiet = 0; quiet < 2; step++) {
        expect(step).to.be.below(MOST_STEPS);
        await nextFrame();
        clock.tick(HOLD);
        quiet = all.every(isFitting) ? quiet + 1 : 0;
      }
      most = Math.max(most, ...all.map(countChanges));
      // Ends the time in which the element counts alternations.
      clock.tick(2 * SECOND + 1);
    }
    console.log(`Most resizes until quiet: ${most}.`);
    expect(warnings.filter((text) => text.includes('height'))).to.deep.equal([]);
    expect(most).to.be.within(1, 2);
  });

  it('has no scroll bar soon after its content has grown', async function () {
    clock.restore();
    this.timeout(0);
    const speaking = await createSpeaking(400);
    const times: number[] = [];
    for (let change = 0; change < CHANGES; change++) {
      const startedAt = performance.now();
      // Without shrinking, there are no alternations.
      addBlock(speaking.page.document, 20 + (change % 50));
      do await nextFrame();
      while (!isFitting(speaking));
      times.push(performance.now() - startedAt);
    }
    times.sort((one, other) => one - other);
    const [median, most] = [times[CHANGES / 2]!, times.at(-1)!].map(Math.round);
    console.log(`Without a scroll bar after ${median} ms, at most ${most} ms.`);
    expect(most).to.be.below(LIMIT_MS);
  });
});
