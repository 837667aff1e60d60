import { html } from 'hono/html';
import { withChosen } from '../charts/find-chosen.ts';
import { hasData, type Tile, toDatasets } from '../dashboard/definition.ts';
import type { AwaitedResults, DatasetResult } from '../dashboard/run-dashboard.ts';
import { mapContent, toTileData } from '../tiles/tile-data.ts';
import { ArrivalColors } from './arrival-colors.ts';
import { byArrival } from './by-arrival.ts';
import { renderEnd, renderHead, renderPageShell } from './dashboard-shell.ts';
import { findTiles, type PageContent, type PagePlace } from './page-content.ts';
import type { Markup } from './page-shell.ts';
import { type PageStyle, toPageStyle } from './page-style.ts';
import { renderTextTile } from './tile/text-markup.ts';
import { renderTile } from './tile/tile-markup.ts';

/** A piece of a page. */
export interface PagePiece {
  html: string;
  /** Whether it has the page's script. A page whose head alone has been sent cannot load anything. */
  hasScript: boolean;
  hasTiles: boolean;
}

/**
 * Renders the page of `/Tdb/{token}` in pieces: its head, everything that is there before a reader notices a wait, and each
 * other tile when its data are there. The browser puts a tile into its place. When `stopped` is aborted, the page ends
 * without the tiles that are missing.
 */
export async function* renderDashboardPage(
  dashboard: PageContent['dashboard'],
  reading: Promise<PageContent>,
  place: PagePlace,
  stopped = new AbortController().signal,
): AsyncGenerator<PagePiece> {
  yield { html: await toText(renderHead(dashboard, place)), hasScript: false, hasTiles: false };
  const content = await reading;
  const style = toPageStyle(content, place);
  const tiles = findTiles(content);
  const missing = new Set(tiles);
  const colors = new ArrivalColors();
  const render = createTileRenderer(style, tiles, colors);
  const waiting = tiles.map((tile) => awaitTile(tile, content.results));
  let isStart = true;
  for await (const arrived of byArrival(waiting, {
    stopped,
    isUrgent: ({ tile }) => hasData(tile),
  })) {
    for (const { tile } of arrived) missing.delete(tile);
    const shell = isStart ? renderPageShell(content, missing, style, place) : html``;
    const isLate = !isStart;
    isStart = false;
    yield* renderArrived(await toText(shell), arrived, (each) => render(each, isLate));
  }
  const wholeUrl = missing.size > 0 ? content.wholeUrl : undefined;
  const end = renderEnd(wholeUrl, colors.toRules(tiles, style.charts.palette), style.words);
  yield { html: await toText(end), hasScript: true, hasTiles: false };
}

/**
 * The characters from which on tiles that arrive together are several pieces: a client takes each when it has room, and other
 * requests run between them. A usual page is shorter, so that readers do not wait for the pages of each other.
 */
const LARGE_PIECE = 2 ** 17;

/** Renders tiles behind the start of a piece. Usually, they are one piece. */
async function* renderArrived(
  start: string,
  arrived: readonly ArrivedTile[],
  render: (arrived: ArrivedTile) => Markup,
): AsyncGenerator<PagePiece> {
  let [text, hasTiles] = [start, false];
  for (const each of arrived) {
    text += await toText(render(each));
    hasTiles ||= hasData(each.tile);
    if (text.length < LARGE_PIECE) continue;
    yield { html: text, hasScript: true, hasTiles };
    [text, hasTiles] = ['', false];
    await takeTurn();
  }
  if (text) yield { html: text, hasScript: true, hasTiles };
}

/** Returns the whole page. */
export async function joinPieces(pieces: AsyncGenerator<PagePiece>): Promise<string> {
  let page = '';
  for await (const piece of pieces) page += piece.html;
  return page;
}

/** Lets others run: a hundred large tables take minutes, and all requests share one thread. A browser has one reader. */
function takeTurn(): Promise<void> {
  const { setImmediate: run }: { setImmediate?: typeof setImmediate } = globalThis;
  return run ? new Promise((resolve) => void run(resolve)) : Promise.resolve();
}

async function toText(markup: Markup): Promise<string> {
  return String(await markup);
}

/** A tile and the results of its datasets. */
interface ArrivedTile {
  tile: Tile;
  results: ReadonlyMap<string, DatasetResult>;
}

async function awaitTile(tile: Tile, awaited: AwaitedResults): Promise<ArrivedTile> {
  const names = toDatasets(tile).filter((name) => awaited.has(name));
  const results = names.map(async (name) => [name, await awaited.get(name)!] as const);
  return { tile, results: new Map(await Promise.all(results)) };
}

/** Returns how the tiles of a page are rendered. They share the colors of names. */
function createTileRenderer(style: PageStyle, [first]: readonly Tile[], colors: ArrivalColors) {
  return ({ tile, results }: ArrivedTile, isLate: boolean): Markup => {
    if (!hasData(tile)) return withEnd(renderTextTile(tile, style, tile === first));
    const data = mapContent(toTileData(tile, { results, ...style }), (content) =>
      withChosen(colors.color(tile, content), style.isChosen),
    );
    return withEnd(renderTile(tile, data, style, isLate));
  };
}

/** The element after a tile tells the page's script that the tile is complete. */
function withEnd(tile: Markup): Markup {
  return html`${tile}<wbr />`;
}
