import { expect } from '@open-wc/testing';
import {
  createAnswered,
  createDashboard,
  type DashboardFixture,
} from '../support/dashboard-fixture.ts';
import { until } from '../support/until.ts';

type Size = [width: number, height: number];

const boxes: Element[] = [];

afterEach(() => {
  for (const box of boxes.splice(0)) box.remove();
});

/** Returns the size of an element in a box, each with its styles. */
function sizeIn(boxStyle: string, style: string): Size {
  const box = document.createElement('div');
  boxes.push(box);
  box.style.cssText = `width: 800px; ${boxStyle}`;
  document.body.append(box);
  const { element } = createDashboard({ dashboardGuid: null });
  element.style.cssText = style;
  box.append(element);
  const { width, height } = element.getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
}

describe('the automatic size equals that of an iframe', () => {
  const layouts: Record<string, [boxStyle: string, style: string, expected: Size]> = {
    'in a row of flex items': ['display: flex', '', [300, 600]],
    'in a column of flex items': [
      'display: flex; flex-flow: column; align-items: start',
      '',
      [300, 600],
    ],
    'in a grid': ['display: grid; justify-items: start', '', [300, 600]],
    'in a table cell': ['display: table-cell; width: auto', '', [300, 600]],
    'in a box that shrinks to fit': ['width: fit-content', '', [300, 600]],
    'as a float': ['', 'float: left', [300, 600]],
    'with an automatic height': ['', 'height: auto', [800, 150]],
    'with a percentage of nothing': ['height: auto', 'height: 100%', [800, 150]],
  };
  for (const [layout, [boxStyle, style, expected]] of Object.entries(layouts)) {
    it(layout, () => expect(sizeIn(boxStyle, style)).to.deep.equal(expected));
  }

  it('unless the page sets a size', () => {
    expect(sizeIn('', '')).to.deep.equal([800, 600]);
    expect(sizeIn('', 'width: 120px; height: 40px')).to.deep.equal([120, 40]);
    expect(sizeIn('display: flex', 'width: 120px; height: 40px')).to.deep.equal([120, 40]);
    expect(sizeIn('', 'display: none')).to.deep.equal([0, 0]);
    const { element } = createDashboard({ dashboardGuid: null, hidden: true });
    expect(element.offsetHeight).to.equal(0);
  });

  it('and causes no scrolling', () => {
    const box = document.createElement('div');
    boxes.push(box);
    box.style.cssText = 'width: 120px; height: 40px; overflow: auto';
    document.body.append(box);
    const { element } = createDashboard({ dashboardGuid: null });
    element.style.height = '40px';
    box.append(element);
    expect([box.scrollWidth, box.scrollHeight]).to.deep.equal([120, 40]);
  });
});

describe('the message', () => {
  async function createFailed(): Promise<DashboardFixture> {
    const fixture = await createAnswered([{ status: 422 }]);
    await fixture.next('dashboard-error');
    return fixture;
  }

  it('uses the page’s font', async () => {
    const { element } = await createFailed();
    element.style.font = 'italic 17px serif';
    for (const part of element.shadowRoot!.querySelectorAll('p, button')) {
      const { fontSize, fontFamily, fontStyle } = getComputedStyle(part);
      expect([fontSize, fontFamily, fontStyle]).to.deep.equal(['17px', 'serif', 'italic']);
    }
  });

  it('can be read on each background', async () => {
    const { element } = await createFailed();
    const parts = element.shadowRoot!.querySelectorAll('p, button');
    const backdrop = element.shadowRoot!.querySelector('[part=backdrop]')!;
    for (const background of [
      '#000',
      '#fff',
      '#767676',
      '#f00',
      'yellow',
      'navy',
      'oklch(0.6 0.2 150)',
    ]) {
      element.backgroundColor = background;
      await element.updateComplete;
      const behind = toRgb(getComputedStyle(backdrop).backgroundColor);
      for (const part of parts) {
        const { color } = getComputedStyle(part);
        expect(contrastOf(toRgb(color), behind), background).to.be.at.least(4.5);
      }
    }
    expect(element.status).to.equal('failed');
  });
});

describe('the message on a translucent background', () => {
  const pages: Record<string, [style: string, color: Rgb]> = {
    'a light page': ['color-scheme: light', [255, 255, 255]],
    'a dark page': ['color-scheme: dark; color: canvastext', [0, 0, 0]],
    'a page with gray text': ['color-scheme: light; color: #888', [255, 255, 255]],
    'a dark page with gray text': ['color-scheme: dark; color: #777', [0, 0, 0]],
    'a dark page without a color scheme': ['color: #eee', [0, 0, 0]],
  };
  const shares = [0, 0.1, 0.3, 0.5, 0.52, 0.54, 0.6, 0.8, 0.9];
  for (const [name, [style, page]] of Object.entries(pages)) {
    it(`can be read in ${name}`, async () => {
      const { element } = await createAnswered([{ status: 422 }]);
      element.style.cssText = style;
      await until(() => element.status === 'failed');
      const [p] = element.shadowRoot!.querySelectorAll('p');
      for (const share of shares) {
        for (const ink of [0, 255]) {
          const backgroundColor = `rgb(${ink} ${ink} ${ink} / ${share})`;
          const behind = page.map((channel) => channel * (1 - share) + ink * share) as Rgb;
          for (const theme of [null, 'dark']) {
            Object.assign(element, { backgroundColor, theme });
            await element.updateComplete;
            const contrast = contrastOf(toRgb(getComputedStyle(p!).color), behind);
            expect(contrast, `${backgroundColor}, ${theme}`).to.be.at.least(4.5);
          }
        }
      }
      expect(element.status).to.equal('failed');
    });
  }
});

type Rgb = [number, number, number];

function toRgb(color: string): Rgb {
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  expect(alpha, color).to.equal(255);
  return [red!, green!, blue!];
}

/** Returns the contrast ratio, as defined in https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
function contrastOf(a: Rgb, b: Rgb): number {
  const luminance = (rgb: Rgb): number => {
    const [red, green, blue] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}
