import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import sinon from 'sinon';
import { greet } from '../../src/page/index.ts';
import {
  createAnswered,
  createDashboard,
  untilLoaded,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import type { GreetingPage } from '../support/speaking-page.ts';
import { MINUTE } from '../support/durations.ts';
import { addElement, clock } from '../support/test-page.ts';
import { newsOf } from '../support/page-news.ts';
import { settle, until, untilDrawn } from '../support/until.ts';

/** Creates an element whose dashboard greets with `embedded-dashboard/page`, on the page's own site. */
async function createGreeting(): Promise<DashboardFixture> {
  const host = new FakeHost();
  await host.answer({ body: '"greet-first"' }, { body: '"greet-second"' });
  return createDashboard({ baseUrl: location.origin }, host);
}

async function pageOf(fixture: DashboardFixture, index = 0): Promise<GreetingPage> {
  const frame = await untilLoaded(fixture, index);
  return frame.contentWindow as GreetingPage;
}

/** Waits until the element knows that the first page is ready, and so has all of its earlier words. */
function untilReady({ frames }: DashboardFixture): Promise<void> {
  return until(() => newsOf(frames()[0]!)?.phase === 'drawn');
}

/** Opens a channel, and collects what its second port says. */
function openChannel(): { port2: MessagePort; said: unknown[] } {
  const { port1, port2 } = new MessageChannel();
  const said: unknown[] = [];
  port1.addEventListener('message', ({ data }) => said.push(data));
  port1.start();
  return { port2, said };
}

/** Reloads a dashboard whose next page applies its state until the test ends that. */
async function reloadSlowly() {
  const fixture = await createGreeting();
  const { words } = await pageOf(fixture);
  words.state('slow');
  words.ready();
  await untilReady(fixture);
  const reloaded = fixture.element.reload();
  const next = await pageOf(fixture, 1);
  await until(() => next.apply);
  return { next, reloaded, prepared: fixture.frames()[1]! };
}

describe('a page that greets while it loads', () => {
  it('is loaded at its load, if it is not ready before', async () => {
    const fixture = await createGreeting();
    await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    expect(fixture.log().join()).to.equal('load');
  });

  /** Creates an element whose first page greets, and does not end. */
  async function createSlow() {
    const fixture = await createAnswered([{ body: '"greet-slow-first"' }], {
      baseUrl: location.origin,
    });
    const find = () => fixture.frames()[0]?.contentWindow as GreetingPage | undefined;
    await until(() => find()?.words);
    return { ...fixture, page: find()! };
  }

  it('is loaded when it is ready before its load, which ends its time limit', async () => {
    const { element, page, log } = await createSlow();
    expect(element.status).to.equal('loading');
    page.words.ready();
    await until(() => log().join() === 'load');
    clock.tick(MINUTE);
    expect([element.status, log().join()]).to.deep.equal(['ready', 'load']);
  });

  it('keeps the focus of a reader who works in it already', async () => {
    const { page, log } = await createSlow();
    const field = page.document.body.appendChild(document.createElement('input'));
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    field.focus();
    page.words.ready();
    await until(() => log().join() === 'load');
    expect(page.document.activeElement === field).to.be.true;
    expect(page.document.hasFocus()).to.be.true;
  });

  it('gets its state back before it is ready again, and is revealed when it is', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    words.state('scroll=7');
    words.ready();
    await untilReady(fixture);
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

  it('is not ready before it has applied its state', async () => {
    const { next, reloaded, prepared } = await reloadSlowly();
    next.words.ready();
    await untilDrawn();
    expect(prepared.inert).to.be.true;
    next.apply!();
    await reloaded;
    expect(prepared.inert).to.be.false;
  });

  it('is not ready before it has applied the state of its last greeting', async () => {
    const { next, reloaded, prepared } = await reloadSlowly();
    const applyFirst = next.apply!;
    // As a page does that has waited a second for the answer.
    next.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => next.heard.length === 2);
    next.words.ready();
    applyFirst();
    await untilDrawn();
    expect(prepared.inert).to.be.true;
    next.apply!();
    await reloaded;
    expect(prepared.inert).to.be.false;
  });

  it('tells what the reader chooses', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    const selected = fixture.next('dashboard-select');
    words.select({ Year: 2026 }, '2026', { Year: [2025, 2026] });
    const { parameters, label, filters } = await selected;
    expect([{ ...parameters }, label]).to.deep.equal([{ Year: '2026' }, '2026']);
    expect(filters).to.deep.equal({ Year: ['2025', '2026'] });
  });

  it('tells that it is unavailable', async () => {
    const fixture = await createGreeting();
    const { words } = await pageOf(fixture);
    const failed = fixture.next('dashboard-error');
    words.refused('unavailable');
    expect((await failed).error.code).to.equal('server');
  });

  it('says everything again when it comes back from the history', async () => {
    const fixture = await createGreeting();
    const page = await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    page.words.state('scroll=7');
    page.words.ready();
    await untilReady(fixture);
    page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => page.heard.length > 0);
    expect(page.heard).to.deep.equal(['scroll=7']);
    await until(() => newsOf(fixture.frames()[0]!)!.phase === 'drawn');
    expect(fixture.log()).to.deep.equal(['load']);
  });

  it('believes nobody else than its parent', async () => {
    const fixture = await createGreeting();
    const page = await pageOf(fixture);
    await until(() => fixture.element.status === 'ready');
    const { port2, said } = openChannel();
    const welcome = {
      embeddedDashboard: 1,
      type: 'welcome',
      can: ['ready', 'state'],
      state: 'bad',
    };
    const event = { data: welcome, ports: [port2], source: page };
    page.dispatchEvent(new MessageEvent('message', event));
    page.words.ready();
    await untilReady(fixture);
    expect([page.heard, said]).to.deep.equal([[], []]);
  });
});

describe('an answer without abilities', () => {
  it('permits a page nothing', async () => {
    const page = await pageOf(await createGreeting());
    const { port2, said } = openChannel();
    const data = { embeddedDashboard: 1, type: 'welcome' };
    page.dispatchEvent(new MessageEvent('message', { data, ports: [port2], source: window }));
    await settle();
    page.words.height(7);
    page.words.refused('unavailable');
    await until(() => said.length > 0);
    expect(said).to.deep.equal([{ type: 'refused', reason: 'unavailable' }]);
  });
});

describe('a page without an element around it', () => {
  it('greets three times within five seconds, and then never again', async () => {
    let pageClock!: sinon.SinonFakeTimers;
    Object.assign(window, {
      stopClock(page: Window) {
        pageClock = sinon.useFakeTimers({ global: page, toFake: ['setTimeout'] } as object);
      },
    });
    const said: unknown[] = [];
    const frame = document.createElement('iframe');
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === frame.contentWindow) said.push(data);
    };
    window.addEventListener('message', listen);
    frame.src = '/Tdb/greet-nobody';
    addElement(frame);
    const hello = {
      embeddedDashboard: 1,
      type: 'hello',
      can: ['ready', 'height', 'state', 'select', 'busy'],
    };
    await until(() => said.length === 1);
    for (const [ms, count] of [
      [999, 1],
      [1, 2],
      [3999, 2],
      [1, 3],
      [3_600_000, 3],
    ] as const) {
      pageClock.tick(ms);
      await settle();
      expect(said).to.deep.equal(Array.from({ length: count }, () => hello));
    }
    window.removeEventListener('message', listen);
    Reflect.deleteProperty(window, 'stopClock');
  });

  it('says nothing outside of a frame', async () => {
    expect(parent).to.equal(window);
    const said: unknown[] = [];
    const listen = ({ data }: MessageEvent): unknown => said.push(data);
    window.addEventListener('message', listen);
    const words = greet();
    words.ready();
    words.refused('expired');
    await settle();
    window.removeEventListener('message', listen);
    expect(said).to.be.empty;
  });
});
