import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import { type DataTile, isChartTile, type Tile } from '../../service/src/dashboard/definition.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { tile as schema } from '../../service/src/dashboard/tile-schema.ts';
import { expectCommitted, isUpdate } from '../support/committed-file.ts';
import { CHAPTERS } from './chapters.ts';
import { drawPlot } from './draw-plot.ts';
import { type Plot, toTile, type View } from './plot.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** The options of tiles without data, which the gallery does not have. */
const OF_TEXTS = ['kind=text', 'kind=heading', 'text'];

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

  it('shows each kind of tile with data, and each option', () => {
    const shown = new Set([...OF_TEXTS, ...ALL.flatMap(({ plot }) => toNames(toTile(plot)))]);
    const options = new Set(toOptions(z.toJSONSchema(schema)));
    expect([...options].filter((name) => !shown.has(name))).toEqual([]);
  });
});

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns the names of a tile's fields, each with its texts, such as `format` and `format=percent`. */
function toOptions(part: Schema, name = ''): string[] {
  const { properties = {}, anyOf = [], oneOf = [], items, enum: texts = [] } = part;
  const values = [part.const, ...texts].filter((value) => typeof value === 'string');
  const inner = [...anyOf, ...oneOf, ...(items ? [items] : [])];
  const fields = Object.entries(properties);
  return [
    ...values.map((value) => `${name}=${value}`),
    ...inner.flatMap((each) => toOptions(each as Schema, name)),
    ...fields.flatMap(([key, field]) => [key].concat(toOptions(field as Schema, key))),
  ];
}

/** Returns the same names of a value. */
function toNames(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return [`${name}=${value}`];
  if (Array.isArray(value)) return value.flatMap((each) => toNames(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key].concat(toNames(part, key)));
}
