import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { createDashboard } from '../support/dashboard-fixture.ts';
import { type Answer, FakeHost } from '../support/fake-host.ts';
import { settle } from '../support/until.ts';

interface Row {
  settings?: Partial<EmbeddedDashboardElement>;
  answer?: Answer;
  reader: string;
  developer: RegExp;
}

const SIGNED_OUT = {
  reader: 'You’ve been signed out.',
  developer:
    /token answered 401 or a redirect: nobody is signed in\. Check the session's cookie\. Set headers before the first/,
};
const BROKEN = 'This dashboard can’t be shown.';

/** The mistakes of integrators that the element can see. */
const MISTAKES: Record<string, Row> = {
  'a wrong token-url': {
    answer: { status: 404 },
    reader: 'This dashboard doesn’t exist.',
    developer: /token answered 404\. Check token-url/,
  },
  'a session whose cookie does not arrive': { answer: { status: 401 }, ...SIGNED_OUT },
  'a redirect to a sign-in page': {
    answer: { status: 302, headers: { Location: '/login' } },
    ...SIGNED_OUT,
  },
  'a page of HTML': {
    answer: { headers: { 'Content-Type': 'text/html' }, body: '<p>' },
    reader: BROKEN,
    developer: /token answered HTML\. Is token-url your sign-in page\?/,
  },
  'a GUID that resolve does not list': {
    answer: { status: 403 },
    reader: 'You don’t have access to this dashboard.',
    developer: /token answered 403\. Check resolve/,
  },
  'an answer without a token': {
    answer: { body: '{}' },
    reader: BROKEN,
    developer: /token answered without a valid token\. Answer with the text of GetToken/,
  },
  'no address of the service': {
    answer: { body: '"just-a-token"' },
    reader: BROKEN,
    developer: /Set base-url, or answer with a baseUrl/,
  },
  'the key in the browser': {
    settings: { tokenUrl: 'https://bi.test/Api/GetToken/SECRET-KEY/1' },
    reader: BROKEN,
    developer: /^token-url has the API key\. Use your own host\.$/,
  },
  'a malformed GUID': {
    settings: { dashboardGuid: 'not-a-guid' },
    reader: BROKEN,
    developer: /dashboard-guid must be a GUID: 8-4-4-4-12/,
  },
  'parameters that are not JSON': {
    settings: { parameters: '{Region: North}' as never },
    reader: BROKEN,
    developer: /^parameters must be a JSON object\.$/,
  },
  'a parameter with an invalid name': {
    settings: { parameters: { 'Sales Region': 'North' } },
    reader: BROKEN,
    developer: /^parameters\["Sales Region"\] breaks a rule of docs\/filters\.md\.$/,
  },
  'malformed headers': {
    settings: { headers: { 'no name': 'x' } },
    reader: BROKEN,
    developer: /^headers must be HTTP headers\.$/,
  },
  'a limit that is too low': {
    answer: { status: 429 },
    reader: 'Still trying…',
    developer: /token answered 429\. Raise its limit\.$/,
  },
};

for (const [title, { settings, answer = {}, reader, developer }] of Object.entries(MISTAKES)) {
  it(`${title} is explained to readers in their words, and to developers once`, async () => {
    const warn = sinon.stub(console, 'warn');
    const host = new FakeHost();
    await host.answer(answer, answer);
    const { element } = createDashboard(settings, host);
    await settle();
    // Another element has the same mistake.
    createDashboard(settings, host);
    await settle();
    const { textContent } = element.shadowRoot!.querySelector('[part=message]')!;
    expect(textContent).to.match(new RegExp(`^${reader}( Try|$)`));
    // Other tests of the page may have had the same mistake in a setting.
    const lines = warn.args.map(([line]) => String(line).replace('<embedded-dashboard>: ', ''));
    const told = new Set([...lines, ...(element.error ? [element.error.message] : [])]);
    expect([...told].filter((line) => developer.test(line))).to.have.length(1);
    expect(lines.length).to.be.at.most(1);
    expect([...told].join()).not.to.contain('SECRET');
  });
}
