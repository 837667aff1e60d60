import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import {
  createAnswered,
  createDashboard,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { runTasks, until } from '../support/until.ts';

/** Creates an element, waits until its request is refused, and returns it with its button. */
async function createFailed(): Promise<DashboardFixture & { button: HTMLButtonElement }> {
  const fixture = await createAnswered([{ status: 422 }, { isHeld: true }]);
  await fixture.next('dashboard-error');
  return { ...fixture, button: fixture.element.shadowRoot!.querySelector('button')! };
}

describe('the focus of a user who pressed the button', () => {
  it('stays on the button while the dashboard loads, and then moves to the dashboard', async () => {
    const { element, host, button } = await createFailed();
    const root = element.shadowRoot!;
    button.focus();
    button.click();
    expect(element.status).to.equal('loading');
    await runTasks();
    expect(root.activeElement?.localName).to.equal('button');
    await host.release();
    await until(() => element.status === 'ready');
    expect(root.activeElement?.localName).to.equal('iframe');
    expect(button.checkVisibility()).to.be.false;
  });

  it('stays where the user has moved it meanwhile', async () => {
    const { element, host, button } = await createFailed();
    const field = document.createElement('input');
    element.before(field);
    button.focus();
    button.click();
    await runTasks();
    field.focus();
    await host.release();
    await until(() => element.status === 'ready');
    expect(document.activeElement?.localName).to.equal('input');
    field.remove();
  });
});

it('does not take a focus that is elsewhere when a dashboard loads', async () => {
  const { element, host, button } = await createFailed();
  button.click();
  await host.release();
  await until(() => element.status === 'ready');
  expect(document.activeElement?.localName).to.equal('body');
});

for (const status of [403, 404]) {
  it(`shows no button after a ${status}, because another attempt cannot help`, async () => {
    const { host, element, next } = await createAnswered([{ status }]);
    await next('dashboard-error');
    const button = element.shadowRoot!.querySelector('button')!;
    expect(button.checkVisibility()).to.be.false;
    await host.answer({});
    await element.reload();
    expect(element.status).to.equal('ready');
  });
}

it('shows no button while the first dashboard loads', async () => {
  const { element } = createDashboard();
  await element.updateComplete;
  expect(element.status).to.equal('loading');
  const buttons = [...element.shadowRoot!.querySelectorAll('button')];
  expect(buttons.some((button) => button.checkVisibility())).to.be.false;
});

it('announces a failure once, and counts down the seconds to each retry', async () => {
  sinon.stub(Math, 'random').returns(0.5);
  const { element, next } = await createAnswered(
    Array.from({ length: 5 }, () => ({ status: 503 })),
  );
  await element.updateComplete;
  const region = element.shadowRoot!.querySelector('[role=status]')!;
  const spoken: string[] = [];
  const observer = new MutationObserver((records) => {
    const places = records.map(({ target }) =>
      target instanceof Element ? target : target.parentElement!,
    );
    const isHeard = places.some((place) => !place.closest('[aria-hidden]'));
    if (isHeard) spoken.push(region.textContent);
  });
  const shown: string[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { error } = await next('dashboard-error');
    if (attempt === 3) {
      observer.observe(region, { subtree: true, childList: true, characterData: true });
    }
    if (attempt >= 3) {
      shown.push(region.textContent);
      const seconds = Math.ceil((error.retryAt!.getTime() - Date.now()) / 1000);
      expect(region.textContent).to.contain(`in ${seconds} seconds`);
      clock.tick(1000);
      expect(region.textContent).to.contain(`in ${seconds - 1} seconds`);
    }
    clock.tick(error.retryAt!.getTime() - Date.now());
  }
  observer.disconnect();
  expect(new Set(shown).size).to.equal(3);
  expect(spoken).to.be.empty;
});
