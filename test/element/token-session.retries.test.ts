import { expect } from '@open-wc/testing';
import {
  createAnswered,
  createDashboard,
  createReadyDashboard,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { SECOND } from '../support/durations.ts';
import { callCount, fixRefreshPoint, wake } from '../support/renewal-fixture.ts';
import { LIFE } from '../support/token-life.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('retries', () => {
  it('stays loading for two failures, then shows an error, and continues', async () => {
    const fixture = await createAnswered([{ status: 500 }, { status: 502 }, { status: 503 }]);
    const { element, events, next } = fixture;
    expect((await next('dashboard-error')).error).to.include({
      code: 'server',
      retryable: true,
      attempt: 1,
    });
    expect(element.status).to.equal('loading');
    clock.tick(SECOND);
    await next('dashboard-error');
    expect(element.status).to.equal('loading');
    clock.tick(2 * SECOND);
    expect((await next('dashboard-error')).error).to.include({ attempt: 3 });
    expect(element.status).to.equal('failed');
    expect(element.error!.retryAt!.getTime() - Date.now()).to.equal(4 * SECOND);
    expect(element.shadowRoot!.querySelector('p')!.textContent).to.contain('in 4 seconds');
    clock.tick(4 * SECOND);
    await next('dashboard-load');
    expect(events.map((event) => event.type)).to.deep.equal([
      'dashboard-error',
      'dashboard-error',
      'dashboard-error',
      'dashboard-load',
    ]);
    expect(element.error).to.be.null;
  });

  it('honors Retry-After, up to 300 seconds', async () => {
    const host = new FakeHost();
    const later = (seconds: string): object => ({
      status: 429,
      headers: { 'Retry-After': seconds },
    });
    await host.answer(later('100'), later('3600'), later('-5'));
    const fixture = createDashboard({}, host);
    const { element, next } = fixture;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const { error } = await next('dashboard-error');
      expect(error).to.include({ code: 'rate-limited', status: 429 });
      waits.push(Math.round((error.retryAt!.getTime() - Date.now()) / SECOND));
      if (attempt === 2) break;
      // The host wants no earlier request, although the network may be back.
      wake('online');
      clock.tick(waits[attempt]! * SECOND - 10);
      await settle();
      expect(await callCount(fixture)).to.equal(attempt + 1);
      clock.tick(20);
    }
    // After a wake, the delays begin again.
    expect(waits).to.deep.equal([100, 300, 2]);
    expect(element.status).to.equal('failed');
  });

  it('retries after an incomplete answer', async () => {
    const fixture = await createAnswered([{ cut: true }, { body: '{"token":"abc' }]);
    expect((await fixture.next('dashboard-error')).error).to.include({ retryable: true });
    clock.tick(2 * SECOND);
    expect((await fixture.next('dashboard-error')).error).to.include({
      code: 'bad-response',
      retryable: true,
    });
    clock.tick(4 * SECOND);
    await fixture.next('dashboard-load');
  });

  it('stops waiting for an answer after 15 seconds', async () => {
    let signal: AbortSignal | undefined;
    const fixture = createDashboard({
      getToken: (request) => {
        ({ signal } = request);
        return new Promise(() => {});
      },
    });
    await until(() => signal);
    clock.tick(14 * SECOND);
    expect(signal!.aborted).to.be.false;
    clock.tick(SECOND);
    const { error } = await fixture.next('dashboard-error');
    expect(error).to.include({ code: 'timeout', retryable: true, status: null });
    expect(signal!.aborted).to.be.true;
  });

  it('retries if getToken throws', async () => {
    for (const getToken of [
      () => {
        throw new Error('no');
      },
      () => Promise.reject(new Error('no')),
    ]) {
      const { next } = createDashboard({ getToken });
      expect((await next('dashboard-error')).error).to.include({
        code: 'network',
        retryable: true,
      });
    }
  });

  it('retries soon when the network is back', async () => {
    const fixture = await createAnswered(Array.from({ length: 7 }, () => ({ status: 500 })));
    for (let attempt = 0; attempt < 7; attempt++) {
      const { error } = await fixture.next('dashboard-error');
      if (attempt < 6) clock.tick(error.retryAt!.getTime() - Date.now() + 1);
    }
    expect(fixture.element.error!.retryAt!.getTime() - Date.now()).to.equal(60 * SECOND);
    for (let event = 0; event < 20; event++) wake('online');
    clock.tick(2 * SECOND);
    await fixture.next('dashboard-load');
    expect(await callCount(fixture)).to.equal(8);
  });

  it('shows a dashboard within ten seconds when the network is back, however long it was down', async () => {
    const host = new FakeHost();
    const fixture = await createReadyDashboard({}, host);
    await host.answer(...Array.from({ length: 60 }, () => ({ status: 503 })));
    clock.setSystemTime(Date.now() + 3 * LIFE);
    wake('focus');
    for (let second = 0; second < 40; second++) {
      clock.tick(SECOND);
      await settle();
    }
    expect(fixture.element.status).to.equal('expired');
    await host.forget();
    wake('online');
    const back = fixture.next('dashboard-refreshed');
    clock.tick(10 * SECOND);
    await back;
  });

  it('sends at most eight requests at once', async () => {
    let asked = 0;
    const answers: ((token: string) => void)[] = [];
    const baseUrl = await new FakeHost().answer();
    for (let index = 0; index < 10; index++) {
      createDashboard({
        baseUrl,
        getToken: () => {
          asked++;
          return new Promise((resolve) => answers.push(resolve));
        },
      });
    }
    await settle();
    expect(asked).to.equal(8);
    answers[0]!('the-first-token');
    await until(() => asked === 9);
    answers[1]!('the-second-token');
    await until(() => asked === 10);
  });
});
