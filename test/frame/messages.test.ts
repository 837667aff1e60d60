import { expect, oneEvent } from '@open-wc/testing';
import '../../src/frame/index.ts';
import type { DashboardSelectEvent } from '../../src/frame/index.ts';
import { createReadyDashboard, swap, type DashboardFixture } from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { fixRefreshPoint } from '../support/renewal-fixture.ts';
import { DEADLINE, REFRESH_POINT } from '../support/token-life.ts';
import { SECOND } from '../support/durations.ts';
import { arePortsOpen, greet, send } from '../support/speaking-page.ts';
import { newsOf } from '../support/page-news.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

interface Speaking extends DashboardFixture {
  frame: HTMLIFrameElement;
  selections: DashboardSelectEvent[];
}

async function createSpeaking(can?: string[]): Promise<Speaking> {
  const fixture = await createReadyDashboard();
  const [frame] = fixture.frames();
  const selections: DashboardSelectEvent[] = [];
  fixture.element.addEventListener('dashboard-select', (event) => selections.push(event));
  await greet(frame!, can);
  return { ...fixture, frame: frame!, selections };
}

describe('a choice inside the dashboard', () => {
  it('becomes an event that changes nothing', async () => {
    const { frame, selections, element } = await createSpeaking();
    await send(frame, { type: 'select', parameters: { Region: 'North' }, label: 'North' });
    expect(selections).to.have.length(1);
    const [event] = selections;
    expect({ ...event!.parameters }).to.deep.equal({ Region: 'North' });
    expect([event!.label, event!.bubbles, event!.composed]).to.deep.equal(['North', true, true]);
    expect([element.parameters, element.status]).to.deep.equal([undefined, 'ready']);
  });

  it('is dropped if its parameters break a rule', async () => {
    const { frame, selections } = await createSpeaking();
    const bad = [undefined, { '1st': 'x' }, { Region: {} }, { Region: 'a;b' }];
    await send(frame, ...bad.map((parameters) => ({ type: 'select', parameters })));
    expect(selections).to.be.empty;
  });

  it('has a label without control characters and bidirectional overrides, and no long one', async () => {
    const { frame, selections } = await createSpeaking();
    const labels = ['a\0b\u009f\u202ec\u202dd\u2066e\u2069\u200f\n', 'x'.repeat(201)];
    await send(frame, ...labels.map((label) => ({ type: 'select', parameters: {}, label })));
    expect(selections.map(({ label }) => label)).to.deep.equal(['abcde\u200f', '']);
  });

  it('has the choices in the filters of the page that keep the rules', async () => {
    const { frame, selections } = await createSpeaking();
    const kept = { Region: ['North', 'South'], Year: 2026, Name: '' };
    const left = {
      year: 'the same name',
      '1st': 'an invalid name',
      Bad: 'a;b',
      Deep: [['x']],
      None: [],
      Null: null,
      Long: Array.from({ length: 51 }, () => 'x'),
    };
    await send(frame, { type: 'select', parameters: {}, filters: { ...kept, ...left } });
    const [{ filters }] = selections as [DashboardSelectEvent];
    expect(filters).to.deep.equal({ ...kept, Year: '2026' });
    expect([filters, filters.Region].every(Object.isFrozen)).to.be.true;
  });

  it('has no choices if they are too long for an address', async () => {
    const { frame, selections } = await createSpeaking();
    const Region = Array.from({ length: 9 }, () => 'x'.repeat(250));
    for (const filters of [{ Region }, 'Region', [], null]) {
      clock.tick(SECOND + 1);
      await send(frame, { type: 'select', parameters: {}, filters });
    }
    expect(selections.map(({ filters }) => filters)).to.deep.equal([{}, {}, {}, {}]);
  });

  it('becomes at most two events a second', async () => {
    const { frame, selections } = await createSpeaking();
    const message = { type: 'select', parameters: {} };
    await send(frame, message, message, message);
    expect(selections).to.have.length(2);
    clock.tick(SECOND + 1);
    await send(frame, message);
    expect(selections).to.have.length(3);
  });

  it('is dropped if the page has not said that it can select', async () => {
    const { frame, selections } = await createSpeaking(['busy']);
    await send(frame, { type: 'select', parameters: {} });
    expect(selections).to.be.empty;
  });
});

describe('a person who works in the page', () => {
  it('delays a renewal until the work ends', async () => {
    const { frame, frames } = await createSpeaking();
    await send(frame, { type: 'busy' });
    clock.tick(REFRESH_POINT + SECOND);
    await settle();
    expect(frames()).to.have.length(1);
    await send(frame, { type: 'idle' });
    await until(() => frames().length === 2);
  });

  it('delays it never past the deadline', async () => {
    const { frame, frames } = await createSpeaking();
    await send(frame, { type: 'busy' });
    clock.tick(DEADLINE + SECOND);
    await until(() => frames().length === 2);
  });

  it('who has worked in a page that keeps its state does not delay it', async () => {
    const fixture = await createSpeaking(['state']);
    fixture.frame.focus();
    clock.tick(SECOND);
    window.focus();
    fixture.frame.blur();
    clock.tick(REFRESH_POINT + SECOND);
    await until(() => fixture.frames().length === 2);
    await swap(fixture);
  });
});

describe('too many messages', () => {
  it('are dropped, except for the last ones', async () => {
    const { frame, frames, selections } = await createSpeaking();
    const noise = Array.from({ length: 30 }, () => ({ type: 'idle' }));
    const last = [{ type: 'select', parameters: {} }, { type: 'busy' }];
    await send(frame, ...noise, ...last);
    clock.tick(SECOND);
    expect(selections).to.be.empty;
    clock.tick(REFRESH_POINT);
    await settle();
    expect(frames(), 'busy counts').to.have.length(1);
  });
});

describe('a document that is over', () => {
  it('is silent after a load without a greeting', async () => {
    const { frame, selections } = await createSpeaking();
    await send(frame, { type: 'busy' });
    expect(newsOf(frame)!.isBusy).to.be.true;
    // The load after a greeting may be that of the greeting's own document.
    for (const isBusy of [true, false]) {
      const loaded = oneEvent(frame, 'load');
      frame.contentWindow!.postMessage({ go: frame.src }, '*');
      await loaded;
      expect(newsOf(frame)!.isBusy).to.equal(isBusy);
      expect(arePortsOpen(frame)).to.deep.equal([isBusy]);
    }
    expect(selections).to.be.empty;
  });
});
