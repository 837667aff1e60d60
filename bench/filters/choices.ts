import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { demoDashboards } from 'embedded-dashboard-service';
import type { Page } from 'puppeteer-core';
import { type ChildServer, startServer } from '../child-server.ts';
import { launchChromium, REST_MS } from '../engines.ts';
import { toPage } from '../http-load.ts';
import { API_KEY } from '../service/dashboards.ts';

/** One choice of a reader, in milliseconds since the input. */
export interface Choice {
  /** The tiles that wait are on screen with less color. */
  dimmedMs: number;
  /** All new tiles are on screen. */
  doneMs: number;
  /** The time in which at least one query of the choice was running or waiting. */
  queryMs: number;
}

/** The choices of all rounds, by their way. */
export interface Choices {
  engine: string;
  form: Choice[];
  mark: Choice[];
  /** The mean number of processes that wanted a processor in the last minute. */
  load: number;
}

/** A global of the page, which `watch.js` fills. */
declare const choice: { inputAt: number; dimmedAt: number; doneAt: number };

const { guid } = demoDashboards.find(({ title }) => title === 'Delivery')!;
const WATCH = readFileSync(new URL('watch.js', import.meta.url), 'utf8');
const REGION = '#filter-region';
const BAR = '[data-tile="days-by-country"] .chart path[fill="#1f6f78"]';

/** Sets a filter by the form, then another one by a mark, once in each round after one warm-up round. */
export async function measureChoices(rounds: number): Promise<Choices> {
  await using server = await startServer('filters/server');
  await using chromium = await launchChromium();
  await using visit = await chromium.visit();
  const { page } = visit;
  await page.setViewport({ width: 1440, height: 900 });
  const getToken = `${server.url}/Api/GetToken/${API_KEY}/anna/${guid}`;
  await page.goto((await toPage({ url: getToken, method: 'POST' })).url);
  await page.waitForSelector('form[data-live]');
  await page.evaluate(WATCH);
  const choices: Choices = { engine: chromium.name, form: [], mark: [], load: 0 };
  for (let round = 0; round <= rounds; round += 1) {
    await page.focus(REGION);
    const form = await measure(server, page, () => page.keyboard.press('ArrowDown'));
    await rest(page, BAR);
    const mark = await measure(server, page, () => click(page));
    await rest(page, '.reset');
    await measure(server, page, () => click(page));
    if (round === 0) continue;
    choices.form.push(form);
    choices.mark.push(mark);
  }
  return { ...choices, load: loadavg()[0]! };
}

/** Moves the pointer to an element, and waits for the tooltip that it shows. */
async function rest(page: Page, selector: string): Promise<void> {
  await page.hover(selector);
  await wait(REST_MS);
}

async function click({ mouse }: Page): Promise<void> {
  await mouse.down();
  await mouse.up();
}

async function measure(
  server: ChildServer,
  page: Page,
  choose: () => Promise<void>,
): Promise<Choice> {
  const before = await readQueryMs(server);
  await page.evaluate(() => Object.assign(choice, { inputAt: 0, dimmedAt: 0, doneAt: 0 }));
  await choose();
  await page.waitForFunction(() => choice.doneAt > 0);
  const { inputAt, dimmedAt, doneAt } = await page.evaluate(() => choice);
  return {
    dimmedMs: dimmedAt - inputAt,
    doneMs: doneAt - inputAt,
    queryMs: (await readQueryMs(server)) - before,
  };
}

async function readQueryMs({ url }: ChildServer): Promise<number> {
  return Number(await (await fetch(`${url}/queries`)).text());
}
