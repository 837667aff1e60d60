import { expect, oneEvent } from '@open-wc/testing';
import type { DashboardErrorEvent, DashboardLogoutEvent } from '../../src/index.ts';
import {
  createDashboard,
  createReadyDashboard,
  OTHER_GUID,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { runTasks, settle, until } from '../support/until.ts';

/** The longest delay before the third attempt. */
const LONGEST_DELAY = 4000;

/** Adds an element with a `logout-url`, and waits until its dashboard is on screen. */
function createWithLogout(host = new FakeHost()): Promise<DashboardFixture> {
  return createReadyDashboard({ logoutUrl: host.logoutUrl }, host);
}

function reasons(events: Event[]): string[] {
  return events
    .filter((event) => event.type === 'dashboard-logout')
    .map((event) => (event as DashboardLogoutEvent).reason);
}

describe('logout()', () => {
  it('removes the frames in the same task, and then notifies the host once', async () => {
    const { host, element, events, frames } = await createWithLogout();
    const told = element.logout();
    expect(frames()).to.be.empty;
    expect(element.status).to.equal('logged-out');
    expect(element.expiresAt).to.be.null;
    expect(reasons(events)).to.deep.equal(['requested']);
    await told;
    expect(clock.countTimers()).to.equal(0);
    expect(element.shadowRoot!.querySelector<HTMLElement>('[part=reload]')!.hidden).to.be.true;
    const [call, ...others] = await host.calls('logout');
    expect(others).to.be.empty;
    expect(call!.method).to.equal('POST');
    expect(call!.body).to.equal('{}');
    expect(call!.headers).to.include({
      'content-type': 'application/json',
      'x-embedded-dashboard': '1',
    });
  });

  it('ends the session of every element with the same logout-url, and of no other', async () => {
    const host = new FakeHost();
    const { logoutUrl } = host;
    const a = await createWithLogout(host);
    const b = await createReadyDashboard({ logoutUrl, dashboardGuid: OTHER_GUID }, host);
    const c = await createReadyDashboard();
    const told = a.element.logout();
    expect(b.frames()).to.be.empty;
    expect(b.element.status).to.equal('logged-out');
    expect(reasons(b.events)).to.deep.equal(['requested']);
    expect(c.element.status).to.equal('ready');
    await told;
    expect(await host.calls('logout')).to.have.length(1);
  });

  it('ends the session of elements with the same token source if there is no logout-url', async () => {
    const host = new FakeHost();
    const a = await createReadyDashboard({}, host);
    const b = await createReadyDashboard({ dashboardGuid: OTHER_GUID }, host);
    const c = await createReadyDashboard();
    await a.element.logout();
    expect(b.element.status).to.equal('logged-out');
    expect(c.element.status).to.equal('ready');
    expect(await host.calls('logout')).to.be.empty;
  });

  it('ends the session of all elements before a listener can start another', async () => {
    const host = new FakeHost();
    const a = await createWithLogout(host);
    const b = await createWithLogout(host);
    const [old] = b.frames().map(({ src }) => src);
    const sources: string[] = [];
    a.element.addEventListener('dashboard-logout', () => {
      void a.element.reload();
      sources.push(...[a, b].flatMap(({ frames }) => frames()).map(({ src }) => src));
    });
    const loaded = a.next('dashboard-load');
    await a.element.logout();
    await loaded;
    sources.push(a.frames()[0]!.src);
    expect(sources).to.have.length(1).and.not.to.include(old);
    expect(b.element.status).to.equal('logged-out');
  });

  it('drops the token of a pending request', async () => {
    let answer: ((token: string) => void) | undefined;
    const { element, frames, log } = createDashboard({
      baseUrl: await new FakeHost().answer(),
      getToken: () => new Promise((resolve) => (answer = resolve)),
    });
    await until(() => answer);
    await element.logout();
    answer!('too-late-a-token');
    await settle();
    expect(frames()).to.be.empty;
    expect(log()).to.deep.equal(['logout']);
    expect(element.status).to.equal('logged-out');
  });

  it('drops a frame that is being prepared', async () => {
    const { element, frames } = await createReadyDashboard();
    const reloaded = element.reload().catch((error: unknown) => error);
    await until(() => frames().length === 2);
    void element.logout();
    expect(frames()).to.be.empty;
    expect(await reloaded).to.include({ name: 'DashboardError' });
  });

  it('fires one event however often it is called', async () => {
    const { element, events } = await createWithLogout();
    await Promise.all([element.logout(), element.logout()]);
    await element.logout();
    expect(reasons(events)).to.deep.equal(['requested']);
  });

  it('resolves if the host no longer knows the session', async () => {
    for (const answer of [{ status: 401 }, { status: 404 }, { status: 302 }, { status: 200 }]) {
      const host = new FakeHost();
      await host.answer(answer);
      const { logoutUrl } = host;
      const { element, log } = createDashboard({ logoutUrl, dashboardGuid: null }, host);
      await element.logout();
      expect(log()).to.deep.equal(['logout']);
    }
  });

  it('retries twice, then rejects, with the frames already removed', async () => {
    const { host, element, events, frames, next } = await createWithLogout();
    await host.answer({ status: 500 }, { status: 500 }, { status: 500 });
    const told = element.logout().catch((reason: unknown) => reason);
    for (let retry = 1; retry < 3; retry++) {
      await next('dashboard-error');
      await runTasks();
      clock.tick(LONGEST_DELAY);
    }
    const error = await told;
    expect(error).to.include({ code: 'logout-failed', status: 500, attempt: 3, retryAt: null });
    expect(frames()).to.be.empty;
    expect(await host.calls('logout')).to.have.length(3);
    const errors = events.filter((event) => event.type === 'dashboard-error');
    expect(errors.map((event) => (event as DashboardErrorEvent).error.attempt)).to.deep.equal([
      1, 2, 3,
    ]);
  });

  it('times out after 15 seconds if the host does not answer, and retries', async () => {
    const { host, element, frames, next } = await createWithLogout();
    await host.answer({ isHeld: true });
    const told = element.logout();
    expect(frames()).to.be.empty;
    const failed = next('dashboard-error');
    await until(async () => (await host.calls('logout')).length === 1);
    clock.tick(15_000);
    const { error } = await failed;
    expect(error).to.include({ code: 'logout-failed', retryable: true });
    expect(error.retryAt!.getTime() - Date.now()).to.be.within(500, 2000);
    await runTasks();
    clock.tick(2000);
    await told;
    expect(await host.calls('logout')).to.have.length(2);
  });

  it('does not retry after a permanent error', async () => {
    const { host, element } = await createWithLogout();
    await host.answer({ status: 403 });
    const error = await element.logout().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'logout-failed', retryable: false, status: 403 });
    expect(await host.calls('logout')).to.have.length(1);
  });

  it('rejects if its address is invalid, with the frames removed', async () => {
    const { element, frames, log } = await createReadyDashboard({ logoutUrl: 'javascript:void 0' });
    const error = await element.logout().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'logout-failed', retryable: false, status: null });
    expect(frames()).to.be.empty;
    expect(log()).to.deep.equal(['load', 'logout', 'error']);
  });

  for (const [who, begin] of Object.entries({
    'reload() starts': (a: DashboardFixture) => void a.element.reload().catch(() => {}),
    'reload() of another element starts': (_a: DashboardFixture, b: DashboardFixture) =>
      void b.element.reload().catch(() => {}),
    'another element starts': ({ host }: DashboardFixture) =>
      void createDashboard({ logoutUrl: host.logoutUrl }, host),
  })) {
    it(`does not end the session that ${who} before a retry`, async () => {
      const host = new FakeHost();
      const a = await createWithLogout(host);
      const b = await createWithLogout(host);
      await host.answer({ status: 500 });
      const told = a.element.logout().catch((reason: unknown) => reason);
      await a.next('dashboard-error');
      begin(a, b);
      await runTasks();
      clock.tick(LONGEST_DELAY);
      expect(await told).to.include({ code: 'logout-failed', status: 500 });
      expect(await host.calls('logout')).to.have.length(1);
    });
  }

  it('retries although the element is removed', async () => {
    const { host, element, next } = await createWithLogout();
    await host.answer({ status: 500 });
    const told = element.logout();
    await next('dashboard-error');
    element.remove();
    await runTasks();
    clock.tick(LONGEST_DELAY);
    await told;
    expect(await host.calls('logout')).to.have.length(2);
  });
});

describe('a logout in another tab', () => {
  it('ends the session of elements with its logout-url', async () => {
    const host = new FakeHost();
    const { logoutUrl } = host;
    const { element, events, frames, next } = await createWithLogout(host);
    const [other, receiver] = [0, 1].map(() => new BroadcastChannel('embedded-dashboard'));
    for (const odd of [null, 42, {}, [], 'https://elsewhere.example/logout', 'x'.repeat(1e6)]) {
      const received = oneEvent(receiver!, 'message');
      other!.postMessage(odd);
      await received;
    }
    await runTasks();
    expect(element.status).to.equal('ready');
    const ended = next('dashboard-logout');
    other!.postMessage(new URL(logoutUrl, document.baseURI).href);
    await ended;
    expect(frames()).to.be.empty;
    expect(reasons(events)).to.deep.equal(['other-tab']);
    for (const channel of [other, receiver]) channel!.close();
  });

  it('is announced by logout() with only the absolute address', async () => {
    const host = new FakeHost();
    const { logoutUrl } = host;
    const { element } = await createWithLogout(host);
    const other = new BroadcastChannel('embedded-dashboard');
    const told = new Promise<MessageEvent>((resolve) => {
      other.addEventListener('message', resolve, { once: true });
    });
    await element.logout();
    expect((await told).data).to.equal(new URL(logoutUrl, document.baseURI).href);
    other.close();
  });
});

describe('a listener that signs out', () => {
  it('takes effect while a frame is being created', async () => {
    const { element, frames, log } = createDashboard({ color: 'no-colour' });
    element.addEventListener('dashboard-error', () => void element.logout());
    await until(() => log().includes('logout'));
    await settle();
    expect(frames()).to.be.empty;
    expect(log()).to.deep.equal(['error', 'logout']);
  });

  it('gets no error event after its logout', async () => {
    const host = new FakeHost();
    await host.answer({ status: 503 });
    const a = createDashboard({}, host);
    const b = createDashboard({}, host);
    a.element.addEventListener('dashboard-error', () => void a.element.logout());
    await until(() => b.log().includes('logout'));
    expect(b.log()).to.deep.equal(['logout']);
  });
});

it('stays signed out through removal, return and changed attributes', async () => {
  const { element, host, log } = await createReadyDashboard();
  await element.logout();
  element.remove();
  clock.tick(1);
  document.body.append(element);
  for (const dashboardGuid of [OTHER_GUID, 'nonsense']) {
    element.dashboardGuid = dashboardGuid;
    await element.updateComplete;
    clock.tick(LONGEST_DELAY);
    await settle();
  }
  expect(element.status).to.equal('logged-out');
  expect(log()).to.deep.equal(['load', 'logout']);
  expect(await host.calls()).to.have.length(1);
});

it('does not affect elements that are not set up', async () => {
  const a = createDashboard({ tokenUrl: null });
  const b = createDashboard({ tokenUrl: null });
  await a.element.logout();
  expect(b.element.status).to.equal('idle');
  expect(b.events).to.be.empty;
});
