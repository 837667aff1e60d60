import { COLOR_COUNT } from './palette.ts';
import { toSetting } from './series-setting.ts';
import type { ChartContent, TileData } from './tile-data.ts';

/** The color of combined small parts. */
export const OTHER_COLOR = -1;

/**
 * Gives a name the same color in all tiles, in the order of the tiles. The names of values and the labels of series have
 * colors of their own. Only a tile without a free color gives a name another color.
 */
export function withNameColors(tiles: readonly TileData[]): TileData[] {
  const values = new NameColors();
  const labels = new NameColors();
  return tiles.map((data) => {
    if (data.state !== 'ready') return data;
    const { content } = data;
    const isChart = content.kind === 'axis' || content.kind === 'shares';
    if (!isChart) return data;
    const parts = toParts(content);
    const isSplit = content.kind === 'shares' || content.tile.splitBy !== undefined;
    if (parts.length < 2 && !isSplit) return data;
    const colors = (isSplit ? values : labels).toColors(parts);
    // The page's data omits the usual colors.
    if (colors.every((color, index) => color === index)) return data;
    return { ...data, content: { ...content, colors } };
  });
}

interface Part {
  name: string;
  isOther?: boolean;
}

function toParts(content: Exclude<ChartContent, { kind: 'scatter' | 'histogram' }>): Part[] {
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
