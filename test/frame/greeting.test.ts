import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import { createReadyDashboard } from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { MINUTE } from '../support/durations.ts';
import { greet, heardBy, say } from '../support/speaking-page.ts';

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

  for (const [fault, hello] of Object.entries({
    'no text': 'hello',
    'no version': { type: 'hello', can: ['state'] },
    'a broken version': { ...HELLO, embeddedDashboard: 1.5, can: ['state'] },
    'version 0': { ...HELLO, embeddedDashboard: 0, can: ['state'] },
    'no list': { ...HELLO, can: 'state' },
    'a list with a number': { ...HELLO, can: ['state', 1] },
    'too many abilities': { ...HELLO, can: Array.from({ length: 17 }, () => 'state') },
    'a long ability': { ...HELLO, can: ['state', 'x'.repeat(33)] },
  })) {
    it(`is dropped with ${fault}`, async () => {
      const { frames } = await createReadyDashboard();
      const [frame] = frames();
      await say(frame!, hello);
      await greet(frame!, ['busy']);
      expect(heardBy(frame!).map(({ can }) => can)).to.deep.equal([['busy']]);
    });
  }

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
});
