import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import '../../src/frame/index.ts';
import { createReadyDashboard, reload } from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { clock } from '../support/test-page.ts';
import { MINUTE } from '../support/durations.ts';
import { newsOf } from '../support/page-news.ts';
import { arePortsOpen, greet, heardBy, saidBy, say } from '../support/speaking-page.ts';

const HELLO = { embeddedDashboard: 1, type: 'hello', can: ['busy'] };

describe('a greeting', () => {
  it('is answered with what both sides know', async () => {
    const { frames } = await createReadyDashboard();
    const welcome = await greet(frames()[0]!, ['state', 'teleport', 'busy']);
    expect(welcome).to.deep.equal({
      embeddedDashboard: 1,
      type: 'welcome',
      can: ['state', 'busy'],
      state: undefined,
    });
  });

  it('is dropped if it breaks a rule', async () => {
    const { frames } = await createReadyDashboard();
    const [frame] = frames();
    for (const [fault, hello] of Object.entries({
      'no text': 'hello',
      'no version': { type: 'hello', can: ['state'] },
      'a broken version': { ...HELLO, embeddedDashboard: 1.5, can: ['state'] },
      'version 0': { ...HELLO, embeddedDashboard: 0, can: ['state'] },
      'no list': { ...HELLO, can: 'state' },
      'a list with a number': { ...HELLO, can: ['state', 1] },
      'too many abilities': { ...HELLO, can: Array.from({ length: 17 }, () => 'state') },
      'a long ability': { ...HELLO, can: ['state', 'x'.repeat(33)] },
      'more than 32 KiB': { ...HELLO, can: ['state'], more: 'x'.repeat(32 * 1024) },
    })) {
      const before = heardBy(frame!).length;
      await say(frame!, hello);
      await greet(frame!, ['busy']);
      const answers = heardBy(frame!).slice(before);
      expect(
        answers.map(({ can }) => can),
        fault,
      ).to.deep.equal([['busy']]);
      clock.tick(MINUTE + 1);
    }
  });

  it('is answered at most six times a minute', async () => {
    const { frames } = await createReadyDashboard();
    const [frame] = frames();
    for (let time = 0; time < 6; time++) await greet(frame!, ['busy']);
    await say(frame!, HELLO);
    clock.tick(MINUTE + 1);
    await greet(frame!, ['select']);
    const answers = heardBy(frame!).map(({ can }) => can.join());
    expect(answers).to.deep.equal([...Array.from({ length: 6 }, () => 'busy'), 'select']);
  });

  it('is answered to its own origin alone, with one port', async () => {
    // The window of another site cannot be watched.
    const { frames } = await createReadyDashboard({ baseUrl: location.origin });
    const { contentWindow } = frames()[0]!;
    const answer = sinon.spy(contentWindow!, 'postMessage');
    await greet(frames()[0]!);
    const answers = answer.args.filter(([data]) => data.embeddedDashboard);
    expect(answers.map(([, ...how]) => how.flat().map(String))).to.deep.equal([
      [location.origin, '[object MessagePort]'],
    ]);
  });

  it('closes the port of the greeting before, also if it is not answered', async () => {
    const { frames } = await createReadyDashboard();
    const [frame] = frames();
    for (let time = 0; time < 6; time++) await greet(frame!);
    expect(arePortsOpen(frame!).join()).to.equal('false,false,false,false,false,true');
    await say(frame!, HELLO);
    expect(arePortsOpen(frame!)).not.to.contain(true);
  });

  it('is dropped in a sandbox without allow-same-origin', async () => {
    const { frames } = await createReadyDashboard({ sandbox: 'allow-scripts' });
    await untilDropped(frames()[0]!);
  });

  it('is dropped from an address to which the base URL redirects', async () => {
    const host = new FakeHost();
    await host.answer({ body: '"redirect-1"' });
    const { frames } = await createReadyDashboard({ baseUrl: location.origin }, host);
    await untilDropped(frames()[0]!);
  });
});

/** Greets from a frame, and checks that there is no answer. */
async function untilDropped(frame: HTMLIFrameElement): Promise<void> {
  await say(frame, HELLO);
  // An answer to the first greeting would be here before the second one.
  await say(frame, HELLO);
  expect(saidBy(frame)).to.deep.equal([HELLO, HELLO]);
  expect(heardBy(frame)).to.be.empty;
  expect(newsOf(frame)).to.be.undefined;
}

it('sends nothing to a page that has not greeted', async () => {
  const fixture = await createReadyDashboard({ sizing: 'content' });
  await reload(fixture);
  // The page would answer any other message.
  for (const frame of fixture.frames()) {
    await say(frame, 'the end');
    expect([...saidBy(frame), ...heardBy(frame)]).to.deep.equal(['the end']);
  }
});
