import { describe, expect, it } from 'vitest';
import { createTile } from '../../service/src/admin/browser/editor/suggest/new-tile.ts';
import { EMPTY_DRAFT } from '../../service/src/dashboard/dashboard-draft.ts';
import type { Tile } from '../../service/src/dashboard/definition.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { TILE_KINDS } from '../../service/src/dashboard/tile-kinds.ts';

const COLUMNS = {
  names: ['month', 'region', 'sales', 'cost'],
  types: { month: 'date', region: 'text', sales: 'decimal', cost: 'decimal' },
  numbers: ['sales', 'cost'],
  plain: [],
} as const;
const DATASETS = [{ name: 'rows', sql: 'SELECT 1' }];

/** Returns the problems of a new tile of the editor with these settings. */
function findProblems(kind: Tile['kind'], settings: object = {}): string[] {
  const tile = createTile(kind, { id: 'a', title: 'A', dataset: 'rows' }, COLUMNS);
  const tiles = [{ ...tile, ...settings }];
  const { problems } = parseDraft({ ...EMPTY_DRAFT, title: 'A', datasets: DATASETS, tiles });
  return problems.map(({ path, message }) => `${path.replace('tiles.0.', '')}: ${message}`);
}

const limit = { kind: 'value', label: 'Limit', value: null };
const secondAxis = { title: ' ', format: 'percent' };
const bins = 'bins: Enter a whole number from 2 to 50.';

describe('a tile', () => {
  it.for(Object.keys(TILE_KINDS) as Tile['kind'][])('has no problem if it is a new %s', (kind) => {
    // Its author writes the text.
    expect(findProblems(kind, kind === 'text' ? { text: 'All sales.' } : {})).toEqual([]);
  });

  it.for<[string, Tile['kind'], object, string[]]>([
    ['a second axis', 'line', { secondAxis }, ['secondAxis.title: Give the second axis a title.']],
    [
      'a value of a reference',
      'line',
      { references: [limit] },
      ['references.0.value: Enter a number.'],
    ],
    [
      'a column of a reference',
      'line',
      { references: [{ kind: 'column', label: 'Target', column: '' }] },
      ['references.0.column: Choose a column.'],
    ],
    [
      'a target',
      'number',
      { target: { kind: 'value', value: null } },
      ['target.value: Enter a number.'],
    ],
    ['a narrow heading', 'heading', { span: 6 }, ['span: Choose one of: 12.']],
    ['automatic bars', 'histogram', { bins: undefined }, []],
    ['two bars', 'histogram', { bins: 2 }, []],
    ['fifty bars', 'histogram', { bins: 50 }, []],
    ['one bar', 'histogram', { bins: 1 }, [bins]],
    ['51 bars', 'histogram', { bins: 51 }, [bins]],
    ['half bars', 'histogram', { bins: 2.5 }, [bins]],
    ['no number of bars', 'histogram', { bins: null }, [bins]],
    ['no text', 'text', { text: '' }, ['text: Write the text.']],
    [
      'a link of http',
      'text',
      { text: '[a](http://x.example)' },
      ['text: Links must start with https://, unlike “http://x.example”.'],
    ],
    [
      'a link that runs a script',
      'text',
      { text: '<javascript:alert(1)>' },
      ['text: Links must start with https://, unlike “javascript:alert(1)”.'],
    ],
    [
      'a long text',
      'text',
      { text: 'a'.repeat(10_001) },
      ['text: Shorten it to 10000 characters.'],
    ],
    ['a link in code', 'text', { text: '`[a](http://x)`' }, []],
    ['a link of https', 'text', { text: '[a](https://x.example)' }, []],
    ['signs of HTML', 'text', { text: '# 1 < 2' }, []],
  ])('has the problems of %s', ([, kind, settings, problems]) => {
    expect(findProblems(kind, settings)).toEqual(problems);
  });
});
