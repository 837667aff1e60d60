import { expect } from '@open-wc/testing';
import type { DashboardLoadEvent, EmbeddedDashboardElement } from '../../src/index.ts';
import { warnings } from '../support/console-checks.ts';
import {
  createDashboard,
  reload,
  createReadyDashboard,
  untilPrepared,
  swap,
  SETTLE,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { settle, until } from '../support/until.ts';
import { SECOND } from '../support/durations.ts';

type Choice = EmbeddedDashboardElement['parameters'];

/** Returns the requested choices, oldest first. */
async function askedChoices({ host }: DashboardFixture): Promise<unknown[]> {
  const calls = await host.calls();
  return calls.map(({ body }) => (JSON.parse(body) as { parameters?: unknown }).parameters);
}

/** Returns the choice of each `dashboard-load` so far. */
function loadedChoices({ events }: DashboardFixture): unknown[] {
  const loads = events.filter(({ type }) => type === 'dashboard-load') as DashboardLoadEvent[];
  return loads.map(({ parameters }) => toPlain(parameters));
}

/** Returns a copy with the prototype that `deep.equal` expects. */
function toPlain(parameters: object | null): object | null {
  return parameters && { ...parameters };
}

/** Sets the choice, and waits until its dashboard is on screen. */
async function choose(fixture: DashboardFixture, parameters: Choice): Promise<void> {
  const { element, frames } = fixture;
  const loaded = fixture.next('dashboard-load');
  element.parameters = parameters;
  await element.updateComplete;
  clock.tick(SECOND);
  await settle();
  if (frames().length === 2) await swap(fixture);
  await loaded;
}

describe('parameters', () => {
  it('are sent to the host as strings, from the attribute and from the property', async () => {
    const fixture = await createReadyDashboard({ parameters: { Region: 'North', year: 2026 } });
    expect(await askedChoices(fixture)).to.deep.equal([{ Region: 'North', year: '2026' }]);
    fixture.element.setAttribute('parameters', '{"Region":"South"}');
    await swap(fixture);
    expect(fixture.element.parameters).to.deep.equal({ Region: 'South' });
    expect(loadedChoices(fixture)).to.deep.equal([
      { Region: 'North', year: '2026' },
      { Region: 'South' },
    ]);
  });

  it('may be a JSON string as a property, as some frameworks set it', async () => {
    const parameters = '{"Region":"North"}' as unknown as Choice;
    const fixture = await createReadyDashboard({ parameters });
    expect(await askedChoices(fixture)).to.deep.equal([{ Region: 'North' }]);
  });

  it('are omitted from a request if there are none', async () => {
    const fixture = await createReadyDashboard({ parameters: { Region: null } });
    const [call] = await fixture.host.calls();
    expect(call!.body).not.to.contain('parameters');
    expect(loadedChoices(fixture)).to.deep.equal([null]);
  });

  it('are passed to getToken, or null if there are none', async () => {
    const given: unknown[] = [];
    const getToken: EmbeddedDashboardElement['getToken'] = async ({ parameters }) => {
      given.push(toPlain(parameters));
      return 'token-of-the-page';
    };
    const baseUrl = await new FakeHost().answer();
    const fixture = await createReadyDashboard({ getToken, baseUrl });
    await choose(fixture, { open: true });
    expect(given).to.deep.equal([null, { open: 'true' }]);
  });

  it('change nothing if they are equal, in any order and any object', async () => {
    const fixture = await createReadyDashboard({ parameters: { a: '1', b: 2 } });
    fixture.element.parameters = { b: '2', a: 1 };
    await fixture.element.updateComplete;
    fixture.element.setAttribute('parameters', '{"b":2,"a":"1","c":null}');
    await settle();
    expect(await askedChoices(fixture)).to.have.length(1);
    expect(fixture.element.status).to.equal('ready');
  });

  it('change the dashboard with one request, no blank frame and no history entry', async () => {
    const fixture = await createReadyDashboard({ parameters: { Region: 'North' } });
    const { element, frames } = fixture;
    const [old] = frames();
    const before = history.length;
    element.parameters = { Region: 'South' };
    await until(() => element.status === 'refreshing');
    await untilPrepared(fixture);
    expect(frames()[0]).to.equal(old);
    clock.tick(SETTLE);
    expect(await askedChoices(fixture)).to.have.length(2);
    expect(history.length).to.equal(before);
    expect(element.status).to.equal('ready');
  });

  it('keep the status `refreshing` from the change to the load, also between retries', async () => {
    const host = new FakeHost();
    const fixture = await createReadyDashboard({ parameters: { Region: 'North' } }, host);
    await host.answer({ status: 503 });
    fixture.element.parameters = { Region: 'South' };
    const { error } = await fixture.next('dashboard-error');
    expect(error.retryable).to.be.true;
    expect(fixture.element.status).to.equal('refreshing');
    clock.tick(error.retryAt!.getTime() + 1 - Date.now());
    await swap(fixture);
    expect(loadedChoices(fixture).at(-1)).to.deep.equal({ Region: 'South' });
  });

  it('need one request if they change just before `reload()`', async () => {
    const fixture = await createReadyDashboard({ parameters: { Region: 'North' } });
    fixture.element.parameters = { Region: 'South' };
    await reload(fixture);
    await fixture.element.updateComplete;
    await settle();
    expect(await askedChoices(fixture)).to.deep.equal([{ Region: 'North' }, { Region: 'South' }]);
    expect(loadedChoices(fixture)).to.deep.equal([{ Region: 'North' }, { Region: 'South' }]);
  });

  it('share a token only if they are equal', async () => {
    const host = new FakeHost();
    const choices = [{ Region: 'North' }, { Region: 'South' }, { Region: 'North' }];
    await Promise.all(choices.map((parameters) => createReadyDashboard({ parameters }, host)));
    expect(await host.calls()).to.have.length(2);
  });
});

describe('many changes', () => {
  it('cause at most two requests per second, and the last choice wins', async () => {
    const fixture = createDashboard({ parameters: { step: 0 } });
    await until(() => fixture.frames().length === 1);
    await until(() => fixture.element.status === 'ready');
    for (let step = 1; step <= 20; step += 1) {
      fixture.element.parameters = { step };
      await fixture.element.updateComplete;
      clock.tick(50);
      await settle();
    }
    clock.tick(SECOND);
    await swap(fixture);
    expect(loadedChoices(fixture).at(-1)).to.deep.equal({ step: '20' });
    // The first request is immediate. The second and the last each follow after half a second.
    const asked = (await askedChoices(fixture)) as { step: string }[];
    expect(asked.length).to.be.within(3, 4);
    expect(asked[1]).to.deep.equal({ step: '1' });
    expect(asked.at(-1)).to.deep.equal({ step: '20' });
  });

  it('wait half a second, and drop the dashboard that was loading', async () => {
    const host = new FakeHost();
    const fixture = createDashboard({ parameters: { Region: 'North' } }, host);
    await until(() => fixture.element.status === 'ready');
    fixture.element.parameters = { Region: 'South' };
    await untilPrepared(fixture);
    await host.answer({ isHeld: true });
    fixture.element.parameters = { Region: 'West' };
    await fixture.element.updateComplete;
    clock.tick(499);
    await settle();
    expect(await host.calls()).to.have.length(2);
    clock.tick(2);
    await until(async () => (await host.calls()).length === 3);
    expect(fixture.frames()).to.have.length(1);
    clock.tick(5000);
    expect(loadedChoices(fixture)).to.deep.equal([{ Region: 'North' }]);
    expect(fixture.element.status).to.equal('refreshing');
  });

  it('show the last choice if an earlier answer arrives later', async () => {
    const host = new FakeHost();
    const fixture = await createReadyDashboard({ parameters: { Region: 'North' } }, host);
    await host.answer({ isHeld: true });
    fixture.element.parameters = { Region: 'South' };
    await until(async () => (await host.calls()).length === 2);
    fixture.element.parameters = { Region: 'West' };
    await fixture.element.updateComplete;
    clock.tick(SECOND);
    await swap(fixture);
    await host.release();
    await settle();
    expect(loadedChoices(fixture)).to.deep.equal([{ Region: 'North' }, { Region: 'West' }]);
  });

  it('cause at most one more request if they end at the first choice', async () => {
    const fixture = await createReadyDashboard({ parameters: { Region: 'North' } });
    for (const Region of ['South', 'North']) {
      fixture.element.parameters = { Region };
      await fixture.element.updateComplete;
    }
    clock.tick(SECOND);
    await swap(fixture);
    expect(fixture.element.status).to.equal('ready');
    expect(loadedChoices(fixture).at(-1)).to.deep.equal({ Region: 'North' });
    expect((await askedChoices(fixture)).at(-1)).to.deep.equal({ Region: 'North' });
  });
});

describe('a choice that fails', () => {
  it('removes the earlier choice from the screen if it is refused, and says so', async () => {
    const host = new FakeHost();
    const { element, frames, next } = await createReadyDashboard(
      { parameters: { Region: 'North' } },
      host,
    );
    await host.answer({ status: 403 });
    element.parameters = { Region: 'Secret' };
    const { error } = await next('dashboard-error');
    expect(error.code).to.equal('forbidden');
    expect(element.status).to.equal('failed');
    expect(frames()).to.be.empty;
    const [message] = element.shadowRoot!.querySelectorAll('p');
    expect(message!.textContent).to.contain('You don’t have access to this selection.');
  });

  it('removes the earlier choice from the screen after any other permanent error', async () => {
    const { host, element, frames, next } = await createReadyDashboard();
    await host.answer({ status: 404 });
    element.parameters = { Region: 'South' };
    await next('dashboard-error');
    expect(element.status).to.equal('failed');
    expect(frames()).to.be.empty;
  });

  it('removes the earlier choice from the screen after the third transient error', async () => {
    const { host, element, frames, log } = createDashboard();
    await until(() => element.status === 'ready');
    await host.answer({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    element.parameters = { Region: 'South' };
    for (const failures of [1, 2, 3]) {
      await until(() => log().filter((type) => type === 'error').length === failures);
      expect(frames()).to.have.length(failures < 3 ? 1 : 0);
      expect(element.status).to.equal(failures < 3 ? 'refreshing' : 'failed');
      clock.tick(element.error!.retryAt!.getTime() + 1 - Date.now());
    }
  });

  it('recovers with the next choice', async () => {
    const host = new FakeHost();
    const fixture = await createReadyDashboard({}, host);
    await host.answer({ status: 403 });
    fixture.element.parameters = { Region: 'Secret' };
    await fixture.next('dashboard-error');
    await choose(fixture, { Region: 'North' });
    expect(fixture.element.status).to.equal('ready');
    expect(fixture.element.error).to.be.null;
  });
});

describe('malformed parameters', () => {
  for (const [subject, text] of [
    ['parameters', '{'],
    ['parameters', '["North"]'],
    ['parameters.Region', '{"Region":"secret;x"}'],
    ['parameters\\["a b"\\]', '{"a b":"secret"}'],
  ] as const) {
    it(`fail without a request: ${text}`, async () => {
      const fixture = createDashboard({ dashboardGuid: null });
      const { element, frames, host } = fixture;
      element.setAttribute('parameters', text);
      element.dashboardGuid = '6f1c5a0e-1111-4222-8333-444455556666';
      const { error } = await fixture.next('dashboard-error');
      expect(error).to.include({ code: 'config', retryable: false });
      expect(error.message).to.match(new RegExp(`^${subject} (breaks a rule|must be)`));
      expect(error.message).not.to.contain('secret');
      expect(element.status).to.equal('failed');
      await settle();
      expect(frames()).to.be.empty;
      expect(await host.calls()).to.be.empty;
      expect(warnings.join()).not.to.contain('secret');
    });
  }
});
