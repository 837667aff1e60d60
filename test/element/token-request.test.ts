import { expect } from '@open-wc/testing';
import {
  GUID,
  OTHER_GUID,
  createDashboard,
  createReadyDashboard,
  reload,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { clock } from '../support/test-page.ts';
import { settle, untilIntersectionsAreKnown } from '../support/until.ts';

describe('the token request', () => {
  it('posts the GUID to token-url with the headers of the contract', async () => {
    const { host } = await createReadyDashboard();
    const [call, ...others] = await host.calls();
    expect(others).to.be.empty;
    expect(call!.method).to.equal('POST');
    expect(JSON.parse(call!.body)).to.deep.equal({ dashboardGuid: GUID });
    expect(call!.headers).to.include({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-embedded-dashboard': '1',
    });
  });

  it('adds the headers of the page, and computes them again for each request', async () => {
    let count = 0;
    const headers = (): HeadersInit => ({ Authorization: `Bearer ${++count}` });
    const fixture = await createReadyDashboard({ headers });
    await reload(fixture);
    const calls = await fixture.host.calls();
    expect(calls.map((call) => call.headers['authorization'])).to.deep.equal([
      'Bearer 1',
      'Bearer 2',
    ]);
  });

  it('accepts an object, a string or a response from getToken', async () => {
    const baseUrl = await new FakeHost().answer();
    const answers = [
      { token: 'token-as-object', baseUrl },
      'token-as-text',
      Response.json({ token: 'token-as-response', baseUrl }),
    ];
    for (const answer of answers) {
      const { frames } = await createReadyDashboard({
        tokenUrl: null,
        baseUrl,
        getToken: async ({ dashboardGuid }) => {
          expect(dashboardGuid).to.equal(GUID);
          return answer;
        },
      });
      expect(frames()[0]!.src).to.match(/\/Tdb\/token-as-\w+$/);
    }
  });

  it('is not sent while required settings are missing', async () => {
    const { element, host, events } = createDashboard({ dashboardGuid: null });
    await settle();
    expect(element.status).to.equal('idle');
    element.dashboardGuid = GUID;
    element.tokenUrl = null;
    await settle();
    expect(element.status).to.equal('idle');
    expect(events).to.be.empty;
    expect(await host.calls()).to.be.empty;
  });

  it('is not repeated for a late element, which is loading although a renewal of the token failed', async () => {
    const { host, element, frames } = await createReadyDashboard();
    await host.answer({ status: 404 });
    await element.reload().catch(() => {});
    const late = createDashboard({}, host);
    await late.element.updateComplete;
    expect(late.frames()).to.have.length(1);
    expect(late.element.status).to.equal('loading');
    await late.next('dashboard-load');
    expect(late.frames()[0]!.src).to.equal(frames()[0]!.src);
  });

  it('is sent separately for different dashboards', async () => {
    const host = new FakeHost();
    const [a, b] = await Promise.all([
      createReadyDashboard({}, host),
      createReadyDashboard({ dashboardGuid: OTHER_GUID }, host),
    ]);
    expect(await host.calls()).to.have.length(2);
    expect(a.frames()[0]!.src).not.to.equal(b.frames()[0]!.src);
  });

  it('is not sent before a lazy element is near the viewport', async () => {
    const spacer = document.createElement('div');
    spacer.style.height = '5000px';
    const { element, host, next } = createDashboard({ loading: 'lazy' });
    // The element leaves the page, and comes back.
    for (const sent of [0, 1]) {
      document.body.prepend(spacer);
      document.body.append(element);
      await element.updateComplete;
      await untilIntersectionsAreKnown();
      await settle();
      expect(element.status).to.equal('idle');
      expect(await host.calls()).to.have.length(sent);
      const loaded = next('dashboard-load');
      spacer.remove();
      await loaded;
      element.remove();
      clock.tick(1);
    }
  });
});
