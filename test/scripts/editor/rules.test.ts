import type { ReactiveControllerHost } from 'lit';
import { describe, expect, it } from 'vitest';
import {
  DraftPart,
  toFieldId,
} from '../../../service/src/admin/browser/editor/model/draft-part.ts';
import type { LaterFocus } from '../../../service/src/admin/browser/editor/model/later-focus.ts';
import {
  addItem,
  moveItem,
  removeItem,
} from '../../../service/src/admin/browser/editor/model/list-edit.ts';
import {
  createTile,
  createTileId,
  findSpan,
  toKind,
} from '../../../service/src/admin/browser/editor/suggest/new-tile.ts';
import { suggestTarget } from '../../../service/src/admin/browser/editor/suggest/suggest-settings.ts';
import { FoundProblems } from '../../../service/src/admin/browser/editor/model/found-problems.ts';
import { Problems } from '../../../service/src/admin/browser/editor/model/problems.ts';
import { findParameterNames } from '../../../service/src/admin/browser/editor/model/sql-parameter-names.ts';
import {
  type DashboardDraft,
  type DatasetColumns,
  type DraftProblem,
  EMPTY_DRAFT,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import { type Tile, toTileName } from '../../../service/src/dashboard/definition.ts';

/** Returns a part of a form without a page, and what its changes make of it. */
function openPart<Value>(path: string, value: Value, problems: DraftProblem[] = []) {
  const changes: Value[] = [];
  const focused: string[][] = [];
  const form = {
    problems: new Problems(problems, EMPTY_DRAFT, { isStrict: true }),
    focus: { moveTo: (...ids: string[]) => focused.push(ids) } as unknown as LaterFocus,
    leave: () => {},
  };
  return {
    part: new DraftPart(path, value, form, (changed) => changes.push(changed)),
    changes,
    focused,
  };
}

describe('a part of the draft', () => {
  it('replaces itself and its ancestors, and nothing else', () => {
    const tiles = [
      { title: 'A', more: { n: 1 } },
      { title: 'B', more: { n: 2 } },
    ];
    const { part, changes } = openPart('', { tiles, other: { kept: true } });
    const { value } = part;
    part.at('tiles').at(1).at('more').at('n').set(3);
    expect(changes).toEqual([
      { tiles: [tiles[0], { title: 'B', more: { n: 3 } }], other: { kept: true } },
    ]);
    expect([changes[0]!.other, changes[0]!.tiles[0]]).toEqual([value.other, tiles[0]]);
    expect(changes[0]!.other).toBe(value.other);
    expect(changes[0]!.tiles[0]).toBe(tiles[0]);
    expect(tiles[1]!.more.n).toBe(2);
  });

  it('knows its place, its control and its problem', () => {
    const problems = [{ path: 'tiles.1.title', message: 'Too long.', offset: 4 }];
    const { part } = openPart('', { tiles: [{ title: 'A' }, { title: 'B' }] }, problems);
    const [first, second] = [0, 1].map((index) => part.at('tiles').at(index).at('title'));
    expect([second!.path, second!.fieldId]).toEqual(['tiles.1.title', 'field-tiles-1-title']);
    expect([second!.problem, second!.fault]).toEqual([
      'Too long.',
      { message: 'Too long.', offset: 4 },
    ]);
    expect([first!.problem, first!.fault]).toEqual([undefined, null]);
    expect(toFieldId('a.b.c')).toBe('field-a-b-c');
    const plain = openPart('title', 'A', [{ path: 'title', message: 'No.' }]).part;
    expect([plain.problem, plain.fault]).toEqual(['No.', null]);
  });

  it('has no optional text instead of an empty one', () => {
    const { part, changes } = openPart<{ title: string; link?: string }>('', { title: 'A' });
    expect(part.optional('link').value).toBe('');
    part.optional('link').set('https://a');
    part.optional('link').set('');
    part.merge({ title: 'B' });
    expect(changes).toEqual([
      { title: 'A', link: 'https://a' },
      { title: 'A', link: undefined },
      { title: 'B' },
    ]);
  });
});

describe('a list of the draft', () => {
  it('gets an item at its end, whose field gets the focus', () => {
    const { part, changes, focused } = openPart('tiles', ['a']);
    addItem(part, 'b', 'title');
    addItem(part, 'c');
    expect(changes).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(focused).toEqual([['field-tiles-1-title'], ['field-tiles-1']]);
  });

  it('loses an item, and the focus moves to the button that adds one, or to the heading', () => {
    const { part, changes, focused } = openPart('filters', ['a', 'b', 'c']);
    removeItem(part, 1);
    expect([changes, focused]).toEqual([[['a', 'c']], [['filters-add', 'filters']]]);
  });

  it.each([
    [1, -1, ['b', 'a', 'c'], ['list.0-up', 'list.0-down']],
    [1, 1, ['a', 'c', 'b'], ['list.2-down', 'list.2-up']],
    [0, -1, ['a', 'b', 'c'], ['list.-1-up', 'list.-1-down']],
    [2, 1, ['a', 'b', 'c'], ['list.3-down', 'list.3-up']],
  ] as const)('moves the item %i by %i, with the focus', (index, step, order, ids) => {
    const { part, changes, focused } = openPart('list', ['a', 'b', 'c']);
    moveItem(part, index, step);
    expect([changes, focused]).toEqual([[order], [ids]]);
  });
});

describe('the problems of a draft', () => {
  const draft: DashboardDraft = {
    ...EMPTY_DRAFT,
    title: '',
    datasets: [
      { name: '', sql: '' },
      { name: 'b', sql: 'SELECT :Year' },
    ],
    filters: [
      { kind: 'choice', parameter: 'R', label: 'R', select: { sql: 'SELECT :year' } },
      { kind: 'date', parameter: 'Year', label: 'Year' },
    ],
    tiles: [],
  };
  const at = (path: string, isStrict = false): string | undefined =>
    new Problems([{ path, message: 'No.' }], draft, { isStrict }).at(path)?.message;

  it.each([
    ['title', false],
    ['tiles', false],
    ['datasets.0.sql', false],
    ['datasets.0.name', true],
    ['datasets.1.sql', true],
    ['datasets', true],
    ['tiles.4.title', true],
    ['title.length.more', true],
  ])('of the field %s are shown before the author publishes: %s', (path, isShown) => {
    expect(at(path)).toBe(isShown ? 'No.' : undefined);
    expect(at(path, true)).toBe('No.');
  });

  it('of a number that is missing are shown after the author has left its field', () => {
    const path = 'tiles.0.target.value';
    const toDraft = (value: number | null) =>
      ({ ...draft, tiles: [{ target: { kind: 'value', value } }] }) as unknown as DashboardDraft;
    const [empty, filled] = [toDraft(null), toDraft(5)];
    const isShown = (now: DashboardDraft, checked: DashboardDraft, ...left: string[]): boolean => {
      const form = { isStrict: false, left: new Set(left), checked };
      return new Problems([{ path, message: 'No.' }], now, form).at(path) !== undefined;
    };
    expect([isShown(empty, empty), isShown(empty, empty, path)]).toEqual([false, true]);
    // The service has not checked the number yet.
    expect([isShown(filled, empty, path), isShown(filled, filled, path)]).toEqual([false, true]);
  });

  it('name the parts of the draft with errors, but not the values of a trial', () => {
    const found = new FoundProblems({ requestUpdate: () => {} } as ReactiveControllerHost);
    expect(found.faultyParts).toEqual([]);
    const paths = ['parameters.year', 'datasets.1.sql', 'datasets.1.name'];
    found.take(
      paths.map((path) => ({ path, message: 'No.' })),
      draft,
    );
    expect(found.faultyParts).toEqual(['Dataset “b”']);
  });

  it('of a parameter are shown wherever its SELECT uses it', () => {
    const problems = new Problems([{ path: 'parameters.year', message: 'No.' }], draft, {
      isStrict: false,
    });
    const places = ['datasets.0', 'datasets.1', 'filters.0', 'filters.1'];
    const shown = places.filter((place) => problems.at(`${place}.parameters.year`));
    expect(shown).toEqual(['datasets.1', 'filters.0']);
    expect(problems.isIn('datasets.1')).toBe(true);
    expect([problems.isIn('datasets.0'), problems.isIn('datasets.1.parameters.year')]).toEqual([
      false,
      false,
    ]);
    expect(problems.at('parameters.year')).toBeUndefined();
  });

  it('of a required parameter are shown where the author says who sets it', () => {
    const problem = { path: 'requiredParameters.1', message: 'No.' };
    const required = { ...draft, requiredParameters: ['Region', 'YEAR'] };
    const problems = new Problems([problem], required, { isStrict: false });
    const places = ['datasets.0', 'datasets.1', 'filters.0', 'filters.1'];
    const shown = places.filter((place) => problems.at(`${place}.duties.year`));
    expect(shown).toEqual(['datasets.1', 'filters.0']);
  });

  it('of one item are not those of an item whose number begins alike', () => {
    const problems = new Problems([{ path: 'tiles.10.title', message: 'No.' }], draft, {
      isStrict: true,
    });
    expect([problems.isIn('tiles.1'), problems.isIn('tiles.10'), problems.isIn('tiles')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the parameters of SELECTs', () => {
  it('have their first spelling', () => {
    const names = findParameterNames([
      { sql: 'SELECT :Year, :year, :Region' },
      { sql: ':REGION :b' },
    ]);
    expect(names).toEqual(['Year', 'Region', 'b']);
  });
});

it.each([
  [['sold'], ['sold', 'returned'], 'returned'],
  [['sold'], ['sold', 'returned', 'plan_2026'], 'plan_2026'],
  [['plan', 'last'], ['plan', 'last', 'sold'], 'sold'],
  [['sold'], ['sold'], ''],
])('a new target of %j from the columns %j is %j', (own, numbers, target) => {
  expect(suggestTarget(own, numbers)).toBe(target);
});

describe('a new tile', () => {
  const columns: DatasetColumns = {
    names: ['day', 'shop', 'sold', 'returned'],
    types: { day: 'date', shop: 'text', sold: 'decimal', returned: 'decimal' },
    numbers: ['sold', 'returned'],
    plain: [],
  };
  const base = { id: 'a', title: 'A', dataset: 'data' };
  const series = [{ column: 'sold', label: 'Sold' }];

  it.each<[Tile['kind'], object]>([
    ['heading', { span: 12 }],
    ['text', { span: 6, text: '' }],
    ['number', { span: 3, value: 'sold', format: 'decimal', note: '' }],
    ['pie', { span: 4, category: 'day', value: 'sold' }],
    ['donut', { span: 4, category: 'day', value: 'sold' }],
    ['scatter', { span: 8, category: 'shop', x: { column: 'sold' }, y: { column: 'returned' } }],
    ['histogram', { span: 6, value: 'sold' }],
    ['heatmap', { span: 12, category: 'day', splitBy: 'shop', value: 'sold' }],
    [
      'table',
      { span: 8, columns: [{ format: 'date' }, { format: 'text' }, {}, { format: 'decimal' }] },
    ],
    ['bar', { span: 8, category: 'day', series }],
    ['line', { span: 8, category: 'day', series }],
  ])('of the kind %s has the most likely columns', (kind, made) => {
    const tile = createTile(kind, base, columns);
    expect(tile).toMatchObject({ id: 'a', title: 'A', kind, ...made });
    expect('dataset' in tile).toBe(kind !== 'heading' && kind !== 'text');
  });

  it.each([
    [1, 4],
    [2, 4],
    [3, 6],
    [4, 8],
    [5, 8],
    [6, 12],
  ])('that is a table of %i columns has the width %i', (count, span) => {
    const names = Array.from({ length: count }, (_, index) => `c${index}`);
    expect(findSpan('table', { names, types: {}, numbers: [], plain: [] })).toBe(span);
  });

  it('that is a table has at most 30 columns', () => {
    const names = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const tile = createTile('table', base, { names, types: {}, numbers: [], plain: [] });
    expect(tile).toMatchObject({ columns: { length: 30 } });
  });

  it('keeps the texts of a column as they are, even if all of them have digits only', () => {
    const codes = {
      names: ['code'],
      types: { code: 'text' },
      numbers: ['code'],
      plain: [],
    } as const;
    expect(createTile('table', base, codes)).toMatchObject({
      columns: [{ column: 'code', format: 'text' }],
    });
  });

  it.each<[sums: string[], old: object, kind: Tile['kind'], addsUp: boolean | undefined]>([
    [['sold'], createTile('bar', base, columns), 'line', true],
    [[], createTile('bar', base, columns), 'line', undefined],
    // The new tile keeps the value of the old one.
    [['sold'], { ...createTile('number', base, columns), value: 'returned' }, 'pie', undefined],
    [['returned'], { ...createTile('number', base, columns), value: 'returned' }, 'pie', true],
    // The author knows better.
    [['sold'], { ...createTile('pie', base, columns), addsUp: false }, 'donut', false],
    [[], { ...createTile('heatmap', base, columns), addsUp: true }, 'bar', true],
  ])('with sums in %j: %j as a %s adds up: %j', (sums, old, kind, addsUp) => {
    const data = { dataset: 'data', columns: { ...columns, sums } };
    expect(toKind(old as Tile, kind, data)).toHaveProperty('addsUp', addsUp);
  });

  it('has an id and a name of its own', () => {
    const tiles = ['tile-1', 'tile-3'].map((id) => createTile('number', { ...base, id }, columns));
    expect([createTileId([]), createTileId(tiles)]).toEqual(['tile-1', 'tile-4']);
    const text = {
      ...createTile('text', { ...base, title: '' }, columns),
      text: '\n# Über *uns*\nMore',
    };
    expect([toTileName(text as Tile), toTileName({ ...text, text: '' } as Tile)]).toEqual([
      'Über *uns*',
      'Untitled',
    ]);
    expect(toTileName({ ...text, text: 'x'.repeat(50) } as Tile)).toBe('x'.repeat(40));
    expect(toTileName({ ...text, title: 'Own' })).toBe('Own');
  });

  it('of another kind keeps the common fields, and a width that the author chose', () => {
    const data = { dataset: 'data', columns };
    const bar = {
      ...createTile('bar', base, columns),
      categoryFormat: 'month',
      stacked: true,
    } as Tile;
    expect(toKind(bar, 'line', data)).toMatchObject({
      kind: 'line',
      span: 8,
      categoryFormat: 'month',
      stacked: true,
    });
    expect(toKind(bar, 'number', data)).toMatchObject({ kind: 'number', span: 3, title: 'A' });
    expect(toKind({ ...bar, span: 5 } as Tile, 'number', data).span).toBe(5);
    expect(toKind({ ...bar, span: 5 } as Tile, 'heading', data)).toEqual({
      id: 'a',
      title: 'A',
      kind: 'heading',
      span: 12,
    });
    const text = createTile('text', base, columns);
    expect(toKind(text, 'pie', data)).toMatchObject({
      kind: 'pie',
      dataset: 'data',
      category: 'day',
    });
  });
});
