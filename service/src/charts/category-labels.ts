import { estimateTextWidth } from '../values/text-width.ts';

export const LABEL_FONT_SIZE = 12;
/** The gap between two labels, in CSS pixels. */
const GAP = 12;
/** The approximate width of the values next to the plot. */
const VALUES_WIDTH = 56;
/** The approximate height of the values below horizontal bars. */
const VALUES_HEIGHT = 34;
/** The longest rotated label: about thirteen letters. */
const ROTATED_LENGTH = 96;
/** The distance between two rotated labels: one line. */
const ROTATED_STEP = 19;
const LINE_STEP = 15;
/** The longest label next to horizontal bars. */
const SIDE_LENGTH = 170;
/** The largest share of a narrow chart's width for the labels next to horizontal bars. */
const SIDE_SHARE = 0.42;

/** Fields of ECharts' `axisLabel`. */
export interface LabelLayout {
  /** The number of hidden labels between two shown labels, or whether a date has a label. */
  interval: number | ((place: number) => boolean);
  rotate?: number;
  /** Longer labels end with an ellipsis. */
  width?: number;
  overflow?: 'truncate';
  ellipsis?: string;
}

/**
 * Chooses the layout of the names below a chart of this width. If they fit, all names are in a line. Otherwise dates
 * are shown at equal distances, and other names are rotated.
 */
export function layOutBelow(
  names: readonly string[],
  width: number,
  isOrdered: boolean,
): LabelLayout {
  const slot = toPlotWidth(width) / names.length;
  const fits = (room: number): boolean => names.every((name) => fitsLabel(name, room));
  if (fits(slot)) return { interval: 0 };
  for (let step = 2; isOrdered && step < names.length; step += 1) {
    if (fits(step * slot)) return { interval: step - 1 };
  }
  return { rotate: 45, ...toInterval(ROTATED_STEP, slot), ...cutAt(ROTATED_LENGTH) };
}

/** Returns the approximate width of the plot of a chart. */
export function toPlotWidth(width: number): number {
  return width - VALUES_WIDTH;
}

/** Returns whether a label and the gap to the next one have room. */
export function fitsLabel(label: string, room: number): boolean {
  return estimateTextWidth(label, LABEL_FONT_SIZE) + GAP <= room;
}

/** Chooses the layout of the names next to horizontal bars. */
export function layOutBeside(count: number, width: number, height: number): LabelLayout {
  const length = toSideLength(width);
  return { ...toInterval(LINE_STEP, (height - VALUES_HEIGHT) / count), ...cutAt(length) };
}

/** Returns the largest length of the names next to horizontal bars, in a chart of this width. */
export function toSideLength(width: number): number {
  return Math.min(SIDE_LENGTH, width * SIDE_SHARE);
}

function toInterval(step: number, slot: number): { interval: number } {
  return { interval: Math.max(0, Math.ceil(step / slot) - 1) };
}

function cutAt(width: number) {
  return { width, overflow: 'truncate', ellipsis: '…' } as const;
}
