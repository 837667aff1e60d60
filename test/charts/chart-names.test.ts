import { afterEach, expect, it } from 'vitest';
import { renderChartSvg } from '../../service/src/page/chart-svg.ts';
import { toChartStyle } from '../../service/src/page/chart-style.ts';
import { toPageLocale } from '../../service/src/page/page-locale.ts';
import { LIGHT_PALETTE } from '../../service/src/page/palette.ts';
import type { AxisContent, ChartContent } from '../../service/src/page/tile-data.ts';

const SIZE = { width: 600, height: 260 };
const STYLE = toChartStyle(toPageLocale('en'), 'EUR', LIGHT_PALETTE);
const TILE = { id: 'tile', span: 6, title: 'Tile', dataset: 'rows', format: 'integer' } as const;
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/** The prototype of all objects, and its methods. All are shared by the whole process. */
const SHARED: object[] = [
  Object.prototype,
  ...INHERITED.map((name) => Object.prototype[name as keyof object]).filter(Boolean),
];

afterEach(() => {
  for (const each of SHARED) for (const key of Object.keys(each)) Reflect.deleteProperty(each, key);
});

function toAxis(kind: 'line' | 'bar' | 'area', name: string, horizontal: boolean): AxisContent {
  const series = [{ column: 'n', label: name }];
  return {
    kind: 'axis',
    tile: { ...TILE, kind, horizontal, category: 'name', series },
    data: {
      categoryFormat: 'text',
      categories: [name, `The name ${name} in a text that is cut`, `two\n${name}`],
      series: [{ column: 'n', label: name, values: [3, 4, 5] }],
      isFilled: false,
      omitted: 0,
    },
  };
}

function toContents(name: string): ChartContent[] {
  const x = { column: 'n', label: name, format: 'integer' } as const;
  const parts = [
    { name, value: 3 },
    { name: 'Tea', value: 2 },
  ];
  return [
    toAxis('line', name, false),
    toAxis('area', name, false),
    toAxis('bar', name, false),
    toAxis('bar', name, true),
    {
      kind: 'shares',
      tile: { ...TILE, title: name, kind: 'donut', category: 'name', value: 'n' },
      categoryFormat: 'text',
      parts,
    },
    {
      kind: 'scatter',
      tile: { ...TILE, title: name, kind: 'scatter', category: 'name', x, y: x },
      categoryFormat: 'text',
      points: [{ name, x: 3, y: 4 }],
    },
  ];
}

it.for(INHERITED)('draws the name %s, and changes no other object of the process', (name) => {
  for (const content of toContents(name)) {
    const svg = renderChartSvg(content, STYLE, SIZE);
    expect(SHARED.flatMap(Object.keys)).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined/);
    if (content.kind === 'axis')
      expect(svg.replaceAll('\u2060', '')).toContain(`>${name.slice(0, 9)}`);
  }
});
