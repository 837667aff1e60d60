import { expect } from '@open-wc/testing';
import '../../src/locales/ar.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { audit } from '../support/audit.ts';
import { createWith, STATUSES } from './status-stage.ts';

// With forced colors, the reader's own colors replace those of every page.
// `web-test-runner.config.mjs` turns them on.

const SETTINGS = { theme: 'dark', backgroundColor: 'rebeccapurple' };

afterEach(() => {
  document.documentElement.lang = '';
  document.documentElement.dir = '';
});

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

it('are on', () => {
  expect(matchMedia('(forced-colors: active)').matches).to.be.true;
});

for (const [dir, lang] of [
  ['ltr', 'en'],
  ['rtl', 'ar'],
]) {
  for (const status of STATUSES) {
    it(`cause no accessibility problem, ${dir}, ${status}`, async () => {
      Object.assign(document.documentElement, { lang, dir });
      await audit(await createWith(status, SETTINGS));
    });
  }
}

it('replace the colors of the message and its background', async () => {
  const element = await createWith('failed', SETTINGS);
  expect(styleOf(element, 'p').color).to.equal(systemColor('CanvasText'));
  expect(styleOf(element, '[part=backdrop]').backgroundColor).to.equal(systemColor('Canvas'));
});

it('keep the border of the button', async () => {
  const element = await createWith('failed', SETTINGS);
  expect(styleOf(element, 'button').borderStyle).to.equal('solid');
});
