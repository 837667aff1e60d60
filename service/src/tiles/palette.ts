/**
 * The colors of charts. The style sheet has the other colors of the page. All colors of series have a contrast of 3 to
 * {@link surface}, and differ from each other for readers with any of the three common color deficiencies.
 */
export interface Palette {
  ink: string;
  muted: string;
  line: string;
  surface: string;
  /** The colors of series and shares, in their order. */
  series: readonly string[];
  /** The color of a series that only serves comparison, and of combined small parts. */
  comparison: string;
}

/** The number of colors for series and shares: as many as readers can distinguish. */
export const COLOR_COUNT = 12;

/** Returns the color of a series or share by its number. The colors repeat; a negative number is a combined part. */
export function toColor({ series, comparison }: Palette, color: number): string {
  return color < 0 ? comparison : series[color % COLOR_COUNT]!;
}

/** The palette of the default theme. */
export const LIGHT_PALETTE: Palette = {
  ink: '#1d2430',
  muted: '#5a6475',
  line: '#e6e9ee',
  surface: '#ffffff',
  series: [
    '#1f6f78',
    '#ab4d08',
    '#488bd6',
    '#7b274a',
    '#9d954f',
    '#603399',
    '#c45f16',
    '#3f887c',
    '#a66852',
    '#50548d',
    '#a66db3',
    '#6d4926',
  ],
  comparison: '#868f9d',
};

/** The palette of `theme=dark`. */
export const DARK_PALETTE: Palette = {
  ink: '#eef1f5',
  muted: '#a3adbb',
  line: '#30353f',
  surface: '#1f232b',
  series: [
    '#4fb3bd',
    '#ebb055',
    '#728bc8',
    '#cc7e7d',
    '#90dea8',
    '#b5adfb',
    '#e98c6a',
    '#72caaf',
    '#a67a51',
    '#8c9ce4',
    '#e8b7da',
    '#9a982d',
  ],
  comparison: '#7d8797',
};
