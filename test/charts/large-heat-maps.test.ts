import { expect, it } from 'vitest';
import { drawPlot } from './draw-plot.ts';

const toRows = (length: number) => {
  const numbers = Array.from({ length }, (_, index) => index + 1);
  return {
    name: numbers.map((n) => `Name ${n}`),
    kind: numbers.map((n) => `Kind ${n}`),
    n: numbers,
  };
};

it('shows the largest lines of a heat map whose few rows would have a million cells', async () => {
  const page = await drawPlot({ kind: 'heatmap', rows: toRows(1000) }, 'html');
  expect(page.match(/<td/g)!.length).toBeLessThan(25_000);
  expect(page).toContain('Kind 1000<');
  expect(page).not.toContain('Kind 980<');
  expect(page).toContain('The largest 20 of 1,000 are shown.');
});

it('shows all lines of a smaller one', async () => {
  const page = await drawPlot({ kind: 'heatmap', rows: toRows(100) }, 'html');
  expect(page).toContain('Kind 1<');
  expect(page).not.toContain('are shown.');
});
