import { expect } from '@open-wc/testing';
import type { DashboardLoadEvent } from '../../src/index.ts';
import {
  createAnswered,
  GUID,
  OTHER_GUID,
  createDashboard,
  createReadyDashboard,
  reload,
  swap,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { MINUTE } from '../support/durations.ts';
import { settle, until } from '../support/until.ts';

describe('the element', () => {
  it('changes from idle to loading to ready', async () => {
    const { element, next, events } = createDashboard();
    const loaded = next('dashboard-load');
    expect(element.status).to.equal('idle');
    await element.updateComplete;
    expect(element.status).to.equal('loading');
    expect(element.matches(':state(loading)')).to.be.true;
    await loaded;
    expect(element.status).to.equal('ready');
    expect(element.matches(':state(ready)')).to.be.true;
    expect(element.matches(':state(loading)')).to.be.false;
    const { expiresAt } = events[0] as DashboardLoadEvent;
    expect(expiresAt).to.deep.equal(element.expiresAt);
    expect(expiresAt.getTime() - Date.now()).to.equal(7_200_000);
  });

  it('limits a token’s lifetime to 7200 seconds, whatever the host says', async () => {
    const host = new FakeHost();
    await host.answer({ expiresIn: 1e12 });
    const { element } = await createReadyDashboard({}, host);
    expect(element.expiresAt!.getTime() - Date.now()).to.equal(7_200_000);
  });

  it('counts the lifetime from before the request', async () => {
    const baseUrl = await new FakeHost().answer();
    const askedAt = Date.now();
    const getToken = async () => {
      clock.tick(400);
      return `token-${crypto.randomUUID()}`;
    };
    const { element } = await createReadyDashboard({ getToken, baseUrl });
    expect(element.expiresAt!.getTime() - askedAt).to.equal(7_200_000);
  });

  it('builds the address from base URL, token and display options in the order of the contract', async () => {
    const baseUrl = await new FakeHost().answer();
    const { frames } = await createReadyDashboard({
      baseUrl: `${baseUrl}/some/prefix//`,
      backgroundColor: 'rgb(255 0 0 / 50%)',
      color: 'RebeccaPurple',
      theme: 'dark',
    });
    expect(frames()[0]!.getAttribute('src')).to.match(
      new RegExp(
        `^${baseUrl}/some/prefix/Tdb/[\\w-]+\\?theme=dark&color=rebeccapurple&background-color=\\$ff000080$`,
      ),
    );
  });

  it('omits every option that is not set', async () => {
    const { frames } = await createReadyDashboard({ theme: 'light' });
    expect(frames()[0]!.src).not.to.contain('?');
  });

  it('gives the frame its name, sandbox, permissions and referrer policy', async () => {
    const { element, frames } = await createReadyDashboard({ label: 'Sales' });
    const [frame] = frames();
    expect(frame!.title).to.equal('Sales');
    expect(frame!.sandbox.contains('allow-scripts')).to.be.true;
    expect(frame!.sandbox.value).not.to.contain('top-navigation');
    expect(frame!.allow).to.equal('fullscreen; clipboard-write');
    expect(frame!.referrerPolicy).to.equal('strict-origin');
    expect(frame!.part.contains('frame')).to.be.true;
    expect(element.shadowRoot!.querySelectorAll('iframe')).to.have.length(1);
  });

  it('returns to the default when an attribute is removed', async () => {
    const { element } = createDashboard({ dashboardGuid: null });
    element.setAttribute('label', 'Sales');
    element.setAttribute('sandbox', 'allow-scripts');
    element.removeAttribute('label');
    element.removeAttribute('sandbox');
    await element.updateComplete;
    expect(element.label).to.not.exist;
    expect(element.sandbox).to.contain('allow-same-origin');
  });

  it('shows changed display options with the same token', async () => {
    const fixture = await createReadyDashboard({ theme: 'dark' });
    const { element, host, frames } = fixture;
    const token = frames()[0]!.src.split('?')[0];
    element.color = '#abc';
    element.theme = null;
    await element.updateComplete;
    clock.tick(100);
    await swap(fixture);
    expect(frames().at(-1)!.getAttribute('src')).to.equal(`${token}?color=$aabbcc`);
    expect(await host.calls()).to.have.length(1);
  });

  it('changes its label without a reload', async () => {
    const { element, frames, log } = await createReadyDashboard();
    const [frame] = frames();
    element.label = 'Turnover';
    await element.updateComplete;
    clock.tick(MINUTE);
    await settle();
    expect(frames()).to.deep.equal([frame]);
    expect(frame!.title).to.equal('Turnover');
    expect(log()).to.deep.equal(['load']);
  });

  it('reloads nothing when a header changes, and uses it from the next request on', async () => {
    const fixture = await createReadyDashboard({ headers: { 'X-Mark': 'old' } });
    const { element, host, frames } = fixture;
    const [frame] = frames();
    element.headers = { 'X-Mark': 'new' };
    await element.updateComplete;
    clock.tick(MINUTE);
    await settle();
    expect(frames()).to.deep.equal([frame]);
    expect(element.status).to.equal('ready');
    await reload(fixture);
    const marks = (await host.calls()).map((call) => call.headers['x-mark']);
    expect(marks).to.deep.equal(['old', 'new']);
  });

  it('starts again with another dashboard', async () => {
    const { element, host, frames, next } = await createReadyDashboard();
    const { src } = frames()[0]!;
    const loaded = next('dashboard-load');
    element.dashboardGuid = OTHER_GUID;
    await element.updateComplete;
    expect(frames()).to.be.empty;
    await loaded;
    expect(frames()[0]!.src).not.to.equal(src);
    expect(await host.calls()).to.have.length(2);
  });

  it('paints the dashboard’s background behind the frame from the first moment', async () => {
    const { element } = createDashboard({ backgroundColor: '$102030', theme: 'dark' });
    await element.updateComplete;
    const backdrop = element.shadowRoot!.querySelector('[part=backdrop]')!;
    expect(getComputedStyle(backdrop).backgroundColor).to.equal('rgb(16, 32, 48)');
  });

  it('requests no token if it is removed immediately', async () => {
    const { element, host } = createDashboard();
    element.remove();
    clock.tick(MINUTE);
    await settle();
    expect(await host.calls()).to.be.empty;
  });

  it('sends one request if a framework mounts it twice', async () => {
    const { element, host, next } = createDashboard();
    element.remove();
    document.body.append(element);
    await next('dashboard-load');
    expect(await host.calls()).to.have.length(1);
  });

  it('uses settings from before and after its upgrade, with one request', async () => {
    const host = new FakeHost();
    const inert = document.implementation.createHTMLDocument();
    const element = inert.createElement('embedded-dashboard');
    Object.assign(element, { tokenUrl: host.tokenUrl });
    expect(Object.keys(element)).to.include('tokenUrl');
    document.body.append(element);
    element.setAttribute('dashboard-guid', GUID);
    await until(() => element.status === 'ready');
    expect(Object.keys(element)).not.to.include('tokenUrl');
    expect(await host.calls()).to.have.length(1);
    element.remove();
  });
});

describe('reload()', () => {
  it('rejects with the error, and leaves the dashboard on screen', async () => {
    const { element, host, frames } = await createReadyDashboard();
    await host.answer({ status: 404 });
    const error = await element.reload().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'not-found', retryable: false, status: 404 });
    expect(element.status).to.equal('ready');
    expect(frames()).to.have.length(1);
  });

  it('rejects if the element is removed before the load', async () => {
    const { element } = await createReadyDashboard();
    const error = element.reload().catch((reason: unknown) => reason);
    element.remove();
    clock.tick(1);
    expect(await error).to.include({ name: 'DashboardError' });
  });

  it('gets a new token although others have one from the same source', async () => {
    const host = new FakeHost();
    await createReadyDashboard({}, host);
    const { element } = createDashboard({ loading: 'lazy', hidden: true }, host);
    await element.reload();
    expect(await host.calls()).to.have.length(2);
  });

  it('rejects if a required setting is missing', async () => {
    const { element } = createDashboard({ dashboardGuid: null });
    const error = await element.reload().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'config' });
  });
});

describe('an event', () => {
  it('cannot be changed by a listener', async () => {
    const { element, events } = await createReadyDashboard();
    await element.logout();
    for (const [event, field] of [
      [events[0]!, 'expiresAt'],
      [events[1]!, 'reason'],
    ] as const) {
      const before: unknown = Reflect.get(event, field);
      expect(Reflect.set(event, field, 'changed')).to.be.false;
      expect(before).to.be.ok;
      expect(Reflect.get(event, field)).to.equal(before);
    }
  });
});

describe('slots and messages', () => {
  it('shows slotted content instead of the default message', async () => {
    const { element, next } = await createAnswered([{ status: 403 }]);
    element.innerHTML = '<p slot="failed">Not for you</p><p slot="loading">Wait</p>';
    await element.updateComplete;
    const slot = element.shadowRoot!.querySelector('slot')!;
    expect(slot.assignedElements()[0]!.textContent).to.equal('Wait');
    await next('dashboard-error');
    expect(slot.assignedElements()[0]!.textContent).to.equal('Not for you');
    expect(slot.closest('[role=status]')).not.to.be.null;
  });

  it('reloads at a click on the button', async () => {
    const { element, next } = await createAnswered([{ status: 403 }]);
    await next('dashboard-error');
    const loaded = next('dashboard-load');
    element.shadowRoot!.querySelector<HTMLButtonElement>('[part=reload]')!.click();
    await loaded;
    expect(element.status).to.equal('ready');
    expect(element.error).to.be.null;
  });
});
