import type { DashboardError } from '../../src/index.ts';
import { expect } from '@open-wc/testing';
import { OTHER_GUID } from '../support/dashboard-fixture.ts';
import { until } from '../support/until.ts';
import {
  asked,
  clock,
  framesOf,
  isReplaced,
  lifeMs,
  openPage,
  openReadyPage,
  renewFrameAroundTests,
  RESTYLE,
  swap,
} from './rendered-page.ts';

renewFrameAroundTests();

describe('a rendered dashboard whose tag was changed before the element was defined', () => {
  it('is loaded again if the lifetime of its token is missing', async () => {
    const page = await openReadyPage({ script: 'delete rendered[0].dataset.expiresIn' });
    expect(framesOf(page)).to.deep.equal([false]);
    expect((await asked()).tokens).to.equal(2);
  });

  for (const life of ['0', 'soon', '7201']) {
    it(`lives two hours if the lifetime of its token is “${life}”`, async () => {
      const page = await openReadyPage({ script: `rendered[0].dataset.expiresIn = '${life}'` });
      expect(framesOf(page)).to.deep.equal([true]);
      expect(lifeMs(page)).to.be.closeTo(7_200_000, 2);
      expect((await asked()).tokens).to.equal(1);
    });
  }

  for (const [name, value, src] of [
    ['theme', "'dark'", /\/\/127\.0\.0\.1:.*\?theme=dark$/],
    ['sandbox', "'allow-scripts'", /\/\/127\.0\.0\.1:/],
    ['base-url', "rendered[0].src.replace('127.0.0.1', 'localhost').split('/Tdb')[0]", /localhost/],
  ] as const) {
    it(`gets a frame for its new ${name}, with the same token`, async () => {
      const page = await openReadyPage({ script: `element.setAttribute('${name}', ${value})` });
      clock.tick(RESTYLE);
      await swap(page);
      expect(framesOf(page)).to.deep.equal([false]);
      const [shown] = page.element.shadowRoot!.querySelectorAll('iframe');
      expect(shown!.src).to.match(src);
      expect(shown!.sandbox.value).to.equal(page.element.sandbox);
      expect((await asked()).tokens).to.equal(1);
    });
  }

  for (const name of ['parameters', 'filters']) {
    const tags = [{ [name]: { Region: 'North', year: 2026 } }];
    const toScript = (json: string): string => `element.setAttribute('${name}', '${json}')`;

    it(`is adopted if it shows the ${name} of the element, in any order`, async () => {
      const page = await openReadyPage({
        tags,
        script: toScript('{"year":"2026","Region":"North"}'),
      });
      expect(framesOf(page)).to.deep.equal([true]);
      expect((await asked()).tokens).to.equal(1);
    });

    it(`is loaded again if the page has other ${name}`, async () => {
      const page = await openPage({ tags, script: toScript('{"Region":"South"}') });
      await until(() => isReplaced(page));
      expect((await asked()).tokens).to.equal(2);
    });
  }

  it('gets its new label without a reload', async () => {
    const page = await openReadyPage({ script: "element.setAttribute('label', 'Sales')" });
    clock.tick(RESTYLE);
    expect(page.rendered[0]!.title).to.equal('Sales');
    expect(framesOf(page)).to.deep.equal([true]);
    expect((await asked()).loads).to.have.length(1);
  });

  it('uses its new address from the next token request on', async () => {
    const page = await openReadyPage({ script: "element.tokenUrl = 'notes'" });
    expect(framesOf(page)).to.deep.equal([true]);
    const failed = await page.element.reload().then(
      () => 'loaded',
      ({ code }: DashboardError) => code,
    );
    expect(failed).to.equal('bad-token');
    expect((await asked()).tokens).to.equal(1);
  });

  for (const [what, script] of [
    ['it is another dashboard’s', `element.dashboardGuid = '${OTHER_GUID}'`],
    [
      'the browser does not report how the page was loaded',
      'performance.getEntriesByType = () => []',
    ],
    ['its frame shows something else', "rendered[0].src = rendered[0].src.replace('Tdb', 'Else')"],
    [
      'its token has ended',
      'const { now } = performance; performance.now = () => now.call(performance) + 7.3e6',
    ],
  ] as const) {
    it(`is loaded again if ${what}`, async () => {
      const page = await openReadyPage({ script });
      expect(framesOf(page)).to.deep.equal([false]);
      expect((await asked()).tokens).to.equal(2);
      expect(page.events).to.deep.equal(['load']);
    });
  }

  it('is removed if the tag is malformed', async () => {
    const page = await openPage({ script: "element.dashboardGuid = 'none'" });
    await until(() => page.element.status === 'failed');
    expect(framesOf(page)).to.deep.equal([]);
  });
});
