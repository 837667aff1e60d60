/** The colors of charts. The style sheet has the other colors of the page. */
export interface Palette {
  ink: string;
  muted: string;
  line: string;
  surface: string;
  /** The colors of series and shares, in their order. */
  series: readonly string[];
  /** The color of a series that only serves comparison. */
  comparison: string;
}

/** Returns the color of a series or share by its index. The colors repeat. */
export function toColor({ series }: Palette, index: number): string {
  return series[index % series.length]!;
}

/** The palette of the default look. */
export const LIGHT_PALETTE: Palette = {
  ink: '#1d2430',
  muted: '#5a6475',
  line: '#e6e9ee',
  surface: '#ffffff',
  series: [
    '#1f6f78',
    '#e2a144',
    '#5d83b8',
    '#b9617b',
    '#7d9f57',
    '#8b7fb5',
    '#98a1ae',
    '#c4623d',
    '#3d8f85',
    '#a07d54',
    '#44588c',
    '#d690b5',
  ],
  comparison: '#a9b2bf',
};

/** The palette of `theme=dark`. */
export const DARK_PALETTE: Palette = {
  ink: '#eef1f5',
  muted: '#a3adbb',
  line: '#30353f',
  surface: '#1f232b',
  series: [
    '#4fb3bd',
    '#e8b564',
    '#82a6dc',
    '#d9849d',
    '#a0c47a',
    '#aea2dc',
    '#8d97a6',
    '#e58a66',
    '#6fc9b4',
    '#c9a57a',
    '#8c9be0',
    '#ecb3d0',
  ],
  comparison: '#66707f',
};
