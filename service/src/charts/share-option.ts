import type { ChartSize, DrawingStyle } from './chart-style.ts';
import { FONT, toTooltip } from './chart-style.ts';
import { isChosenMark, toMarkStyle } from '../tiles/chosen-marks.ts';
import type { Palette } from '../tiles/palette.ts';
import { toEntryColor } from './series-style.ts';
import { toShownParts, toTotal } from '../tiles/share-parts.ts';
import { estimateTextWidth } from '../values/text-width.ts';
import type { ShareContent } from '../tiles/tile-data.ts';

/** The ratio of the ring's diameter to its box. */
const SHARE_FILL = 0.92;
/** The ratio of the hole's diameter to the ring. */
const HOLE = 0.64;
/** The ratio of the text's largest width to the hole. */
const CENTER_FILL = 0.84;
const CENTER_FONT_SIZE = 20;
const LEAST_FONT_SIZE = 11;

/** Returns ECharts' option for a pie or donut. Its legend is HTML, next to it. */
export function toShareOption(content: ShareContent, style: DrawingStyle) {
  const { tile, parts, hidden = [], chosen } = content;
  const { palette, size, texts } = style;
  const radius = (Math.min(size.width, size.height) / 2) * SHARE_FILL;
  const shown = texts.fit(
    tile,
    parts.map(({ value }) => value),
  );
  const hole = tile.kind === 'donut' ? radius * HOLE : 0;
  const total = texts.writeShort(toTotal(toShownParts(content)), shown);
  return {
    tooltip: {
      ...toTooltip(style),
      trigger: 'item',
      valueFormatter: (value: unknown) => texts.write(value, shown),
    },
    // A sum of averages says nothing.
    ...(tile.addsUp && { title: toCenterText(total, hole, size, palette) }),
    series: {
      type: 'pie',
      name: texts.writeName(tile.title),
      data: parts.flatMap(({ name, value }, index) => {
        const color = toEntryColor(content, index, palette);
        const mark = toMarkStyle(isChosenMark(chosen, { series: 0, place: index }), palette);
        return hidden.includes(index)
          ? []
          : [{ name: texts.writeName(name), value: value ?? 0, itemStyle: { color, ...mark } }];
      }),
      radius: [hole, radius],
      label: { show: false },
      itemStyle: { borderColor: palette.surface, borderWidth: 2 },
      emphasis: { scaleSize: 4 },
    },
  };
}

/** Returns a donut's total as the title in its hole, in a size that fits. It is hidden if that size is unreadable. */
function toCenterText(text: string, hole: number, { width, height }: ChartSize, palette: Palette) {
  const room = hole * 2 * CENTER_FILL;
  const fitting = (CENTER_FONT_SIZE * room) / estimateTextWidth(text, CENTER_FONT_SIZE, true);
  const fontSize = Math.min(CENTER_FONT_SIZE, Math.floor(fitting));
  return {
    show: fontSize >= LEAST_FONT_SIZE,
    text,
    left: width / 2,
    top: height / 2,
    padding: 0,
    textAlign: 'center',
    textVerticalAlign: 'middle',
    textStyle: { fontFamily: FONT, fontSize, fontWeight: 600, color: palette.ink },
  };
}
