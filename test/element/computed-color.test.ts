import { expect, fixture, html } from '@open-wc/testing';
import { toComputedColor } from '../../src/element/computed-color.ts';

let root: ShadowRoot;

beforeEach(async () => {
  const host = await fixture<HTMLElement>(html`<div style="color: #123456; --panel: #abc"></div>`);
  root = host.attachShadow({ mode: 'open' });
});

it('returns a named color in lower case', () => {
  for (const name of ['aqua', 'rebeccapurple', 'yellowgreen']) {
    expect(toComputedColor(` ${name.toUpperCase()} `, root)).to.equal(name);
  }
});

it('converts system colors to digits', () => {
  for (const name of ['CanvasText', 'ButtonFace', 'Highlight', 'InfoBackground']) {
    expect(toComputedColor(name, root), name).to.match(/^\$[\da-f]{6}([\da-f]{2})?$/);
  }
});

it('converts every other form to digits', () => {
  const forms: [string, string][] = [
    ['#fC0', '$ffcc00'],
    ['#fc08', '$ffcc0088'],
    ['#ffcc0080', '$ffcc0080'],
    ['#ffcc00ff', '$ffcc00'],
    ['rgb(1 2 3)', '$010203'],
    ['rgba(1, 2, 3, 0.5)', '$01020380'],
    ['hsl(120deg 100% 25%)', '$008000'],
    ['hwb(0 0% 0%)', '$ff0000'],
    ['oklch(1 0 0)', '$ffffff'],
    ['lab(0 0 0)', '$000000'],
    ['color(srgb 1 0.5 0)', '$ff8000'],
    ['color(display-p3 1 0 0)', '$ff0000'],
    ['color-mix(in srgb, red, blue)', '$800080'],
    ['transparent', '$00000000'],
    ['currentcolor', '$123456'],
    ['var(--panel)', '$aabbcc'],
    ['var(--none, red)', '$ff0000'],
    ['rgb(none 0 0)', '$000000'],
  ];
  for (const [css, service] of forms) expect(toComputedColor(css, root), css).to.equal(service);
});

it('returns the service’s own form unchanged', () => {
  for (const color of ['$abc', '$aabbcc', '$AABBCC80']) {
    expect(toComputedColor(color, root)).to.equal(color);
  }
});

it('rejects values that are not colors', () => {
  const bad = [
    'blurple',
    'inherit',
    'initial',
    'unset',
    'revert-layer',
    'red blue',
    'red 30%',
    'red, blue',
    'red) ; --x: (',
    'x&token=1',
    '../',
    '#12345',
    '$12345',
    '$xyz',
    'var(--none)',
    'url(https://example.com)',
    '',
  ];
  for (const value of bad) expect(toComputedColor(value, root), value).to.be.null;
});

it('leaves nothing in the tree', () => {
  toComputedColor('red', root);
  toComputedColor('#123', root);
  expect(root.childNodes).to.have.length(0);
});
