import { expect } from '@open-wc/testing';
import type { DashboardErrorEvent } from '../../src/index.ts';
import {
  createAnswered,
  createDashboard,
  createReadyDashboard,
  reload,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { MINUTE } from '../support/durations.ts';
import { settle } from '../support/until.ts';

describe('errors', () => {
  const faults: [string, Partial<Parameters<FakeHost['answer']>[0]>, object][] = [
    ['a user without the right', { status: 403 }, { code: 'forbidden', status: 403 }],
    ['no such dashboard', { status: 404 }, { code: 'not-found', status: 404 }],
    ['a refusal', { status: 422 }, { code: 'bad-response', status: 422 }],
    [
      'a page of HTML',
      { headers: { 'Content-Type': 'text/html' }, body: '<p>token-in-html</p>' },
      { code: 'bad-response' },
    ],
    ['no token', { body: '{}' }, { code: 'bad-token' }],
    ['a null', { body: 'null' }, { code: 'bad-token' }],
    ['a number', { body: '42' }, { code: 'bad-token' }],
    ['a token in a list', { body: '["abcdefgh"]' }, { code: 'bad-token' }],
    ['a token that changes the path', { body: '{"token":"../../../etc"}' }, { code: 'bad-token' }],
    ['a body that is too long', { body: `"${'a'.repeat(50_000)}"` }, { code: 'bad-response' }],
  ];
  for (const [title, answer, expected] of faults) {
    it(`fails once and permanently on ${title}`, async () => {
      const { element, frames, next, log } = await createAnswered([answer]);
      const { error } = await next('dashboard-error');
      expect(error).to.include({ retryable: false, attempt: 1, retryAt: null, ...expected });
      expect(element.status).to.equal('failed');
      expect(element.error).to.equal(error);
      expect(frames()).to.be.empty;
      clock.tick(60 * MINUTE);
      await settle();
      expect(log()).to.deep.equal(['error']);
    });
  }

  it('fails with config, and sends no request, if a value is malformed', async () => {
    const malformed = [
      { baseUrl: 'ftp://example.com' },
      { baseUrl: 'bi.example.com' },
      { tokenUrl: 'javascript:alert(1)' },
      { headers: { Authorization: 'Bearer secret\nvalue' } },
      { credentials: 'bogus' as RequestCredentials },
    ];
    for (const settings of malformed) {
      const { element, host, next } = createDashboard(settings);
      const { error } = await next('dashboard-error');
      expect(error).to.include({ code: 'config', retryable: false });
      expect(error.message).not.to.contain('secret');
      expect(element.status).to.equal('failed');
      expect(await host.calls()).to.be.empty;
    }
  });

  it('reports a malformed value once, however often other settings change', async () => {
    const { element, log } = createDashboard({ dashboardGuid: 'nonsense' });
    for (const color of ['red', 'green']) {
      element.color = color;
      await element.updateComplete;
    }
    expect(log()).to.deep.equal(['error']);
  });

  it('shows the dashboard without an invalid color, and reports it once', async () => {
    const fixture = await createReadyDashboard({ color: 'blurple', theme: 'dark' });
    const { events, frames } = fixture;
    expect(frames()[0]!.src).to.match(/\?theme=dark$/);
    await reload(fixture);
    const errors = events.filter((event) => event.type === 'dashboard-error');
    expect(errors).to.have.length(1);
    expect((errors[0] as DashboardErrorEvent).error).to.include({
      code: 'config',
      retryable: false,
    });
  });
});
