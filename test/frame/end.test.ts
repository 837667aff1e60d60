import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import { createReadyDashboard, type DashboardFixture, swap } from '../support/dashboard-fixture.ts';
import { DAY, SECOND } from '../support/durations.ts';
import { arePortsOpen, greet } from '../support/speaking-page.ts';
import { clock } from '../support/test-page.ts';
import { until } from '../support/until.ts';

const ENDS: Record<string, (fixture: DashboardFixture) => unknown> = {
  async 'a swap'(fixture) {
    fixture.element.reload().catch(() => {});
    await swap(fixture);
    clock.tick(SECOND);
  },
  'a logout': ({ element }) => element.logout(),
  async 'the expiry of its token'({ element, host }) {
    await host.answer(...Array.from({ length: 100 }, () => ({ status: 503 })));
    clock.tick(DAY);
    await until(() => element.status === 'expired' || element.status === 'failed');
  },
  'the removal of the element'({ element }) {
    element.remove();
    clock.tick(1);
  },
};

describe('the port of a page', () => {
  for (const [what, end] of Object.entries(ENDS)) {
    it(`is closed after ${what}`, async () => {
      const fixture = await createReadyDashboard();
      const [frame] = fixture.frames();
      await greet(frame!);
      expect(arePortsOpen(frame!)).to.deep.equal([true]);
      await end(fixture);
      await until(() => !frame!.isConnected);
      expect(arePortsOpen(frame!)).to.deep.equal([false]);
    });
  }
});
