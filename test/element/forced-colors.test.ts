import { expect } from '@open-wc/testing';
import '../../src/locales/ar.ts';
import type { EmbeddedDashboardElement } from '../../src/index.ts';
import { createWith, STATUSES } from './status-stage.ts';

// A reader's own colors replace those of every page. `web-test-runner.config.mjs` turns them on.

const SETTINGS = { theme: 'dark', backgroundColor: 'rebeccapurple' };

afterEach(() => {
  document.documentElement.lang = '';
  document.documentElement.dir = '';
});

function styleOf(element: EmbeddedDashboardElement, selector: string): CSSStyleDeclaration {
  return getComputedStyle(element.shadowRoot!.querySelector(selector)!);
}

/** How the browser paints a system color. */
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
    it(`leave nothing to report, ${dir}, ${status}`, async () => {
      Object.assign(document.documentElement, { lang, dir });
      await expect(await createWith(status, SETTINGS)).to.be.accessible();
    });
  }
}

it('color the message and its background, whatever the element’s own are', async () => {
  const element = await createWith('failed', SETTINGS);
  expect(styleOf(element, 'p:not(.slow)').color).to.equal(systemColor('CanvasText'));
  expect(styleOf(element, '[part=backdrop]').backgroundColor).to.equal(systemColor('Canvas'));
});

it('leave the button its border', async () => {
  const element = await createWith('failed', SETTINGS);
  expect(styleOf(element, 'button').borderStyle).to.equal('solid');
});
