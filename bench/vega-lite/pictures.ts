import { mkdirSync, writeFileSync } from 'node:fs';
import { createDashboardService, type Tile } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { untilChartsLive } from '../../test/e2e/dashboard/live-charts.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { createVegaDashboards, type VegaDashboard } from '../../test/support/vega-dashboards.ts';
import { toVegaLite } from './to-vega-lite.ts';

/** `npm run pictures:charts`: takes the pictures of docs/choosing-a-chart.md again, and those next to Vega-Lite. */
const OF_DOCS = 'generated/pictures/charts';
const OF_BENCH = 'bench/vega-lite/pictures';
/** The tables that Vega-Lite does not draw. */
const OWN = new Set(['unemployment', 'unemployment in eight industries']);
const TABLES = new Set([
  'seattle-weather by month',
  'stocks',
  'gapminder-health-income',
  'movies by genre',
  'cars',
  'unemployment-across-industries',
  'population in 2000',
  'driving',
  'barley in 1931',
  'co2-concentration',
  ...OWN,
]);
/** The size of Vega-Lite's plot, so that both pictures have about the same size. */
const PLOT = { width: 360, height: 200 };
const TILE_WIDTH = 540;
const QUALITY = 70;

/** Saves a part of a page as WebP, which Playwright's own screenshots cannot. */
async function save(page: Page, selector: string, path: string): Promise<void> {
  const clip = (await page.locator(selector).first().boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...clip, scale: 1 },
  });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

async function drawVegaLite({ result, definition }: VegaDashboard): Promise<string> {
  const ofType = (...types: string[]): string[] =>
    result.columns.filter(({ type }) => types.includes(type)).map(({ name }) => name);
  const numbers = ofType('decimal', 'integer');
  const rows = result.rows.map((row) => {
    const cells = numbers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return { ...row, ...(Object.fromEntries(cells) as object) };
  });
  const dates = new Set(ofType('date', 'instant'));
  const spec = { ...toVegaLite(definition.tiles[0]!, rows, dates), ...PLOT } as TopLevelSpec;
  const view = new View(parse(compile(spec).spec), { renderer: 'none' });
  return (await view.runAsync()).toSVG();
}

/** Charts that mislead, by the table whose suggested chart is better, and their settings. */
const WRONG: Record<string, object> = {
  'movies by genre': {
    ...{ kind: 'pie', value: 'US Gross', addsUp: true },
    ...{ horizontal: undefined, series: undefined },
  },
  driving: {
    series: ['miles', 'gas'].map((column) => ({ column, label: column })),
    secondAxis: undefined,
  },
  'co2-concentration': { start: 'zero' },
  unemployment: { kind: 'bar', category: 'id', series: [{ column: 'rate', label: 'Rate' }] },
  'unemployment in eight industries': { multiples: undefined },
  'gapminder-health-income': { x: { column: 'income', label: 'Income', format: 'currency' } },
};

/** Returns a dashboard with only the first suggested tile, in the width of the page. */
function withOneTile(dashboard: VegaDashboard, settings: object = {}): VegaDashboard {
  const { definition } = dashboard;
  const tile = { ...definition.tiles[0]!, span: 12, ...settings } as Tile;
  return { ...dashboard, definition: { ...definition, tiles: [tile] } };
}

const found = createVegaDashboards().filter(({ title }) => TABLES.has(title));
const right = found.map((dashboard) => withOneTile(dashboard));
const wrong = Object.entries(WRONG).map(([title, settings]) => {
  const dashboard = found.find((each) => each.title === title)!;
  const guid = dashboard.guid.replace(/^0/, '1');
  return Object.assign(withOneTile(dashboard, settings), { guid, title: `${title} wrong` });
});

for (const folder of [OF_DOCS, OF_BENCH]) mkdirSync(folder, { recursive: true });
const service = createDashboardService({ apiKey: 'key', dashboards: [...right, ...wrong] });
const browser = await launchChromium();
try {
  const { url } = await service.listen(0);
  const page = await browser.newPage({ viewport: { width: TILE_WIDTH, height: 900 } });
  for (const dashboard of [...right, ...wrong]) {
    const isOfDocs = wrong.includes(dashboard) || Object.hasOwn(WRONG, dashboard.title);
    const name = dashboard.title.replaceAll(' ', '-');
    const token = await (await fetch(`${url}/Api/GetToken/key/reader/${dashboard.guid}`)).text();
    await page.goto(`${url}/Tdb/${token}`);
    await untilChartsLive(page, await page.locator('[data-chart]').count());
    await save(page, '.tile', `${isOfDocs ? OF_DOCS : OF_BENCH}/${name}.webp`);
    if (wrong.includes(dashboard) || OWN.has(dashboard.title)) continue;
    await page.setContent(`<body style="margin:0">${await drawVegaLite(dashboard)}`);
    await save(page, 'svg', `${OF_BENCH}/${name}-vega-lite.webp`);
  }
} finally {
  await browser.close();
  await service.close();
}
