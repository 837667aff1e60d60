import { COLOR_COUNT } from '../tiles/palette.ts';
import { toSetting } from '../tiles/series-setting.ts';
import {
  type AxisContent,
  mapContent,
  type ShareContent,
  type TileContent,
  type TileData,
} from '../tiles/tile-data.ts';

/** The color of combined small parts. */
const OTHER_COLOR = -1;

/** Gives all charts of a page their colors, in the order of its tiles. */
export function withNameColors(tiles: readonly TileData[]): TileData[] {
  const colors = new PageColors();
  return tiles.map((data) => mapContent(data, (content) => colors.color(content)));
}

/**
 * The colors of a page. A name has the same color in all tiles, and keeps it when tiles are loaded again. The names of
 * values and the labels of series have colors of their own. Only a tile without a free color gives a name another color.
 */
export class PageColors {
  readonly #values = new NameColors();
  readonly #labels = new NameColors();

  /** Returns the content of a tile with its colors, if it has any. */
  color<Content extends TileContent>(content: Content): Content;
  color(content: TileContent): TileContent {
    if (content.kind !== 'axis' && content.kind !== 'shares') return content;
    const { colors: _, ...plain } = content;
    const parts = toParts(content);
    const isSplit = content.kind === 'shares' || content.tile.splitBy !== undefined;
    if (parts.length < 2 && !isSplit) return plain;
    const colors = (isSplit ? this.#values : this.#labels).toColors(parts);
    // The page's data omits the usual colors.
    return colors.every((color, index) => color === index) ? plain : { ...plain, colors };
  }
}

interface Part {
  name: string;
  isOther?: boolean;
}

function toParts(content: AxisContent | ShareContent): Part[] {
  if (content.kind === 'shares') return content.parts;
  return content.data.series.map(({ label, isOther }, index) => {
    const isGray = isOther || toSetting(content.tile, index).comparison;
    return { name: label, isOther: isGray };
  });
}

class NameColors {
  readonly #known = new Map<string, number>();

  toColors(parts: readonly Part[]): number[] {
    const taken = new Map<string, number>();
    const isFree = (color: number): boolean => ![...taken.values()].includes(color);
    const names = parts.filter(({ isOther }) => !isOther).map(({ name }) => name);
    for (const name of names) {
      const color = this.#known.get(name);
      if (color !== undefined && isFree(color)) taken.set(name, color);
    }
    const all = Array.from({ length: Math.max(COLOR_COUNT, names.length) }, (_, index) => index);
    for (const name of names.filter((each) => !taken.has(each))) {
      const free = all.filter(isFree);
      const color = free.reduce((best, each) =>
        this.#countNames(each) < this.#countNames(best) ? each : best,
      );
      taken.set(name, color);
      if (!this.#known.has(name)) this.#known.set(name, color);
    }
    return parts.map(({ name, isOther }) => (isOther ? OTHER_COLOR : taken.get(name)!));
  }

  #countNames(color: number): number {
    return [...this.#known.values()].filter((each) => each === color).length;
  }
}
