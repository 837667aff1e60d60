import { loadavg } from 'node:os';
import type { CDPSession, Page } from 'puppeteer-core';
import { startServer } from '../child-server.ts';
import { launchChromium } from '../engines.ts';
import { SECRET } from '../service/dashboards.ts';

/** The key presses of all rounds, by their place: the milliseconds of processor time until the paint. */
export interface Keys {
  engine: string;
  places: Record<string, number[]>;
  /** The mean number of processes that wanted a processor in the last minute. */
  load: number;
}

/** The number of lines of the SQL. */
export const LINES = 200;
const TITLE = 'Sales overview';
const FIELD = 'sql-editor .cm-content';
/** Letters that complete a name, a blank that ends it, and a number. */
const TYPED = 'rev 1';

const SQL = [
  'SELECT month,',
  ...Array.from({ length: LINES - 3 }, (_, line) => {
    return `  sum(CASE WHEN revenue > ${line} THEN revenue * ${line}.5 END) AS "over ${line}",`;
  }),
  '  count(*) AS n',
  "FROM (SELECT date_trunc('month', ordered_on)::date AS month, revenue FROM orders) s GROUP BY month",
].join('\n');

/** The places of the caret, and the keys that lead to them from anywhere. Most lines fill two rows of the field. */
const PLACES = {
  'at the end': ['Control+End'],
  'in the middle': ['Control+Home', ...Array.from({ length: LINES }, () => 'ArrowDown')],
} as const;

/** Types into the SQL of a dashboard of the demo, after one warm-up round at each place. */
export async function measureKeys(rounds: number): Promise<Keys> {
  await using server = await startServer('filters/server');
  await using chromium = await launchChromium();
  await using visit = await chromium.visit();
  const { page } = visit;
  await page.setViewport({ width: 1440, height: 900 });
  await openEditor(page, server.url);
  await page.keyboard.sendCharacter(SQL);
  const client = await page.createCDPSession();
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const places: Keys['places'] = {};
  for (const [place, keys] of Object.entries(PLACES)) {
    for (const key of keys) await press(page, key);
    places[place] = [];
    for (let round = 0; round <= rounds; round += 1) {
      for (const key of TYPED) {
        const ms = await measure(page, client, key);
        if (round > 0) places[place].push(ms);
      }
    }
  }
  return { engine: chromium.name, places, load: loadavg()[0]! };
}

/** Opens a dashboard in the editor, with the caret in the SQL of its first dataset and all of it selected. */
async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.type('[name=password]', SECRET);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await Promise.all([page.waitForNavigation(), page.locator(`::-p-text(${TITLE})`).click()]);
  await page.locator('section[aria-labelledby=datasets] summary').click();
  await page.locator(FIELD).click();
  await press(page, 'Control+a');
}

async function press({ keyboard }: Page, keys: string): Promise<void> {
  const [first = '', second] = keys.split('+');
  if (second === undefined) return keyboard.press(first as 'End');
  await keyboard.down(first as 'Control');
  await keyboard.press(second as 'End');
  await keyboard.up(first as 'Control');
}

/** Returns the processor time of the page's main thread from a key press to the end of the task after its paint. */
async function measure(page: Page, client: CDPSession, key: string): Promise<number> {
  const before = await readTaskMs(client);
  await page.keyboard.type(key);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      }),
  );
  return (await readTaskMs(client)) - before;
}

async function readTaskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}
