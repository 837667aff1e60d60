import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  createTile,
  toColumn,
  toSeries,
} from '../../service/src/admin/browser/editor/suggest/new-tile.ts';
import { suggestSummaries } from '../../service/src/admin/browser/editor/suggest/suggest-summaries.ts';
import { toValueStyle } from '../../service/src/admin/browser/editor/suggest/suggest-style.ts';
import { suggestTiles } from '../../service/src/admin/browser/editor/suggest/suggest-tiles.ts';
import type { DatasetColumns } from '../../service/src/dashboard/dashboard-draft.ts';
import { hasData } from '../../service/src/dashboard/definition.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import { toTileData } from '../../service/src/tiles/tile-data.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { expectCommitted } from '../support/committed-file.ts';
import { createVegaDashboards, ROWS } from '../support/vega-dashboards.ts';
import { VEGA_TABLES } from '../support/vega-tables.ts';
import { columnsOf, month, TABLES } from './suggested-tables.ts';
import { SUMMARIZED_TABLES } from './summarized-tables.ts';

/** Expects the suggestions for tables in a committed file, one in each line. */
function expectSuggestions(
  file: string,
  tables: Record<string, DatasetColumns>,
  suggest: (columns: DatasetColumns) => readonly object[],
): void {
  const texts = Object.entries(tables).map(([title, columns]) => {
    const lines = suggest(columns).map((suggestion) => `${JSON.stringify(suggestion)}\n`);
    return `# ${title}\n${lines.join('')}`;
  });
  const path = fileURLToPath(new URL(`suggestions/${file}.txt`, import.meta.url));
  expectCommitted(path, texts.join('\n'));
}

const map = <From, To>(from: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));

it('suggests the tiles of the committed file for each rule', () => {
  expectSuggestions(
    'tiles',
    map(TABLES, (table) => columnsOf(...table)),
    suggestTiles,
  );
});

it('suggests the tiles of the committed file for real tables', () => {
  expectSuggestions(
    'real-tables',
    map(VEGA_TABLES, (read) => toDatasetColumns(read())),
    suggestTiles,
  );
});

it('suggests for real tables a chart that their rows fit, and a table as the last choice', () => {
  const { formats, words } = toPageLocale('en');
  const formatter = new ValueFormatter(formats, 'USD', words);
  for (const { title, definition, result } of createVegaDashboards()) {
    const results = new Map([[ROWS, { ...result, truncated: false, durationMs: 1 }]]);
    const tiles = definition.tiles.filter(hasData);
    // The database computes summaries: the tests in a browser show them.
    const shown = [tiles[0]!, tiles.at(-1)!].filter(({ dataset }) => dataset === ROWS);
    const states = shown.map((tile) => toTileData(tile, { results, formatter, words }).state);
    expect(states, title).toEqual(shown.map(() => 'ready'));
    expect(tiles.at(-1)!.kind, title).toBe('table');
  }
});

it('suggests the sums and averages of the committed file', () => {
  expectSuggestions(
    'summaries',
    map(SUMMARIZED_TABLES, (table) => columnsOf(...table)),
    (columns) => suggestSummaries(columns, 'SELECT * FROM orders; -- all'),
  );
});

it('suggests nothing for columns without rows', () => {
  expect(suggestTiles({ names: ['n'], types: {}, numbers: ['n'], plain: [] })).toEqual([]);
});

it.for([
  ['unit_price', [9.5, 12], { format: 'currency' }],
  ['revenueTotal', [900, 12], { format: 'currency' }],
  ['rate', [0.02, 0.3], { format: 'percent' }],
  ['rate', [2.5, 3.5], { format: 'decimal' }],
  ['pct', [25.5, 30], { format: 'decimal', numbers: { after: '%' } }],
  ['corporate', [0.2, 0.3], { format: 'decimal' }],
  ['weight', [4, 5], { format: 'integer' }],
  ['zip code', [41, 52], { format: 'integer', numbers: { notation: 'plain' } }],
  ['Length (mm)', [39.1, 4], { format: 'decimal', numbers: { after: 'mm' } }],
  ['Cost Total $', [39, 4], { format: 'integer', numbers: { before: '$' } }],
  ['fee_eur', [39, 4], { format: 'integer', numbers: { before: '€' } }],
] as const)('the format of %s follows from its name and from %j', ([name, values, style]) => {
  const columns = columnsOf(values.length, (index) => ({ [name]: values[index]! }));
  expect(toValueStyle(name, columns)).toEqual(style);
});

it.for<[name: string, label: string]>([
  ['Length (mm)', 'Length'],
  ['budgetYear', 'Budget year'],
  ['IMDB_Rating', 'IMDB Rating'],
])('the label of %s is %s', ([name, label]) => {
  expect(toSeries(name).label).toBe(label);
});

it('new tiles have the suggested formats, and a table the periods of its dates', () => {
  const columns = columnsOf(20, (index) => ({ month: month(index), share: index / 100 }));
  const tile = createTile('bar', { id: 'a', title: 'A', dataset: 'rows' }, columns);
  expect(tile).toMatchObject({ format: 'percent', category: 'month' });
  expect(toColumn('month', columns).format).toBe('month');
});
