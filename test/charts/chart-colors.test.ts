import { describe, expect, it } from 'vitest';
import { withNameColors } from '../../service/src/charts/name-colors.ts';
import { COLOR_COUNT, DARK_PALETTE, LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import { parsePageColor } from '../../service/src/page/page-color.ts';
import { toPrintColors } from '../../service/src/page/print-colors.ts';
import type { TileData } from '../../service/src/tiles/tile-data.ts';
import { toSeenColors } from './seen-colors.ts';

/** The contrast of WCAG 2.2 for graphics, criterion 1.4.11. */
const GRAPHICS_CONTRAST = 3;
/** The smallest distances in Oklab: about three times a just noticeable difference, and more for the parts of a pie. */
const DISTANCE = 0.06;
const DISTANCE_OF_PARTS = 0.09;
const PARTS = 6;

const luminanceOf = (color: string): number => parsePageColor(color.replace('#', '$'))!.luminance;

function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([
  ['light', LIGHT_PALETTE],
  ['dark', DARK_PALETTE],
])('the colors of the %s palette', (_, { series, comparison, surface }) => {
  it('contrast with their background', () => {
    expect(series).toHaveLength(COLOR_COUNT);
    for (const color of [...series, comparison]) {
      expect(contrast(color, surface), color).toBeGreaterThanOrEqual(GRAPHICS_CONTRAST);
    }
  });

  it('differ from each other with every common color deficiency', () => {
    const seen = series.map((color) => toSeenColors(color));
    for (const [index, one] of seen.entries()) {
      for (const [place, other] of seen.slice(0, index).entries()) {
        const least = index < PARTS ? DISTANCE_OF_PARTS : DISTANCE;
        for (const [eye, color] of Object.entries(one)) {
          const distance = Math.hypot(...color.map((part, at) => part - other[eye]![at]!));
          const about = `${series[index]} and ${series[place]}, ${eye}`;
          expect(distance, about).toBeGreaterThanOrEqual(least);
        }
      }
    }
  });
});

it('prints a dark page in the colors of the light palette', () => {
  const rules = toPrintColors(DARK_PALETTE, LIGHT_PALETTE);
  for (const [index, color] of DARK_PALETTE.series.entries()) {
    expect(rules).toContain(`[fill='${color}']{fill:${LIGHT_PALETTE.series[index]}}`);
    expect(rules).toContain(`[stroke='${color}']{stroke:${LIGHT_PALETTE.series[index]}}`);
  }
  expect(rules).toContain(`[stroke='${DARK_PALETTE.surface}']{stroke:#ffffff}`);
});

describe('the colors of names', () => {
  const toPie = (...names: string[]): TileData => {
    const parts = names.map((name) => {
      const isOther = name === 'Other' || undefined;
      return { name, value: 1, isOther };
    });
    const content = { kind: 'shares', tile: { kind: 'pie' }, parts };
    return { state: 'ready', content } as unknown as TileData;
  };
  const colorsOf = (...tiles: TileData[]): (number[] | undefined)[] =>
    withNameColors(tiles).map(
      (data) => (data as { content: { colors?: number[] } }).content.colors,
    );

  it('are equal in all tiles', () => {
    expect(colorsOf(toPie('Tea', 'Cocoa'), toPie('Cocoa', 'Milk', 'Tea'))).toEqual([
      undefined,
      [1, 2, 0],
    ]);
  });

  it('are gray for combined parts', () => {
    expect(colorsOf(toPie('Tea', 'Other'))).toEqual([[0, -1]]);
  });

  it('differ within a tile, even if the dashboard has more names than colors', () => {
    const names = Array.from({ length: 30 }, (_, index) => `Name ${index}`);
    const tiles = [names.slice(0, 12), names.slice(12, 24), [names[2]!, names[14]!, names[24]!]];
    const [, , last] = colorsOf(...tiles.map((each) => toPie(...each)));
    expect(new Set(last).size).toBe(3);
    expect(last![0]).toBe(2);
  });
});
