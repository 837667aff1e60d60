import { html, raw } from 'hono/html';
import { type DataTile, hasData, type Tile } from '../dashboard/definition.ts';
import { type ChartSize, type ChartStyle, FONT } from '../charts/chart-style.ts';
import { renderChartSvg } from '../charts/chart-svg.ts';
import type { Markup } from '../page/page-shell.ts';
import { type TileContent, type TileSource, toTileData } from '../tiles/tile-data.ts';
import { COLUMNS, toTileRows } from '../tiles/tile-rows.ts';
import { toXmlText } from './tile-svg.ts';

/** A rectangle of the drawing, in CSS pixels. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const SIZE = { width: 960, height: 600 };
const GAP = 16;
const PADDING = 16;
const TITLE_HEIGHT = 28;
const TILE_HEIGHT = 250;
const HEIGHTS: Partial<Record<Tile['kind'], number>> = { number: 104, text: 104, heading: 40 };
/** The distance between the lines that represent a text or the rows of a table. */
const LINE_HEIGHT = 22;

/** Renders a small picture of a dashboard as SVG, with as many of its tiles as fit. */
export async function renderThumbnail(
  tiles: readonly Tile[],
  source: TileSource,
  style: ChartStyle,
): Promise<string> {
  const { surface } = style.palette;
  const boxes = [...toBoxes(tiles)];
  const drawing = await html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${SIZE.width} ${SIZE.height}"
    width="${SIZE.width / 2}"
    height="${SIZE.height / 2}"
    font-family="${FONT}"
  >
    <rect width="100%" height="100%" fill="${surface}" />
    ${boxes.map(([tile, box]) => renderTile(tile, box, source, style))}
  </svg>`;
  return toXmlText(String(drawing));
}

function* toBoxes(tiles: readonly Tile[]): Generator<[Tile, Box]> {
  const column = (SIZE.width - GAP) / COLUMNS;
  let top = GAP;
  for (const row of toTileRows(tiles)) {
    if (top > SIZE.height) return;
    const height = Math.max(...row.map(({ kind }) => HEIGHTS[kind] ?? TILE_HEIGHT));
    let left = GAP;
    for (const tile of row) {
      yield [tile, { left, top, width: tile.span * column - GAP, height }];
      left += tile.span * column;
    }
    top += height + GAP;
  }
}

function renderTile(tile: Tile, box: Box, source: TileSource, style: ChartStyle): Markup {
  const { ink, line } = style.palette;
  const { left, top, width, height } = box;
  if (tile.kind === 'heading') {
    return html`<text x="${left}" y="${top + 28}" font-size="24" font-weight="600" fill="${ink}">
      ${tile.title}
    </text>`;
  }
  return html`<g transform="translate(${left} ${top})">
    <rect
      width="${width}"
      height="${height}"
      rx="10"
      fill="none"
      stroke="${line}"
      stroke-width="2"
    />
    <svg width="${width - PADDING}" height="${height}">
      <text x="${PADDING}" y="30" font-size="20" fill="${ink}">${tile.title}</text>
    </svg>
    <g transform="translate(${PADDING} ${PADDING + TITLE_HEIGHT})">
      ${hasData(tile) ? renderData(tile, box, source, style) : renderLines(box, style)}
    </g>
  </g>`;
}

function renderData(
  tile: DataTile,
  box: Box,
  source: TileSource,
  style: ChartStyle,
): Markup | string {
  const data = toTileData(tile, source);
  return data.state === 'ready' ? renderContent(data.content, box, source, style) : '';
}

function toContentSize({ width, height }: Box): ChartSize {
  return { width: width - 2 * PADDING, height: height - 2 * PADDING - TITLE_HEIGHT };
}

function renderContent(
  content: TileContent,
  box: Box,
  { formatter }: TileSource,
  style: ChartStyle,
): Markup {
  switch (content.kind) {
    case 'number': {
      const figure = formatter.formatFigure(content.row[content.tile.value], content.tile);
      return html`<text y="40" font-size="34" font-weight="600" fill="${style.palette.ink}">
        ${figure}
      </text>`;
    }
    case 'table':
    case 'heat':
      return renderLines(box, style);
    default:
      return raw(renderChartSvg(content, style, toContentSize(box)));
  }
}

function renderLines(box: Box, { palette }: ChartStyle): Markup {
  const { width, height } = toContentSize(box);
  const lines = Array.from({ length: Math.floor(height / LINE_HEIGHT) }, (_, index) => index);
  return html`${lines.map(
    (index) =>
      html`<rect
        y="${index * LINE_HEIGHT + 6}"
        width="${width}"
        height="8"
        rx="4"
        fill="${palette.line}"
      />`,
  )}`;
}
