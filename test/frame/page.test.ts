import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import type { Greeted } from '../../src/page/index.ts';
import {
  createDashboard,
  untilLoaded,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { settle, until } from '../support/until.ts';

type Page = Window & { words: Greeted; heard: string[] };

/** Creates an element whose dashboard greets with `embedded-dashboard/page`, on the page's own site. */
async function createGreeting(): Promise<DashboardFixture> {
  const host = new FakeHost();
  await host.answer({ body: '"greet-first"' }, { body: '"greet-second"' });
  return createDashboard({ baseUrl: location.origin }, host);
}

async function pageOf(fixture: DashboardFixture, index = 0): Promise<Page> {
  const frame = await untilLoaded(fixture, index);
  return frame.contentWindow as Page;
}

describe('a page that greets while it loads', () => {
  it('is shown at its load, and is loaded when it is ready', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    await settle();
    expect(fixture.log()).to.be.empty;
    words.ready();
    await until(() => fixture.log().join() === 'load');
  });

  it('gets its state back before it is ready again, and is revealed when it is', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    words.state('scroll=7');
    words.ready();
    await until(() => fixture.log().join() === 'load');
    const reloaded = fixture.element.reload();
    const next = await pageOf(fixture, 1);
    await until(() => next.heard.length > 0);
    expect(next.heard).to.deep.equal(['scroll=7']);
    const [shown, prepared] = fixture.frames();
    expect([shown!.inert, prepared!.inert]).to.deep.equal([false, true]);
    next.words.ready();
    await reloaded;
    expect(prepared!.inert).to.be.false;
  });

  it('tells what the reader chooses', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    const selected = fixture.next('dashboard-select');
    words.select({ Year: 2026 }, '2026');
    const { parameters, label } = await selected;
    expect([{ ...parameters }, label]).to.deep.equal([{ Year: '2026' }, '2026']);
  });

  it('tells that it is unavailable', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    const failed = fixture.next('dashboard-error');
    words.refused('unavailable');
    expect((await failed).error.code).to.equal('server');
  });
});
