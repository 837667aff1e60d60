import type { ValueStyle } from '../values/value-style.ts';
import { LABEL_FONT_SIZE } from './category-labels.ts';
import type { DrawingStyle } from './chart-style.ts';
import type { ChartTexts } from './chart-texts.ts';
import { estimateTextWidth } from '../values/text-width.ts';
import { toTicks, type ValueScale } from '../values/axis-scale.ts';

/** The smallest distance between two ticks of a horizontal axis, and between their texts, in CSS pixels. */
const TICK_DISTANCE = 70;
const GAP = 12;
/** The room for a title above and below a plot, in CSS pixels. */
export const TITLE_ABOVE = 28;
export const TITLE_BELOW = 22;
/** The distance between a horizontal axis and its title below it, in CSS pixels. */
export const TITLE_GAP = 26;
/** The place of a title below a horizontal axis. */
export const TITLE_IN_MIDDLE = { nameLocation: 'middle', nameGap: TITLE_GAP } as const;
/** The largest width of the values next to the plot. */
const VALUES_WIDTH = 110;

/** A value axis to draw. */
export interface DrawnAxis {
  scale: ValueScale;
  style: ValueStyle;
  title?: string | undefined;
}

/** Returns the fields of an ECharts axis with numbers. A unit is in the title, if there is one. */
export function toValueAxis(axis: DrawnAxis, { palette, size, texts }: DrawingStyle) {
  const { scale, style, title } = axis;
  const { min, max, step, isLog } = scale;
  const tickStyle = title ? withoutUnit(style) : style;
  return {
    type: isLog ? 'log' : 'value',
    min,
    max,
    interval: step,
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: LABEL_FONT_SIZE,
      formatter: (value: number) => writeTick(value, tickStyle, scale, texts),
    },
    ...(title && {
      name: texts.writeName(toTitle(title, style)),
      nameTextStyle: { color: palette.muted, fontSize: LABEL_FONT_SIZE },
      nameTruncate: { maxWidth: size.width - VALUES_WIDTH, ellipsis: '…' },
    }),
  };
}

/** Returns the place of a title above a vertical axis. */
export function toTitlePlace(align: 'left' | 'right', style?: object) {
  return { nameGap: 12, nameTextStyle: { ...style, align } };
}

function writeTick(value: number, style: ValueStyle, scale: ValueScale, texts: ChartTexts): string {
  return texts.writeTick(value, style, scale.isLog ? { step: value, size: value } : scale);
}

function toTitle(title: string, { numbers }: ValueStyle): string {
  const unit = [numbers?.before, numbers?.after].filter(Boolean).join(' ');
  return unit ? `${title} (${unit})` : title;
}

function withoutUnit({ format, numbers }: ValueStyle): ValueStyle {
  return { format, numbers: { ...numbers, before: undefined, after: undefined } };
}

/** Returns the scale of a horizontal axis, with as many ticks as have room for their texts. */
export function fitScale(
  toScale: (count: number) => ValueScale,
  style: ValueStyle,
  { size, texts }: DrawingStyle,
): ValueScale {
  for (let count = Math.max(1, Math.floor(size.width / TICK_DISTANCE)); count > 1; count -= 1) {
    const scale = toScale(count);
    const ticks = toTicks(scale);
    const widths = ticks.map((tick) =>
      estimateTextWidth(writeTick(tick, style, scale, texts), LABEL_FONT_SIZE),
    );
    if ((Math.max(...widths) + GAP) * ticks.length <= size.width) return scale;
  }
  return toScale(1);
}
