import { expect } from '@open-wc/testing';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { audit } from '../support/audit.ts';
import { createWith } from './status-stage.ts';

// With forced colors, the reader's own colors replace those of every page.

declare global {
  interface Window {
    /** Turns forced colors on or off, in Chromium. Firefox starts with them: see `engines.mjs`. */
    setForcedColors?: (isOn: boolean) => Promise<void>;
  }
}

const SETTINGS = { theme: 'dark', backgroundColor: 'rebeccapurple' };

before(() => window.setForcedColors?.(true));
after(() => window.setForcedColors?.(false));

function styleOf(element: EmbeddedDashboardElement, selector: string): CSSStyleDeclaration {
  return getComputedStyle(element.shadowRoot!.querySelector(selector)!);
}

/** Returns the computed value of a system color. */
function systemColor(name: string): string {
  const sample = document.createElement('p');
  sample.style.color = name;
  document.body.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

// A message without a button, and a dashboard.
for (const status of ['loading', 'ready'] as const) {
  it(`cause no accessibility problem, ${status}`, async () => {
    expect(matchMedia('(forced-colors: active)').matches).to.be.true;
    await audit(await createWith(status, SETTINGS));
  });
}

it('replace the colors of the message, and keep the border of its button', async () => {
  const element = await createWith('failed', SETTINGS);
  expect(styleOf(element, 'p').color).to.equal(systemColor('CanvasText'));
  expect(styleOf(element, '[part=backdrop]').backgroundColor).to.equal(systemColor('Canvas'));
  expect(styleOf(element, 'button').borderStyle).to.equal('solid');
  await audit(element);
});
