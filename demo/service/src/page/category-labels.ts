import { estimateTextWidth } from './text-width.ts';

export const LABEL_FONT_SIZE = 12;
/** Between two labels, in CSS pixels. */
const GAP = 8;
/** The values next to the plot take about so much of a chart's width. */
const VALUES_WIDTH = 56;
/** The length of a label that is turned, and the distance of two of them: thirteen letters, and a line. */
const TURNED_LENGTH = 96;
const TURNED_STEP = 19;
const LINE_STEP = 15;
/** The longest label next to bars that lie, and its part of a narrow chart. */
const LYING_LENGTH = 170;
const LYING_SHARE = 0.42;

/** Fields of ECharts' `axisLabel`. `interval`: how many labels are left out between two. */
export interface LabelLayout {
  interval: number;
  rotate?: number;
  /** Longer labels end with an ellipsis. */
  width?: number;
  overflow?: 'truncate';
  ellipsis?: string;
}

/**
 * Chooses how the names below a chart of this width are set: all of them in a line; dates at equal distances; other names
 * turned.
 */
export function layOutBelow(
  names: readonly string[],
  width: number,
  isOrdered: boolean,
): LabelLayout {
  const slot = (width - VALUES_WIDTH) / names.length;
  const fits = (room: number): boolean =>
    names.every((name) => estimateTextWidth(name, LABEL_FONT_SIZE) + GAP <= room);
  if (fits(slot)) return { interval: 0 };
  for (let step = 2; isOrdered && step < names.length; step += 1) {
    if (fits(step * slot)) return { interval: step - 1 };
  }
  return { rotate: 45, ...toInterval(TURNED_STEP, slot), ...cutAt(TURNED_LENGTH) };
}

/** The same for the names next to bars that lie. */
export function layOutBeside(count: number, width: number, height: number): LabelLayout {
  const length = Math.min(LYING_LENGTH, width * LYING_SHARE);
  return { ...toInterval(LINE_STEP, height / count), ...cutAt(length) };
}

function toInterval(step: number, slot: number): { interval: number } {
  return { interval: Math.max(0, Math.ceil(step / slot) - 1) };
}

function cutAt(width: number) {
  return { width, overflow: 'truncate', ellipsis: '…' } as const;
}
