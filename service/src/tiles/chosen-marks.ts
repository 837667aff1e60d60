import type { Palette } from './palette.ts';

/**
 * The marks that filters choose: those of these places in these series. Without one of the lists, the marks of all places
 * or of all series.
 */
export interface ChosenMarks {
  places?: readonly number[];
  series?: readonly number[];
}

/** The opacity of the marks next to a chosen one. */
export const FADED = 0.35;

/** Returns whether a mark is chosen; `undefined` if none is. */
export function isChosenMark(
  chosen: ChosenMarks | undefined,
  { series, place }: { series: number; place: number },
): boolean | undefined {
  return chosen && isIn(chosen.places, place) && isIn(chosen.series, series);
}

/** Returns ECharts' style of a mark: an outline if it is chosen, and less color if another one is. */
export function toMarkStyle(isChosen: boolean | undefined, { ink }: Palette) {
  if (isChosen === undefined) return {};
  return isChosen ? { borderColor: ink, borderWidth: 2 } : { opacity: FADED };
}

function isIn(indexes: readonly number[] | undefined, index: number): boolean {
  return indexes?.includes(index) ?? true;
}
