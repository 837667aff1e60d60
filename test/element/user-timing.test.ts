import { expect } from '@open-wc/testing';
import { createReadyDashboard } from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';

const NAMES = ['token', 'frame', 'shown'].map((step) => `embedded-dashboard:${step}`);

const measures = (name: string): PerformanceEntryList => performance.getEntriesByName(name);

// The measures need the browser's own `performance`.
beforeEach(() => clock.restore());

describe('the timeline of the page', () => {
  it('has measures from the request to the token, the frame and the dashboard, without addresses', async () => {
    const before = performance.now();
    const { host } = await createReadyDashboard();
    const durations = NAMES.map((name) => {
      const [entry, ...others] = measures(name);
      expect(others, name).to.be.empty;
      // The page's clock has a resolution of whole milliseconds.
      expect(entry!.startTime).to.be.at.least(before - 2);
      return entry!.duration;
    });
    expect(durations[0]).to.be.above(0);
    expect(durations[1]).to.be.at.least(durations[0]!);
    expect(durations[2]).to.be.at.least(durations[1]!);
    const text = JSON.stringify(NAMES.map((name) => measures(name)));
    expect(text).not.to.contain('/Tdb/');
    expect(text).not.to.contain(host.tokenUrl);
  });

  it('keeps the last measure of each name, and observers get all', async () => {
    const seen: string[] = [];
    const observer = new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ name }) => name));
    });
    observer.observe({ type: 'measure' });
    const { element } = await createReadyDashboard();
    await element.reload();
    seen.push(...observer.takeRecords().map(({ name }) => name));
    observer.disconnect();
    for (const name of NAMES) {
      expect(measures(name), name).to.have.length(1);
      expect(seen.filter((one) => one === name).length, name).to.be.at.least(2);
    }
  });
});
