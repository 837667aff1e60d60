import { readFileSync } from 'node:fs';
import type { Engine } from '../engines.ts';
import { toPage } from '../http-load.ts';
import { API_KEY } from '../service/dashboards.ts';
import { DASHBOARDS } from './dashboards.ts';

/** A page of the bench. */
export type PageName = keyof typeof DASHBOARDS;

/** The times of a page in a browser. */
export interface Visit {
  /** From the request to the painting of this many tiles, in milliseconds. */
  tilesMs: number;
  /** The sum of the layout shifts from the first painted tile to the end of the page. */
  shift: number;
}

/** A global of the page, which `watch.js` fills. */
declare const seen: { at: number[]; shift: number };

const WATCH = readFileSync(new URL('watch.js', import.meta.url), 'utf8');

function toCall(url: string, name: PageName) {
  return { url: `${url}/Api/GetToken/${API_KEY}/anna/${DASHBOARDS[name].guid}` };
}

/** Measures a call of GetToken, and the first byte of a page, in milliseconds. */
export async function measureFirstByte(
  url: string,
  name: PageName,
): Promise<{ tokenMs: number; byteMs: number }> {
  const begunAt = performance.now();
  const token = await (await fetch(toCall(url, name).url)).text();
  const askedAt = performance.now();
  const page = await fetch(`${url}/Tdb/${token}`);
  const reader = page.body!.getReader();
  await reader.read();
  const byteMs = performance.now() - askedAt;
  while (!(await reader.read()).done);
  return { tokenMs: askedAt - begunAt, byteMs };
}

/** Opens a page in a new browser, with the scripts already in its cache, and waits for its end. */
export async function visitPage(
  engine: Engine,
  { url, name, tiles, width }: { url: string; name: PageName; tiles: number; width: number },
): Promise<Visit> {
  await using visit = await engine.visit();
  const { page } = visit;
  await page.setViewport({ width, height: 900 });
  const warm = await toPage({ ...toCall(url, 'large'), method: 'POST' });
  await page.goto(warm.url);
  await page.evaluateOnNewDocument(WATCH);
  const { url: address } = await toPage({ ...toCall(url, name), method: 'POST' });
  await page.goto(address, { timeout: 120_000 });
  await page.waitForFunction((count) => seen.at.length >= count, {}, tiles);
  // Awaited here: the browser closes when this function returns.
  return await page.evaluate(
    (count) => ({ tilesMs: seen.at[count - 1]!, shift: seen.shift }),
    tiles,
  );
}
