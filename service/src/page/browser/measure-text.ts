import { setPlatformAPI } from '../../charts/charts.ts';
import { toFontSize } from '../../values/text-width.ts';

/** ECharts 6.1 takes the width of this letter as the height of a line. */
const WIDE_LETTER = '国';

const context = document.createElement('canvas').getContext('2d')!;

/**
 * Lets ECharts measure texts so that the height of a line is the font's size. Systems without a font for Chinese show a
 * narrow box for the letter, so that the labels of two axes would overlap in their corner.
 */
setPlatformAPI({
  measureText: (text: string, font = '') => {
    if (text === WIDE_LETTER) return { width: toFontSize(font) };
    context.font = font;
    return context.measureText(text);
  },
});
