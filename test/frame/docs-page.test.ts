import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import {
  createAnswered,
  type DashboardFixture,
  SETTLE,
  untilLoaded,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { newsOf } from '../support/page-news.ts';
import { until } from '../support/until.ts';

/** Shows the page that the docs give to the makers of dashboards. It needs no library. */
async function createFromDocs(): Promise<DashboardFixture> {
  const fixture = await createAnswered([{ body: '"docs-first"' }, { body: '"docs-second"' }], {
    baseUrl: location.origin,
    sizing: 'content',
  });
  await until(() => fixture.frames().some((frame) => newsOf(frame)?.phase === 'drawn'));
  return fixture;
}

const buttonsIn = ({ contentDocument }: HTMLIFrameElement): HTMLButtonElement[] => [
  ...contentDocument!.querySelectorAll('button'),
];
const regionsIn = (frame: HTMLIFrameElement): string[] =>
  buttonsIn(frame).map(({ textContent }) => textContent);

describe('the page of the docs', () => {
  it('has fewer than 40 lines', async () => {
    const html = await (await fetch('/Tdb/docs-first')).text();
    expect(html.trimEnd().split('\n')).to.have.length.below(40);
  });

  it('reports its height, so that it needs no scroll bar', async () => {
    const { element, frames } = await createFromDocs();
    const { offsetHeight } = frames()[0]!.contentDocument!.documentElement;
    // The element ignores changes below 2 px. One more keeps growth by a pixel free of a scroll bar.
    await until(() => element.offsetHeight === offsetHeight + 1);
    expect(offsetHeight).to.be.within(20, 300);
  });

  it('reports a choice', async () => {
    const fixture = await createFromDocs();
    const selected = fixture.next('dashboard-select');
    buttonsIn(fixture.frames()[0]!)[1]!.click();
    const { parameters, label } = await selected;
    expect([{ ...parameters }, label]).to.deep.equal([{ Region: 'South' }, 'South']);
  });

  it('keeps its state over a renewal, and is shown when it is ready', async () => {
    const fixture = await createFromDocs();
    const frame = await untilLoaded(fixture, 0);
    expect(regionsIn(frame)).to.deep.equal(['North', 'South', 'West']);
    frame.contentDocument!.querySelector('input')!.click();
    expect(regionsIn(frame)).to.deep.equal(['South', 'West', 'North']);
    const reloaded = fixture.element.reload();
    const next = await untilPrepared(fixture);
    // The test's clock does not run: only `ready` can reveal the frame.
    await reloaded;
    expect(next.inert).to.be.false;
    expect(regionsIn(next)).to.deep.equal(['South', 'West', 'North']);
    clock.tick(SETTLE);
  });
});
