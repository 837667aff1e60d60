/** The differences between the kinds of charts with a category axis. */
interface AxisTraits {
  /** Whether each category has room for bars. Lines may lie over them. */
  hasBars: boolean;
  /** Whether its series are lines, whose axis may omit zero or be logarithmic. */
  isLine: boolean;
  canStack: boolean;
  canBeHorizontal: boolean;
}

/** The kinds of charts with a category axis. */
export const AXIS_KINDS = {
  bar: { hasBars: true, isLine: false, canStack: true, canBeHorizontal: true },
  line: { hasBars: false, isLine: true, canStack: false, canBeHorizontal: false },
  area: { hasBars: false, isLine: false, canStack: true, canBeHorizontal: false },
} as const satisfies Record<string, AxisTraits>;

export type AxisKind = keyof typeof AXIS_KINDS;
