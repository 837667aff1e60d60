import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { createDashboard, createReadyDashboard } from '../support/dashboard-fixture.ts';
import { FakeHost } from '../support/fake-host.ts';
import { clock, setOnline } from '../support/test-page.ts';
import { until } from '../support/until.ts';

type Settings = Partial<EmbeddedDashboardElement>;

/**
 * A font that every machine has. Its letters are 0.6 em wide: more than the average of DejaVu Sans, Noto Sans and
 * Liberation Sans. The tallest lines of those are 1.36 em high, in Noto Sans.
 */
const FONT = '16px/1.4 monospace';
/** The seconds before a retry at which the message is measured. The first are shown as minutes. */
const COUNTDOWN = [119, 99, 22];

const Tag = customElements.get('embedded-dashboard') as typeof EmbeddedDashboardElement;
const languages = (await (await fetch('/languages')).json()) as string[];
await Promise.all(languages.map((lang) => import(`/src/locales/${lang}.ts`)));

/** Returns settings with which the attempts have these statuses in turn, and no other one is answered. */
function answering(...statuses: number[]): Settings {
  const answers = statuses.map((status) => new Response(null, { status }));
  return { getToken: async () => answers.shift() ?? new Promise<never>(() => {}) };
}

/** Returns the milliseconds until the next attempt; `Infinity` without one. */
function leftMs({ error }: EmbeddedDashboardElement): number {
  return (error?.retryAt?.getTime() ?? Infinity) - Date.now();
}

/** Advances the clock through the attempts until the longest countdown, or until there is no further attempt. */
async function untilPatient(element: EmbeddedDashboardElement): Promise<EmbeddedDashboardElement> {
  sinon.stub(Math, 'random').returns(0.999);
  await until(() => {
    const left = leftMs(element);
    if (left > 0 && left < 100_000) clock.tick(left + 1);
    return element.error && left > 100_000;
  });
  return element;
}

function createFailed(settings: Settings): Promise<EmbeddedDashboardElement> {
  return untilPatient(createDashboard(settings).element);
}

/** Creates an element with a message, for each message. */
const MESSAGES: Record<string, () => Promise<EmbeddedDashboardElement>> = {
  'while the host is down': () => createFailed(answering(...Array<number>(9).fill(503))),
  'while the browser is offline'() {
    setOnline(false);
    return createFailed({ getToken: () => Promise.reject(new TypeError()) });
  },
  async 'after an expiry'() {
    const grant = { token: 'a-good-token', baseUrl: await new FakeHost().answer(), expiresIn: 600 };
    const { element } = await createReadyDashboard({ getToken: async () => grant });
    Object.assign(element, answering(...Array<number>(9).fill(503)));
    clock.tick(600_000);
    return untilPatient(element);
  },
  'after a 403': () => createFailed(answering(403)),
  'after a 403 for a choice': () => createFailed({ ...answering(403), parameters: { A: 1 } }),
  'after a 404': () => createFailed(answering(404)),
  'after a 422': () => createFailed(answering(422)),
  async 'with the link to a sign-in page'() {
    const { element, next } = createDashboard({ ...answering(401), loginUrl: '/' });
    await next('dashboard-logout');
    return element;
  },
  async 'while it tries again after a press of the button'() {
    const { element, next } = createDashboard(answering(422, 503));
    await next('dashboard-error');
    const button = element.shadowRoot!.querySelector('button')!;
    button.focus();
    button.click();
    await next('dashboard-error');
    return element;
  },
};

function expectInside(element: EmbeddedDashboardElement): void {
  const box = element.getBoundingClientRect();
  const parts = [...element.shadowRoot!.querySelectorAll('p, progress, button, a')];
  const shown = parts.filter((part) => part.checkVisibility());
  expect(shown).to.not.be.empty;
  for (const part of shown) {
    const { top, bottom, left, right, height } = part.getBoundingClientRect();
    const what = `${element.lang}: ${part.textContent}`;
    expect(Math.min(top - box.top, box.bottom - bottom), what).to.be.at.least(0);
    expect(Math.min(left - box.left, box.right - right), what).to.be.at.least(0);
    if (part.localName === 'button') expect(height, what).to.be.at.least(24);
  }
}

describe('the message fits into 240 × 120 pixels in every language', () => {
  for (const [when, create] of Object.entries(MESSAGES)) {
    it(when, async () => {
      const element = await create();
      element.style.cssText = `width: 240px; height: 120px; font: ${FONT}`;
      const isCounting = leftMs(element) < Infinity;
      for (const seconds of isCounting ? COUNTDOWN : [0]) {
        if (isCounting) clock.tick(Math.max(0, leftMs(element) - seconds * 1000));
        for (const lang of ['en', ...languages]) {
          element.lang = lang;
          // Draws the message again.
          Tag.addTexts(lang, {});
          await element.updateComplete;
          expectInside(element);
        }
      }
    });
  }
});
