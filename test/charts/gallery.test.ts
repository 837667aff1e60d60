import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import { type DataTile, isChartTile, type Tile } from '../../service/src/dashboard/definition.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { expectCommitted, isUpdate } from '../support/committed-file.ts';
import { CHAPTERS } from './chapters.ts';
import { drawPlot } from './draw-plot.ts';
import { type Plot, toTile, type View } from './plot.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const viewsOf = (plot: Plot): readonly View[] =>
  plot.views ?? (isChartTile(toTile(plot) as DataTile) ? ['svg'] : ['html']);
/** The files of all plots. */
const ALL = Object.entries(CHAPTERS).flatMap(([chapter, plots]) =>
  Object.entries(plots).flatMap(([title, plot]) =>
    viewsOf(plot).map((view) => {
      const file = `${chapter}/${title.replaceAll(/\W+/g, '-')}.${view}`;
      return { file, plot, view };
    }),
  ),
);

for (const chapter of isUpdate ? Object.keys(CHAPTERS) : []) {
  rmSync(`${FOLDER}${chapter}`, { recursive: true, force: true });
  mkdirSync(`${FOLDER}${chapter}`);
}

describe('the gallery', () => {
  it.for(ALL)('has what the server draws in $file', async ({ file, plot, view }) => {
    expectCommitted(`${FOLDER}${file}`, await drawPlot(plot, view));
  });

  it('has no other files', () => {
    const files = Object.keys(CHAPTERS).flatMap((chapter) =>
      readdirSync(`${FOLDER}${chapter}`).map((file) => `${chapter}/${file}`),
    );
    expect(files.toSorted()).toEqual(ALL.map(({ file }) => file).toSorted());
  });

  it('has tiles that authors can save', () => {
    const tiles = ALL.map(({ plot }) => toTile(plot));
    const datasets = [{ name: 'rows', sql: 'SELECT 1' }];
    const toProblems = (tile: Tile) =>
      parseDraft({ ...EMPTY_DRAFT, title: 'A', datasets, tiles: [tile] }).problems;
    expect(tiles.flatMap(toProblems)).toEqual([]);
  });
});
