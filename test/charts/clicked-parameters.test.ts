import { expect, it } from 'vitest';
import type { AxisTile, ShareTile } from '../../service/src/dashboard/definition.ts';
import { toClickedParameters } from '../../service/src/page/browser/clicked-parameters.ts';
import type { AxisContent, ShareContent } from '../../service/src/tiles/tile-data.ts';

const series = ['North', 'South'].map((label) => ({ column: 'n', label, values: [1, 2] }));
const other = { column: 'n', label: 'Other', isOther: true as const, values: [5, 6] };
const toAxis = (more: object, categories: (string | null)[] = ['A', 'B']): AxisContent => ({
  kind: 'axis',
  tile: { kind: 'bar', category: 'month', series: [], ...more } as unknown as AxisTile,
  data: {
    ...{ categories, categoryFormat: 'text', omitted: 0, isFilled: false },
    series: [...series, other],
  },
});
const bars = toAxis({});
const split = toAxis({ splitBy: 'region' });
const ring: ShareContent = {
  kind: 'shares',
  tile: { kind: 'donut', category: 'country' } as ShareTile,
  ...{ categoryFormat: 'text', omitted: 0 },
  parts: [
    { name: 'Chile', value: 60 },
    { name: 'Peru', value: 30 },
    { name: 'Other', value: 10, isOther: true },
  ],
};

it.for([
  ['the category', bars, 1, 1, { month: 'B' }],
  ['the series of a split by its parameter', split, 1, 0, { month: 'A', Region: 'South' }],
  ['the part of a ring', ring, 0, 1, { country: 'Peru' }],
  ['the shown series', { ...split, hidden: [0] }, 0, 0, { month: 'A', Region: 'South' }],
  ['the shown part', { ...ring, hidden: [0] }, 0, 0, { country: 'Peru' }],
  ['the series of a small chart', { ...split, only: 1 }, 0, 0, { month: 'A', Region: 'South' }],
  ['no series for a sum of small ones', split, 2, 0, { month: 'A' }],
  ['nothing for a sum of small parts', ring, 0, 2, null],
  ['nothing for a category without a name', toAxis({}, [null]), 0, 0, null],
] as const)('a click on a mark chooses %s', ([, content, seriesIndex, place, chosen]) => {
  const mark = { series: seriesIndex, place };
  expect(toClickedParameters(content, mark, ['Region', 'Months'])).toEqual(chosen);
});
