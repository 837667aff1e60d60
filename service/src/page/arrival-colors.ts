import { PageColors } from '../charts/name-colors.ts';
import { toEntryColor } from '../charts/series-style.ts';
import type { DataTile, Tile } from '../dashboard/definition.ts';
import { type LegendContent, toLegendLabels } from '../tiles/legend-labels.ts';
import type { Palette } from '../tiles/palette.ts';
import type { TileContent } from '../tiles/tile-data.ts';

/**
 * The colors of the tiles of a page, which may come in any order. A tile gets its colors when it comes. The page's script
 * later gives them the colors of the order on the page. Without scripts, style rules do that.
 */
export class ArrivalColors {
  readonly #colors = new PageColors();
  readonly #sent = new Map<Tile, LegendContent>();

  /** Returns the content of a tile that has come, with its colors. */
  color(tile: DataTile, content: TileContent): TileContent {
    const colored = this.#colors.color(content);
    if (colored.kind === 'axis' || colored.kind === 'shares') this.#sent.set(tile, colored);
    return colored;
  }

  /** Returns the style rules for the tiles whose colors differ in the order of these tiles. */
  toRules(order: readonly Tile[], palette: Palette): string {
    const colors = new PageColors();
    return order
      .flatMap((tile) => {
        const sent = this.#sent.get(tile);
        if (!sent) return [];
        const [before, after] = [sent, colors.color(sent)].map((each) => toHues(each, palette));
        // Several series may have one color.
        const changes = new Map(before!.map((hue, index) => [hue, after![index]!]));
        return [...changes].filter(([hue, other]) => hue !== other).map(toRule(tile));
      })
      .join('');
  }
}

/** Returns the color of each series or part. */
function toHues(content: LegendContent, palette: Palette): string[] {
  return toLegendLabels(content).map((_, index) => toEntryColor(content, index, palette));
}

/** A drawing has its colors in attributes, which rules do not change: no rule applies to the outcome of another one. */
function toRule({ id }: Tile): (change: readonly [hue: string, other: string]) => string {
  const place = `[data-tile="${id}"]`;
  return ([hue, other]) =>
    ['fill', 'stroke'].map((name) => `${place} [${name}="${hue}"]{${name}:${other}}`).join('');
}
