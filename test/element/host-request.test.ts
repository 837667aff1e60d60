import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { DashboardError } from '../../src/index.ts';
import {
  createAnswered,
  createDashboard,
  createReadyDashboard,
} from '../support/dashboard-fixture.ts';
import { clock, setOnline } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { settle, until } from '../support/until.ts';
import { SECOND } from '../support/durations.ts';

/** Waits for the error of the first attempt. */
async function firstError(
  fixture: ReturnType<typeof createDashboard>,
): Promise<DashboardError & { message: string }> {
  return (await fixture.next('dashboard-error')).error;
}

describe('the delay before a retry', () => {
  for (const [chance, delays] of [
    [0, [500, 500, 500, 500, 500]],
    [0.999999, [2000, 4000, 8000, 16_000, 32_000]],
  ] as const) {
    it(`has full jitter, between half a second and a doubling bound: ${chance}`, async () => {
      sinon.stub(Math, 'random').returns(chance);
      const { next } = await createAnswered(Array.from({ length: 5 }, () => ({ status: 500 })));
      for (const delay of delays) {
        const { error } = await next('dashboard-error');
        const delayMs = error.retryAt!.getTime() - Date.now();
        expect(delayMs).to.be.within(delay - 1, delay);
        clock.tick(delayMs + 1);
      }
      await next('dashboard-load');
    });
  }

  it('is the same for all elements that share a token, and no burst follows', async () => {
    const host = new FakeHost();
    await host.answer({ status: 429, headers: { 'Retry-After': '100' } });
    const fixtures = Array.from({ length: 3 }, () => createDashboard({}, host));
    await Promise.all(fixtures.map(firstError));
    clock.tick(99 * SECOND);
    await settle();
    expect(await host.calls()).to.have.length(1);
    clock.tick(2 * SECOND);
    await Promise.all(fixtures.map(({ next }) => next('dashboard-load')));
    expect(await host.calls()).to.have.length(2);
  });

  it('accepts a Retry-After that is a date', async () => {
    const host = new FakeHost();
    const headers = { 'Retry-After': new Date(Date.now() + 100 * SECOND).toUTCString() };
    await host.answer({ status: 503, headers });
    const { retryAt } = await firstError(createDashboard({}, host));
    expect(retryAt!.getTime() - Date.now()).to.be.within(50 * SECOND, 101 * SECOND);
  });
});

it('fails with bad-token for any other value from getToken', async () => {
  for (const answer of [undefined, null, 42, Symbol('token'), {}, []]) {
    const fixture = createDashboard({ getToken: async () => answer as never });
    expect(await firstError(fixture)).to.include({ code: 'bad-token', retryable: false });
  }
});

it('times out after 15 seconds if a body does not end, and retries', async () => {
  let isAsked = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"token":')),
    pull: () => {
      isAsked = true;
      return new Promise(() => {});
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const fixture = createDashboard({ getToken: async () => new Response(body, { headers }) });
  await until(() => isAsked);
  clock.tick(15 * SECOND);
  expect(await firstError(fixture)).to.include({ code: 'timeout', retryable: true });
});

it('stops reading an answer that is longer than any token', async () => {
  let chunks = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => {
      chunks++;
      controller.enqueue(new TextEncoder().encode('a'.repeat(1024)));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const headers = { 'Content-Type': 'text/plain' };
  const fixture = createDashboard({ getToken: async () => new Response(body, { headers }) });
  expect(await firstError(fixture)).to.include({ code: 'bad-response', retryable: false });
  expect(isCancelled).to.be.true;
  expect(chunks).to.be.below(40);
});

describe('the address', () => {
  it('is resolved against the page, and keeps its query', async () => {
    const host = new FakeHost();
    const { element } = await createReadyDashboard({ tokenUrl: `.${host.tokenUrl}?a=b` }, host);
    expect(element.status).to.equal('ready');
    expect(await host.calls()).to.have.length(1);
  });

  it('means that nobody is signed in if it redirects to a sign-in page of another origin', async () => {
    const host = new FakeHost();
    const Location = `${await host.answer()}/login`;
    await host.answer({ status: 302, headers: { Location } });
    const { element, next, log } = createDashboard({}, host);
    expect((await next('dashboard-logout')).reason).to.equal('session-ended');
    expect(element.status).to.equal('logged-out');
    expect(log()).to.deep.equal(['logout']);
  });
});

it('sends requests although the browser reports offline, and names that if they fail', async () => {
  setOnline(false);
  await createReadyDashboard();
  const failing = createDashboard({ getToken: () => Promise.reject(new TypeError('no')) });
  expect(await firstError(failing)).to.include({ code: 'offline', retryable: true });
});
