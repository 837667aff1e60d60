import { expect } from '@open-wc/testing';
import '../../src/frame/index.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { warnings } from '../support/console-checks.ts';
import {
  createReadyDashboard,
  type DashboardFixture,
  reload,
  swap,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { SECOND } from '../support/durations.ts';
import { greet, send } from '../support/speaking-page.ts';
import { clock } from '../support/test-page.ts';
import { settle } from '../support/until.ts';

type Filters = EmbeddedDashboardElement['filters'];

const NORTH = { Region: 'North' };

/** Returns the first choices in the address of the newest frame. */
function addressed({ frames }: DashboardFixture): string[] {
  const [, query = ''] = frames().at(-1)!.src.split('?');
  return query.split('&').filter((field) => field.startsWith('filter'));
}

/** Changes settings, and waits until their frame would have begun to load. The frame before the present one is gone. */
async function change(
  { element }: DashboardFixture,
  settings: Partial<EmbeddedDashboardElement>,
): Promise<void> {
  clock.tick(SECOND);
  Object.assign(element, settings);
  await element.updateComplete;
  clock.tick(SECOND);
  await settle();
}

/** Greets from the newest frame, and reports a state if there is one. Returns the state that the page gets. */
async function speak(
  { frames }: DashboardFixture,
  state?: string,
  can = ['state'],
): Promise<string | undefined> {
  const page = frames().at(-1)!;
  const welcome = await greet(page, can);
  if (state !== undefined) await send(page, { type: 'state', state });
  return welcome.state;
}

describe('filters', () => {
  it('follow the display options in the address, from the property and from the attribute', async () => {
    const fixture = await createReadyDashboard({ theme: 'dark', filters: NORTH });
    expect(fixture.frames()[0]!.src).to.match(/\?theme=dark&filter\.Region=North$/);
    fixture.element.setAttribute('filters', '{"Region":["South",""]}');
    await change(fixture, {});
    await swap(fixture);
    expect(fixture.element.filters).to.deep.equal({ Region: ['South', ''] });
    expect(addressed(fixture)).to.deep.equal(['filter-empty.Region=1', 'filter.Region=South']);
  });

  it('may be a JSON string as a property, as some frameworks set it', async () => {
    const filters = '{"Region":"North"}' as unknown as Filters;
    expect(addressed(await createReadyDashboard({ filters }))).to.deep.equal([
      'filter.Region=North',
    ]);
  });

  it('load the dashboard again with the same token, and only if their content changes', async () => {
    const fixture = await createReadyDashboard({
      filters: { Region: ['North', 'South'], Year: 1 },
    });
    const token = /Tdb\/[^?]+/.exec(fixture.frames()[0]!.src)![0];
    await change(fixture, { filters: { Year: '1', Region: ['South', 'North'] } });
    expect(fixture.frames()).to.have.length(1);
    await change(fixture, { filters: NORTH });
    const loaded = fixture.next('dashboard-load');
    const next = await swap(fixture);
    await loaded;
    expect(next.src).to.contain(`${token}?filter.Region=North`);
    expect(await fixture.host.calls()).to.have.length(1);
  });

  it('that break a rule are reported once, and the dashboard shows without them', async () => {
    const filters = { Region: 'secret;x' };
    const fixture = await createReadyDashboard({ filters, color: 'red' });
    expect(addressed(fixture)).to.deep.equal([]);
    expect(fixture.element.status).to.equal('ready');
    const message = 'filters.Region breaks a rule of docs/filters.md.';
    expect(
      fixture.events.map((event) => 'error' in event && (event.error as Error).message),
    ).to.deep.equal([message, false]);
    expect(warnings.at(-1)).to.contain(message);
    await change(fixture, { color: 'blue' });
    await swap(fixture);
    expect(fixture.log()).to.deep.equal(['error', 'load', 'load']);
  });

  it('that cannot be read as JSON are reported, too', async () => {
    const filters = 'Region=North' as unknown as Filters;
    const fixture = await createReadyDashboard({ filters });
    expect(addressed(fixture)).to.deep.equal([]);
    expect(warnings.at(-1)).to.contain('filters must be a JSON object.');
  });
});

describe('the successor of a frame with filters', () => {
  it('has none if the page has kept a state, which it gets instead', async () => {
    const fixture = await createReadyDashboard({ filters: NORTH });
    expect(await speak(fixture, 'Region=South')).to.be.undefined;
    for (let renewal = 0; renewal < 3; renewal += 1) {
      clock.tick(SECOND);
      await reload(fixture);
      expect(addressed(fixture)).to.deep.equal([]);
      expect(await speak(fixture)).to.equal('Region=South');
    }
  });

  it('has them again if the page has kept no state, or cannot', async () => {
    for (const can of [['state'], ['ready']]) {
      const fixture = await createReadyDashboard({ filters: NORTH });
      await speak(fixture, undefined, can);
      fixture.element.reload().catch(() => {});
      await untilPrepared(fixture);
      expect(addressed(fixture)).to.deep.equal(['filter.Region=North']);
    }
  });

  it('keeps the later choice if a color changes', async () => {
    const fixture = await createReadyDashboard({ filters: NORTH });
    await speak(fixture, 'Region=South');
    await change(fixture, { color: 'red' });
    await swap(fixture);
    expect(addressed(fixture)).to.deep.equal([]);
    expect(await speak(fixture)).to.equal('Region=South');
  });

  it('has them again without the state after other filters, and after other parameters', async () => {
    const fixture = await createReadyDashboard({ filters: NORTH });
    await speak(fixture, 'Region=South');
    await change(fixture, { filters: { Region: 'West' } });
    await swap(fixture);
    expect(addressed(fixture)).to.deep.equal(['filter.Region=West']);
    expect(await speak(fixture, 'Region=East')).to.be.undefined;
    await change(fixture, { parameters: { Customer: '7' } });
    await swap(fixture);
    expect(addressed(fixture)).to.deep.equal(['filter.Region=West']);
    expect(await speak(fixture)).to.be.undefined;
  });

  for (const [what, other, back] of [
    ['filters', { filters: { Region: 'West' } }, { filters: NORTH }],
    ['parameters', { parameters: { Customer: '7' } }, { parameters: null }],
  ] as const) {
    it(`has them again after other ${what} whose frame was never shown`, async () => {
      const fixture = await createReadyDashboard({ filters: NORTH });
      await speak(fixture, 'Region=South');
      await change(fixture, other);
      await untilPrepared(fixture);
      await speak(fixture);
      await change(fixture, back);
      await untilPrepared(fixture);
      expect(addressed(fixture)).to.deep.equal(['filter.Region=North']);
      expect(await speak(fixture)).to.be.undefined;
    });
  }
});
