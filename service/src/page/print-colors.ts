import type { Palette } from '../tiles/palette.ts';

/** Returns the style rules that print the drawings of a dark page in the colors of white paper. */
export function toPrintColors(dark: Palette, light: Palette): string {
  const rules = toPairs(dark, light).flatMap(([from, to]) =>
    ['fill', 'stroke'].map((name) => `[data-theme=dark] [${name}='${from}']{${name}:${to}}`),
  );
  return `@media print{${rules.join('')}}`;
}

function toPairs(dark: Palette, light: Palette): [string, string][] {
  const { series, ...rest } = dark;
  const others = Object.entries(rest).map(([name, color]): [string, string] => [
    color,
    light[name as keyof typeof rest],
  ]);
  return [
    ...others,
    ...series.map((color, index): [string, string] => [color, light.series[index]!]),
  ];
}
