/** Characters that are as wide as they are high. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** Characters without a width. */
const INVISIBLE = /\p{Cf}/gu;

/** Estimates the width of a text that cannot be measured, in CSS pixels. Errs on the wide side to avoid overlaps. */
export function estimateTextWidth(text: string, fontSize: number, isBold = false): number {
  const shown = text.replaceAll(INVISIBLE, '');
  const wide = shown.match(WIDE)?.length ?? 0;
  return (wide + (shown.length - wide) * (isBold ? 0.65 : 0.59)) * fontSize;
}

/** Returns the size of a CSS font, such as `600 13px sans-serif`, in pixels; without one, that of ECharts' default font. */
export function toFontSize(font: string): number {
  return Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
}
