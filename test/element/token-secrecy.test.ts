import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { createDashboard, reload } from '../support/dashboard-fixture.ts';
import { CONSOLE, everythingOf } from '../support/everything-of.ts';
import { FakeHost } from '../support/fake-host.ts';

const TOKEN = 'canary-0123456789';

it('keeps the token only in the address of the frame, from load to logout', async () => {
  const said = CONSOLE.map((method) => sinon.stub(console, method));
  const posted = sinon.spy(BroadcastChannel.prototype, 'postMessage');
  const host = new FakeHost();
  const json = { 'Content-Type': 'application/json' };
  const good = { body: JSON.stringify(TOKEN), headers: json };
  const baseUrl = await host.answer(
    good,
    { status: 500, body: TOKEN },
    { status: 404, body: TOKEN },
    { body: JSON.stringify({ token: `${TOKEN}/..` }), headers: json },
    { body: TOKEN, headers: { 'Content-Type': 'text/html' } },
    { body: `{"token":"${TOKEN}`, headers: json },
    good,
  );
  const { logoutUrl } = host;
  const fixture = createDashboard({ baseUrl, logoutUrl }, host);
  const { element, events, frames, next } = fixture;
  await next('dashboard-load');

  const errors: unknown[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    await element.reload().catch((error: unknown) => errors.push(error));
  }
  expect(errors).to.have.length(5);
  await reload(fixture);
  expect(frames()).not.to.be.empty;
  for (const frame of frames()) {
    expect(frame.src).to.equal(`${baseUrl}/Tdb/${TOKEN}`);
    frame.removeAttribute('src');
  }
  const shown = [element, document.documentElement].map((node) => node.outerHTML);
  shown.push(
    element.shadowRoot!.innerHTML,
    everythingOf(Object.entries(element)),
    fieldsOf(element),
  );
  await element.logout();

  expect(events.map(({ type }) => type)).to.include.members(['dashboard-load', 'dashboard-logout']);
  shown.push(everythingOf([events, errors]));
  shown.push(everythingOf([...said, posted].map((spy) => spy.args)));
  shown.push(everythingOf([localStorage, sessionStorage, history.state]));
  shown.push(document.cookie, location.href, document.title, window.name);
  expect(posted.callCount).to.equal(1);
  expect(shown.filter((text) => text.includes(TOKEN))).to.deep.equal([]);
});

/** Returns the values of an element's getters, without those that every element has. */
function fieldsOf(element: HTMLElement): string {
  const names: string[] = [];
  let holder = Reflect.getPrototypeOf(element)!;
  for (; holder !== HTMLElement.prototype; holder = Reflect.getPrototypeOf(holder)!) {
    names.push(...Object.getOwnPropertyNames(holder));
  }
  return names.map((name) => everythingOf(Reflect.get(element, name))).join('\n');
}
