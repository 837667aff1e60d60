import { expect, it } from 'vitest';
import { describeChanges, nameParts } from '../../../service/src/dashboard/draft-changes.ts';
import type { DashboardDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { draftOf, figure } from '../admin/draft-calls.ts';

const draft = (changes: object = {}): DashboardDraft => draftOf(changes) as DashboardDraft;

it('lists the changes that publishing makes', () => {
  const second = { ...figure, id: 'second', title: 'Second' };
  const before = draft({ tiles: [figure, second] });
  const after = draft({
    title: 'Other',
    downloads: false,
    requiredParameters: [],
    tiles: [second, { ...figure, span: 4 }, { ...figure, id: 'third', title: 'Third' }],
    datasets: [{ name: 'renamed', sql: 'SELECT 1' }],
  });
  expect(describeChanges(before, after)).toEqual([
    'Title changes.',
    'Permission to download changes.',
    'Parameters that the application must set changes.',
    'Dataset “renamed” is new.',
    'Dataset “counted” is removed.',
    'Tile “Third” is new.',
    'Tile “Orders” changes.',
    'The order of tiles changes.',
  ]);
});

it('ignores the order of properties, and properties without a value', () => {
  const { title, ...rest } = draft();
  expect(describeChanges(draft(), { ...rest, locale: undefined, title })).toEqual([]);
});

it('says that a dashboard is new', () => {
  expect(describeChanges(null, draft())).toHaveLength(1);
});

it('names the parts of a draft by their fields, each once', () => {
  const filters = [{ kind: 'text', parameter: 'City', label: 'The city' }];
  const paths = ['tiles.0.title', 'tiles.0.span', 'filters.0.default', 'datasets.0.sql', 'title'];
  const names = ['Tile “Orders”', 'Filter “The city”', 'Dataset “counted”', 'Title'];
  expect(nameParts(draft({ filters }), paths)).toEqual(names);
  expect(nameParts(draft(), ['requiredParameters.0', 'tiles'])).toEqual([
    'Parameters that the application must set',
    'Dashboard',
  ]);
});
