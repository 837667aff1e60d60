import type { Plot, Plots } from './plot.ts';

const columns = {
  n: [82_000],
  goal: [100_000],
  missing: [null],
  almost: [99_999],
  less: [-5],
  cheap: [120],
};

/** Returns a figure with a target: a value, or a column. */
function figureOf(target: number | string, tile: object = {}): Plot {
  const set =
    typeof target === 'string'
      ? { kind: 'column', column: target }
      : { kind: 'value', value: target };
  return { kind: 'number', rows: columns, tile: { format: 'currency', target: set, ...tile } };
}

/** Returns a number, shown as a whole one, with a target. */
const wholeOf = (n: number, target: number, tile: object = {}): Plot => ({
  kind: 'number',
  rows: { n: [n] },
  tile: { format: 'integer', target: { kind: 'value', value: target }, ...tile },
});

/** Returns a figure that has changed. */
const changeOf = (n: number, before: number | string, tile: object = {}): Plot => ({
  kind: 'number',
  rows: { n: [n], before: [before] },
  tile: { previous: 'before', note: 'vs. last year', ...tile },
});

/** Numbers with their change, their target and their trend. */
export const FIGURES: Plots = {
  'target of a column': { ...figureOf('goal'), views: ['html', 'csv'] },
  'target exceeded': figureOf(50_000),
  'target reached': figureOf(82_000),
  'target of a limit exceeded': figureOf(50_000, { better: 'lower' }),
  'target of a limit kept': figureOf('goal', { better: 'lower' }),
  'target almost reached': figureOf('goal', { value: 'almost' }),
  'target reached as shown': wholeOf(99.6, 100),
  'target of a limit kept as shown': wholeOf(100.4, 100, { better: 'lower' }),
  'target of a limit almost kept': wholeOf(1001, 1000, { better: 'lower' }),
  'target with cents': figureOf(99.5, { value: 'cheap' }),
  'target of a negative value': figureOf('goal', { value: 'less' }),
  'target of zero': figureOf(0),
  'target without a value': figureOf('missing'),
  'better than below zero': changeOf(100, -100, { better: 'higher' }),
  'worse than below zero': changeOf(-300, -200),
  'less of a cost': changeOf(90, 100, { better: 'lower' }),
  'change of a share': changeOf(0.5, 0.25, { format: 'percent' }),
  unchanged: changeOf(100.01, 100),
  'unchanged as shown': changeOf(4.24, 4.16, { numbers: { digits: 1 } }),
  'changed by less than the digits of a change': changeOf(100_010, 100_000),
  'change from zero but for rounding': changeOf(5, 0.1 + 0.2 - 0.3),
  'change from no number': changeOf(5, 'Infinity'),
  'long number': { kind: 'number', rows: { n: [123_456_789_012_345] } },
  'number of sixteen digits': { kind: 'number', rows: { n: [1_234_567_890_123_450] } },
  'unit and digits': {
    kind: 'number',
    rows: { n: [1234.5] },
    tile: { numbers: { after: 'kWh', digits: 2 } },
  },
  // The trend has the order of the rows.
  trend: {
    kind: 'number',
    rows: { n: [1, 3, 2] },
    tile: { trend: { dataset: 'rows', column: 'n' } },
  },
};
