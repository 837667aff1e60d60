import { describe, expect, it } from 'vitest';
import type { AxisTile } from '../../service/src/dashboard/definition.ts';
import { toClickedParameters } from '../../service/src/page/browser/clicked-parameters.ts';
import { toChartOption } from '../../service/src/page/chart-option.ts';
import { toChartStyle } from '../../service/src/page/chart-style.ts';
import { toPageLocale } from '../../service/src/page/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/page/palette.ts';
import type { AxisContent, ShareContent } from '../../service/src/page/tile-data.ts';

const SIZE = { width: 1000, height: 260 };
const style = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);
const BASE = { id: 'tile', title: 'Tile', dataset: 'rows', span: 6, format: 'decimal' } as const;

const sums: AxisContent = {
  kind: 'axis',
  tile: {
    ...BASE,
    kind: 'bar',
    category: 'month',
    series: [
      { column: 'large', label: 'Large' },
      { column: 'small', label: 'Small' },
      { column: 'share', label: 'Share', second: true },
    ],
    secondAxis: { format: 'percent' },
  } as AxisTile,
  data: {
    categories: ['A', 'B'],
    categoryFormat: 'text',
    omitted: 0,
    series: [
      { column: 'large', label: 'Large', values: [900, 800] },
      { column: 'small', label: 'Small', values: [3, 4] },
      { column: 'share', label: 'Share', values: [0.5, 0.6] },
    ],
  } as AxisContent['data'],
  references: [{ label: 'Goal', from: 2 }],
};

const split: AxisContent = {
  ...sums,
  tile: { ...BASE, kind: 'bar', category: 'month', splitBy: 'region', series: [] } as never,
  data: {
    ...sums.data,
    series: [
      { column: 'n', label: 'North', values: [1, 2] },
      { column: 'n', label: 'South', values: [3, 4] },
      { column: 'n', label: 'Other', isOther: true, values: [5, 6] },
    ],
  },
};

const shares: ShareContent = {
  kind: 'shares',
  tile: { ...BASE, kind: 'donut', category: 'country', value: 'n' },
  categoryFormat: 'text',
  parts: [
    { name: 'Chile', value: 60 },
    { name: 'Peru', value: 30 },
    { name: 'Other', value: 10, isOther: true },
  ],
};

interface Drawn {
  yAxis: { max: number }[];
  title: { text: string };
  series: { name: string; color: string; markLine?: object; data: { name: string }[] }[] & {
    data: { name: string; itemStyle: { color: string } }[];
  };
}

const draw = (content: AxisContent | ShareContent, hidden: number[] = []): Drawn =>
  toChartOption({ ...content, hidden }, style, SIZE) as unknown as Drawn;

describe('hidden series', () => {
  it('are not drawn, and the others keep their colors', () => {
    const all = draw(sums).series;
    const rest = draw(sums, [0]).series;
    expect(rest.map(({ name }) => name)).toEqual(['Small', 'Share']);
    expect(rest.map(({ color }) => color)).toEqual(all.slice(1).map(({ color }) => color));
  });

  it('do not stretch their axis, and leave the other axis alone', () => {
    const [first, second] = draw(sums).yAxis;
    const [small, same] = draw(sums, [0]).yAxis;
    expect([first!.max, small!.max]).toEqual([1000, 4]);
    expect(JSON.stringify(same)).toBe(JSON.stringify(second));
  });

  it('leave the reference lines to the next series of the same axis', () => {
    const marked = (hidden: number[]): string[] =>
      draw(sums, hidden)
        .series.filter(({ markLine }) => markLine)
        .map(({ name }) => name);
    expect([marked([]), marked([0]), marked([0, 1])]).toEqual([['Large'], ['Small'], []]);
  });

  it('leave an axis with its values if all are hidden', () => {
    const none = draw(sums, [0, 1, 2]);
    expect(none.series).toEqual([]);
    expect(JSON.stringify(none.yAxis)).toBe(JSON.stringify(draw(sums).yAxis));
  });
});

describe('hidden parts of a ring', () => {
  it('are not drawn and not in its total, and the others keep their colors', () => {
    const all = draw(shares);
    const rest = draw(shares, [0]);
    expect([all.title.text, rest.title.text]).toEqual(['100', '40']);
    expect(rest.series.data.map(({ name }) => name)).toEqual(['Peru', 'Other']);
    expect(rest.series.data[0]!.itemStyle).toEqual(all.series.data[1]!.itemStyle);
  });
});

describe('a click on a mark', () => {
  const choiceOf = (content: AxisContent | ShareContent, series: number, place: number) =>
    toClickedParameters(content, { series, place }, ['Region', 'Months']);

  it('chooses the category, and the series of a split by the name of the parameter', () => {
    expect(choiceOf(sums, 1, 1)).toEqual({ month: 'B' });
    expect(choiceOf(split, 1, 0)).toEqual({ month: 'A', Region: 'South' });
    expect(choiceOf(shares, 0, 1)).toEqual({ country: 'Peru' });
  });

  it('counts only what is shown', () => {
    expect(choiceOf({ ...split, hidden: [0] }, 0, 0)).toEqual({ month: 'A', Region: 'South' });
    expect(choiceOf({ ...shares, hidden: [0] }, 0, 0)).toEqual({ country: 'Peru' });
    expect(choiceOf({ ...split, only: 1 }, 0, 0)).toEqual({ month: 'A', Region: 'South' });
  });

  it('chooses nothing for a sum of small values, or for a category without a name', () => {
    expect(choiceOf(split, 2, 0)).toEqual({ month: 'A' });
    expect(choiceOf(shares, 0, 2)).toBeNull();
    const unnamed = { ...sums, data: { ...sums.data, categories: [null] } };
    expect(choiceOf(unnamed, 0, 0)).toBeNull();
  });
});
