import { expect } from '@open-wc/testing';
import {
  createReadyDashboard,
  SETTLE,
  swap,
  type DashboardFixture,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { MINUTE, SECOND } from '../support/durations.ts';
import { fixRefreshPoint, wake } from '../support/renewal-fixture.ts';
import { DEADLINE, LIFE, REFRESH_POINT } from '../support/token-life.ts';
import { settle } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('the renewal of two elements whose getToken differed for a while', () => {
  const MEANWHILE = 10 * MINUTE;
  let fixtures: [DashboardFixture, DashboardFixture];
  let status: number;
  let calls: number;

  /** Returns the token of each element's newest frame. */
  const tokens = (): unknown[] =>
    fixtures.map(({ frames }) => /token-\d+/.exec(frames().at(-1)!.src)?.[0]);

  /** Gives both elements the same `getToken` again, but the second element a newer token. */
  beforeEach(async () => {
    const baseUrl = await new FakeHost().answer();
    [status, calls] = [200, 0];
    const getToken = async () =>
      Response.json({ token: `token-${++calls}-0000`, baseUrl }, { status });
    fixtures = [await createReadyDashboard({ getToken }), await createReadyDashboard({ getToken })];
    const { element } = fixtures[1];
    element.getToken = () => getToken();
    await element.updateComplete;
    clock.tick(MEANWHILE);
    void element.reload();
    await swap(fixtures[1]);
    element.getToken = getToken;
    await element.updateComplete;
    expect(tokens()).to.deep.equal(['token-1', 'token-2']);
  });

  it('uses the newer token once the older one is due, and then one request for both', async () => {
    clock.tick(MINUTE);
    wake('focus');
    await settle();
    expect(tokens(), 'no renewal is due').to.deep.equal(['token-1', 'token-2']);
    clock.tick(REFRESH_POINT - MEANWHILE - MINUTE);
    await swap(fixtures[0]);
    expect(tokens()).to.deep.equal(['token-2', 'token-2']);
    clock.tick(MEANWHILE);
    await Promise.all(fixtures.map(untilPrepared));
    expect(tokens()).to.deep.equal(['token-3', 'token-3']);
    expect(calls).to.equal(3);
  });

  it('keeps the token that lives longer while requests fail', async () => {
    status = 503;
    void fixtures[0].element.reload().catch(() => {});
    for (let at = MEANWHILE; at < REFRESH_POINT + MEANWHILE; at += MINUTE) {
      await settle();
      clock.tick(MINUTE);
    }
    await swap(fixtures[0]);
    expect(tokens()).to.deep.equal(['token-2', 'token-2']);
    clock.tick(LIFE - REFRESH_POINT - MINUTE);
    for (const { log } of fixtures) expect(log()).not.to.include('expired');
  });
});

describe('two elements that share a token', () => {
  it('are renewed separately after one of them has changed its getToken', async () => {
    const baseUrl = await new FakeHost().answer();
    const asked = { old: 0, new: 0 };
    const toGetToken = (way: keyof typeof asked) => async () => `token-${way}-${++asked[way]}`;
    const getToken = toGetToken('old');
    const [a, b] = await Promise.all([
      createReadyDashboard({ getToken, baseUrl }),
      createReadyDashboard({ getToken, baseUrl }),
    ]);
    a.element.getToken = toGetToken('new');
    await a.element.updateComplete;
    expect(asked).to.deep.equal({ old: 1, new: 0 });
    clock.tick(REFRESH_POINT + SECOND);
    await Promise.all([untilPrepared(a), untilPrepared(b)]);
    clock.tick(SETTLE);
    expect(asked).to.deep.equal({ old: 2, new: 1 });
    expect(a.frames().at(-1)!.src).to.contain('token-new-1');
    expect(b.frames().at(-1)!.src).to.contain('token-old-2');
  });

  it('are reloaded together, even if the user works in the other one', async () => {
    const host = new FakeHost();
    const [a, busy] = await Promise.all([
      createReadyDashboard({}, host),
      createReadyDashboard({}, host),
    ]);
    busy.frames()[0]!.focus();
    wake('blur');
    void a.element.reload();
    await swap(busy);
    expect(busy.log()).to.deep.equal(['load', 'load']);
    expect(await host.calls()).to.have.length(2);
  });

  it('each wait for their own quiet moment', async () => {
    const host = new FakeHost();
    const [busy, quiet] = await Promise.all([
      createReadyDashboard({}, host),
      createReadyDashboard({}, host),
    ]);
    busy.frames()[0]!.focus();
    wake('blur');
    clock.tick(REFRESH_POINT + SECOND);
    await swap(quiet);
    expect(quiet.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
    expect(busy.log()).to.deep.equal(['load', 'expiring']);
    expect(busy.element.status).to.equal('ready');
    clock.tick(DEADLINE - REFRESH_POINT);
    await swap(busy);
    expect(busy.log()).to.deep.equal(['load', 'expiring', 'refreshed']);
    expect(await host.calls()).to.have.length(2);
  });
});
