/** The height of a small chart, in CSS pixels. */
export const HEIGHT = 150;
/** The least width of a small chart, and the gap between two, as in the style sheet. */
const LEAST_WIDTH = 180;
const GAP = 16;

/** Returns the width of a small chart in a tile of some width. */
export function toSmallWidth(width: number): number {
  const count = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  return (width + GAP) / count - GAP;
}
