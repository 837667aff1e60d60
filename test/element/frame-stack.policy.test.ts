import { expect } from '@open-wc/testing';
import {
  aWhile,
  blockFrame,
  createDashboard,
  createReadyDashboard,
  until,
} from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';

// What a page has once forbidden stays so: these tests go from the mild policy to the strict.

function forbid(policy: string): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  document.head.append(meta);
}

it('ignores a blocked frame of another origin, even if its address begins the same', async () => {
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

it('needs nothing of a strict policy but its own frames and addresses', async () => {
  const violations: SecurityPolicyViolationEvent[] = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event));
  const baseUrl = await new FakeHost().answer();
  forbid(`default-src 'none'; connect-src 'self' ws:; frame-src ${baseUrl};
    require-trusted-types-for 'script'; trusted-types 'none'`);
  const { element } = await createReadyDashboard({ backgroundColor: '#123456' });
  await element.reload();
  expect(element.getBoundingClientRect().height).to.equal(600);
  expect(violations.map(({ violatedDirective }) => violatedDirective)).to.be.empty;
});

it('ignores a policy that only reports', async () => {
  const { frames, log } = await createReadyDashboard();
  // Such a policy comes by header alone.
  blockFrame(frames()[0]!.src, 'report');
  expect(frames()).to.have.length(1);
  expect(log()).to.deep.equal(['load']);
});

it('says which directive is missing where the policy blocks the frame', async () => {
  const host = new FakeHost();
  const baseUrl = await host.answer();
  forbid(`frame-src 'self'`);
  const { element, frames, log, next } = createDashboard({}, host);
  const { error } = await next('dashboard-error');
  await aWhile();
  expect(error).to.include({ code: 'frame-blocked', retryable: false });
  expect(error.message).to.contain(`frame-src ${baseUrl}`);
  expect(element.status).to.equal('failed');
  // Chromium may report the block after the `load` of its own error page.
  expect(log().filter((name) => name !== 'load')).to.deep.equal(['error']);
  expect(frames()).to.be.empty;
});
