import type { Tile } from './definition.ts';

/** The texts of a kind of tile. The editor has its name; the docs have all of them. */
export interface TileKind {
  name: string;
  /** The question that it answers for its reader. */
  question: string;
  /** The rows that it shows. */
  rows: string;
  notes: string;
}

const AXIS = {
  rows: 'one per category, or one per pair with “Split by”',
  notes: 'up to 12 series; values that add up make smaller ones “Other”',
};
const SHARES = {
  question: 'What share does each of a few parts have?',
  rows: 'one per part',
  notes: 'up to seven parts; values that add up make smaller ones “Other”',
};

/** The kinds of tiles, in the order of the editor's choices. */
export const TILE_KINDS: Readonly<Record<Tile['kind'], TileKind>> = {
  number: {
    name: 'Number',
    question: 'How much is it, is it growing, and is it enough?',
    rows: 'the first row',
    notes:
      'a change since “Compared with”, a target with its progress, a trend line of another dataset',
  },
  bar: { name: 'Bars', question: 'Which is the largest?', ...AXIS },
  line: { name: 'Lines', question: 'How did it develop?', ...AXIS },
  area: { name: 'Areas', question: 'How did it develop?', ...AXIS },
  pie: { name: 'Pie', ...SHARES },
  donut: { name: 'Donut', ...SHARES },
  scatter: {
    name: 'Scatter',
    question: 'Do two figures depend on each other?',
    rows: 'one per point',
    notes: 'rows without both numbers are omitted',
  },
  histogram: {
    name: 'Histogram',
    question: 'How are the values of a column spread?',
    rows: 'one per value; the bars count them',
    notes: 'round limits, chosen from all rows; rows without a value are counted in a note',
  },
  heatmap: {
    name: 'Heat map',
    question: 'Where is it high, by two categories?',
    rows: 'one per pair of category and “Split by”',
    notes: 'a table, colored by value',
  },
  table: {
    name: 'Table',
    question: 'What exactly are the rows?',
    rows: 'all',
    notes: 'readers sort it by its headings',
  },
  text: {
    name: 'Text',
    question: 'What must readers know?',
    rows: 'none',
    notes: 'Markdown; links start with `https://` and open in a new tab',
  },
  heading: {
    name: 'Section heading',
    question: 'Which tiles belong together?',
    rows: 'none',
    notes: 'the heading of all tiles up to the next one',
  },
};
