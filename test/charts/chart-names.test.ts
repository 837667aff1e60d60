import { afterEach, expect, it } from 'vitest';
import { drawPlot } from './draw-plot.ts';
import type { Plot } from './plot.ts';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** The prototype of all objects, and its methods. All are shared by the whole process. */
const SHARED: object[] = [
  Object.prototype,
  ...INHERITED.map((name) => Object.prototype[name as keyof object]).filter(Boolean),
];

afterEach(() => {
  for (const each of SHARED) for (const key of Object.keys(each)) Reflect.deleteProperty(each, key);
});

function toPlots(name: string): Plot[] {
  const names = [name, `The name ${name} in a text that is cut`, `two\n${name}`];
  const rows = { name: names, n: [3, 4, 5] };
  const axis = { column: 'n', label: name, format: 'integer' };
  const tile = { title: name, series: [{ column: 'n', label: name }] };
  return [
    { kind: 'line', rows, tile },
    { kind: 'area', rows, tile },
    { kind: 'bar', rows, tile },
    { kind: 'bar', rows, tile: { ...tile, horizontal: true } },
    { kind: 'donut', rows, tile: { title: name } },
    { kind: 'scatter', rows, tile: { title: name, x: axis, y: axis } },
  ];
}

it.for(['__proto__', 'constructor', 'toString'])(
  'draws the name %s, and changes no other object of the process',
  async (name) => {
    for (const plot of toPlots(name)) {
      const svg = await drawPlot(plot, 'svg');
      expect(SHARED.flatMap(Object.keys)).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined/);
      // The title is a text, too.
      const drawing = svg.replaceAll('\u2060', '').split('<svg ').at(-1);
      if (plot.tile?.series) expect(drawing).toContain(`>${name.slice(0, 9)}`);
    }
  },
);
