import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { ChartAxis } from './chart-axes.ts';
import { FADED, toMarkStyle } from '../tiles/chosen-marks.ts';
import type { Palette } from '../tiles/palette.ts';
import type { SeriesStyle } from './series-style.ts';
import { isLine, toSetting } from '../tiles/series-setting.ts';
import type { AxisContent } from '../tiles/tile-data.ts';

/** Returns the fields of a line or an area. Next to chosen marks, it has less color. */
export function toLineStyle(
  { tile, data, only, chosen }: AxisContent,
  index: number,
  { scale }: ChartAxis,
  { isDashed }: SeriesStyle,
) {
  const isDrawnAsLine = isLine(tile, toSetting(tile, index));
  const isFaded = chosen && (chosen.places || !chosen.series?.includes(index));
  const strength = isFaded ? FADED : 1;
  // The light area below a single line would lie about its height unless the axis has zero.
  const hasZero = !scale.isLog && scale.min <= 0 && scale.max >= 0;
  const { isLine: areLines } = AXIS_KINDS[tile.kind];
  // The areas below two lines would cover each other.
  const solid = data.series.filter((_, at) => !toSetting(tile, at).comparison);
  const isSingle = only !== undefined || solid.length === 1;
  const isFaint = areLines && isSingle && hasZero && !isDashed;
  const area = isDrawnAsLine ? 0.1 : tile.stacked ? 0.75 : 0.25;
  return {
    // A point between two gaps has no line, so it needs a symbol.
    showSymbol: data.series.some(({ values }) => values.some((_, at) => isIsolated(values, at))),
    symbolSize: 7,
    lineStyle: {
      width: isDashed ? 2 : 2.5,
      type: isDashed ? [5, 5] : 'solid',
      ...(isFaded && { opacity: FADED }),
    },
    ...((isFaint || !isDrawnAsLine) && { areaStyle: { opacity: area * strength } }),
    ...(chosen?.places && { showSymbol: true, showAllSymbol: true }),
  };
}

/** Returns the points of a line, of which some are chosen. The others are invisible, and can be clicked. */
export function toPoints(
  values: readonly (number | null)[],
  isChosen: (place: number) => boolean | undefined,
  palette: Palette,
) {
  return values.map((value, place) => {
    const opacity = isIsolated(values, place) ? FADED : 0;
    return isChosen(place)
      ? { value, symbol: 'circle', symbolSize: 11, itemStyle: toMarkStyle(true, palette) }
      : { value, itemStyle: { opacity }, emphasis: { itemStyle: { opacity: 1 } } };
  });
}

function isIsolated(values: readonly (number | null)[], at: number): boolean {
  return (
    values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  );
}
