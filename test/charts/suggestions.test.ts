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
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import { toTileData } from '../../service/src/tiles/tile-data.ts';
import { ValueFormatter } from '../../service/src/values/value-formatter.ts';
import { toPageLocale } from '../../service/src/words/page-locale.ts';
import { expectCommitted } from '../support/committed-file.ts';
import { VEGA_TABLES } from '../support/vega-tables.ts';
import { columnsOf, month, TABLES } from './suggested-tables.ts';
import { SUMMARIZED_TABLES } from './summarized-tables.ts';

const REAL_TABLES = Object.entries(VEGA_TABLES).map(([title, read]) => {
  const result = read();
  return { title, result, tiles: suggestTiles(toDatasetColumns(result)) };
});

/** Expects the suggestions for tables in a committed file, one in each line. */
function expectSuggestions(file: string, tables: [title: string, readonly object[]][]): void {
  const texts = tables.map(([title, suggestions]) => {
    const lines = suggestions.map((suggestion) => `${JSON.stringify(suggestion)}\n`);
    return `# ${title}\n${lines.join('')}`;
  });
  const path = fileURLToPath(new URL(`suggestions/${file}.txt`, import.meta.url));
  expectCommitted(path, texts.join('\n'));
}

it('suggests the tiles of the committed file for each rule', () => {
  const tables = Object.entries(TABLES);
  expectSuggestions(
    'tiles',
    tables.map(([title, table]) => [title, suggestTiles(columnsOf(...table))]),
  );
});

it('suggests the tiles of the committed file for real tables', () => {
  expectSuggestions(
    'real-tables',
    REAL_TABLES.map(({ title, tiles }) => [title, tiles]),
  );
});

it('suggests for real tables a chart that their rows fit, and a table as the last choice', () => {
  const { formats, words } = toPageLocale('en');
  const formatter = new ValueFormatter(formats, 'USD', words);
  for (const { title, result, tiles } of REAL_TABLES) {
    const results = new Map([['rows', { ...result, truncated: false, durationMs: 1 }]]);
    const shown = [tiles[0]!, tiles.at(-1)!];
    const states = shown.map(
      (tile) =>
        toTileData(Object.assign({}, tile, { dataset: 'rows' }), { results, formatter, words })
          .state,
    );
    expect(states, title).toEqual(['ready', 'ready']);
    expect(shown[1]!.kind, title).toBe('table');
  }
});

it('suggests the sums and averages of the committed file', () => {
  const tables = Object.entries(SUMMARIZED_TABLES);
  expectSuggestions(
    'summaries',
    tables.map(([title, table]) => [
      title,
      suggestSummaries(columnsOf(...table), 'SELECT * FROM orders; -- all'),
    ]),
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
