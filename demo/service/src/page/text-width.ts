/** Characters as wide as they are high, and characters without any width. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const INVISIBLE = /\p{Cf}/gu;

/**
 * Estimates the width of a text, in CSS pixels, where it cannot be measured: too much room is better than overlaps.
 */
export function estimateTextWidth(text: string, fontSize: number, isBold = false): number {
  const shown = text.replaceAll(INVISIBLE, '');
  const wide = shown.match(WIDE)?.length ?? 0;
  return (wide + (shown.length - wide) * (isBold ? 0.65 : 0.59)) * fontSize;
}
