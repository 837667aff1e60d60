import { expect } from '@open-wc/testing';
import type { DashboardError } from '../../src/index.ts';
import {
  createDashboard,
  createReadyDashboard,
  type DashboardFixture,
  reload,
} from '../support/dashboard-fixture.ts';
import { blockFrame } from '../support/frame-reports.ts';
import { FakeHost } from '../support/fake-host.ts';
import { type Mistake, MISTAKES } from '../support/mistakes.ts';
import { settle, until } from '../support/until.ts';

// A page cannot relax its policy, so these tests go from the mild policy to the strict one.

/** The server of the tests, with its web socket. By the standard, `ws:` alone would also allow the fetches of all servers. */
const OWN = `'self' ws://${location.host}`;

function forbid(policy: string): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  document.head.append(meta);
}

it('ignores a blocked frame of another origin, even if its address starts the same', async () => {
  const baseUrl = 'http://dashboards.test';
  const { frames, log } = createDashboard({ baseUrl });
  await until(() => frames().length === 1);
  for (const address of [`${baseUrl}.example/Tdb/token`, `${baseUrl}:8080/Tdb/token`, 'data', '']) {
    blockFrame(address);
  }
  expect(frames()).to.have.length(1);
  expect(log()).not.to.include('error');
  blockFrame(`${baseUrl}/Tdb/token`);
  expect(frames()).to.be.empty;
  expect(log()).to.include('error');
});

it('needs only its own frames and addresses in a strict policy', async () => {
  const violations: SecurityPolicyViolationEvent[] = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event));
  const baseUrl = await new FakeHost().answer();
  forbid(`default-src 'none'; connect-src ${OWN}; frame-src ${baseUrl};
    require-trusted-types-for 'script'; trusted-types 'none'`);
  const fixture = await createReadyDashboard({ backgroundColor: '#123456' });
  await reload(fixture);
  expect(fixture.element.getBoundingClientRect().height).to.equal(600);
  expect(violations.map(({ violatedDirective }) => violatedDirective)).to.be.empty;
});

it('ignores a report-only policy', async () => {
  const { frames, log } = await createReadyDashboard();
  // A report-only policy needs a header, so the test simulates its report.
  blockFrame(frames()[0]!.src, 'report');
  expect(frames()).to.have.length(1);
  expect(log()).to.deep.equal(['load']);
});

/** Expects the texts of a mistake, which the policy of this page makes. */
function expectMistake(
  { reader, developer }: Mistake,
  { element }: DashboardFixture,
  { message }: DashboardError,
): void {
  expect(message).to.match(developer!);
  expect(element.shadowRoot!.querySelector('[part=message] p')!.textContent.trim()).to.equal(
    reader,
  );
}

it('names connect-src if the policy blocks the token request', async () => {
  const host = new FakeHost();
  const tokenUrl = `${await host.answer()}/token`;
  forbid(`connect-src ${OWN}`);
  const blocked = new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', resolve, { once: true });
  });
  const fixture = createDashboard({ tokenUrl }, host);
  const { error } = await fixture.next('dashboard-error');
  expect(await blocked).to.include({ effectiveDirective: 'connect-src' });
  await settle();
  expectMistake(MISTAKES[30], fixture, error);
});

it('names the missing directive if the policy blocks the frame', async () => {
  const host = new FakeHost();
  const baseUrl = await host.answer();
  forbid(`frame-src 'self'`);
  const fixture = createDashboard({}, host);
  const { element, frames, log, next } = fixture;
  const { error } = await next('dashboard-error');
  await settle();
  expect(error).to.include({ code: 'frame-blocked', retryable: false });
  expect(error.message).to.contain(`frame-src ${baseUrl}`);
  expectMistake(MISTAKES[29], fixture, error);
  expect(element.status).to.equal('failed');
  // Chromium may report the block after the `load` of its own error page.
  expect(log().filter((name) => name !== 'load')).to.deep.equal(['error']);
  expect(frames()).to.be.empty;
});
