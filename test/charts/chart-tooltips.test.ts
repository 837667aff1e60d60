import { expect, it } from 'vitest';
import { toChartOption } from '../../service/src/charts/chart-option.ts';
import { toChartStyle } from '../../service/src/charts/chart-style.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/tiles/palette.ts';
import type { ChartContent } from '../../service/src/tiles/tile-data.ts';
import { AXES } from './axes.ts';
import { toPlotData } from './draw-plot.ts';
import { HISTOGRAMS } from './histograms.ts';
import type { Plot } from './plot.ts';
import { POINTS } from './points.ts';
import { SHARES } from './shares.ts';

interface Tips {
  tooltip?: { valueFormatter?: (value: unknown) => string };
}

it.for<[string, Plot, unknown, string[]]>([
  ['two axes', AXES['line on a second axis']!, 0.5, ['0.5', '50%']],
  ['a unit in the title', AXES['title with a unit']!, 2, ['2\u00a0kg']],
  ['a histogram', HISTOGRAMS['bins of the author']!, 1234, ['1,234']],
  ['points', POINTS.points!, [1.5, 1000], ['1.5, 1,000']],
  ['shares', SHARES.donut!, 3, ['3']],
])('the tooltip has the format of the value for %s', ([, plot, value, texts]) => {
  const data = toPlotData(plot);
  if (data.state !== 'ready') throw new Error(`The tile is ${data.state}.`);
  const style = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);
  const size = { width: 600, height: 260 };
  const option = toChartOption(data.content as ChartContent, style, size) as unknown as Tips & {
    series: Tips | Tips[];
  };
  const written = [option, option.series]
    .flat()
    .flatMap(({ tooltip }) => tooltip?.valueFormatter?.(value) ?? []);
  expect(written).toEqual(texts);
});
