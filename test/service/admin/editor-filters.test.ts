import type { Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../service/src/dashboard/draft-changes.ts';
import {
  type DashboardDraft,
  EMPTY_DRAFT,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import { createFilter, toKind } from '../../../service/src/admin/browser/editor/sql/new-filter.ts';
import {
  findDraftParameters,
  findDraftSelects,
} from '../../../service/src/admin/browser/editor/model/sql-parameter-names.ts';

const DRAFT: DashboardDraft = { ...EMPTY_DRAFT, datasets: [] };

describe('a new filter', () => {
  it.each([
    ['WHERE n = :Least', 'choice'],
    ['WHERE n = ANY(:least)', 'choices'],
    ['WHERE day > :least::date', 'date'],
    ['WHERE day > CAST(:Least AS timestamp)', 'date'],
    ['WHERE n > :Least :: numeric', 'number'],
    ['WHERE n > cast( :Least as int4 )', 'number'],
    ['WHERE n > :LeastDay::date', 'choice'],
  ])('of the parameter in “%s” is of the kind %s', (condition, kind) => {
    const filter = createFilter('Least', [{ sql: 'SELECT 1' }, { sql: `SELECT 2 ${condition}` }]);
    expect('multiple' in filter && filter.multiple ? 'choices' : filter.kind).toBe(kind);
  });

  it('has a label of words, and a SELECT to write', () => {
    expect(createFilter('salesRegion', [])).toEqual({
      kind: 'choice',
      parameter: 'salesRegion',
      label: 'Sales region',
      select: { sql: '' },
    });
  });

  it('starts with the connection of the datasets that use its parameter', () => {
    const selects = [
      { sql: 'SELECT :Year', connection: 'Archive' },
      { sql: 'SELECT :Region' },
      { sql: 'SELECT :region', connection: 'Shop' },
      { sql: 'SELECT :Region, 2', connection: 'Shop' },
    ];
    const select = { sql: '', connection: 'Shop' };
    expect(createFilter('Region', selects)).toMatchObject({ select });
    const date: Filter = { kind: 'date', parameter: 'Region', label: 'Region' };
    expect(toKind(date, 'choice', selects)).toMatchObject({ select });
    expect(createFilter('Region', selects.slice(0, 2))).toHaveProperty('select', { sql: '' });
  });

  it('loses its values with another kind, and keeps its label', () => {
    const base = { parameter: 'a', label: 'A', required: true } as const;
    const list = [{ value: 'x' }];
    const choice: Filter = { kind: 'choice', ...base, multiple: true, list, default: ['x'] };
    const date = toKind(choice, 'date', []);
    expect(date).toEqual({ kind: 'date', ...base });
    expect(toKind(date, 'choice', [])).toEqual({ kind: 'choice', ...base, select: { sql: '' } });
  });
});

it('finds parameters that only the SELECT of a filter uses', () => {
  const select = { sql: 'SELECT :region, :AllowedRegions' };
  const draft = {
    datasets: [{ name: 'a', sql: 'SELECT :Region' }],
    filters: [
      createFilter('Start', [{ sql: ':Start::date' }]),
      { ...createFilter('r', []), select },
    ],
  };
  expect(findDraftSelects(draft)).toHaveLength(2);
  expect(findDraftParameters(draft)).toEqual(['Region', 'AllowedRegions']);
});

it('names the filters that publishing changes', () => {
  const [region, start] = ['Region', 'Start'].map((name) => createFilter(name, []));
  const before = { ...DRAFT, filters: [region!, start!] };
  const after = { ...DRAFT, filters: [{ ...start!, label: 'From' }, createFilter('End', [])] };
  expect(describeChanges(before, after)).toEqual([
    'Filter “End” is new.',
    'Filter “From” changes.',
    'Filter “Region” is removed.',
  ]);
  expect(describeChanges(DRAFT, DRAFT)).toEqual([]);
});
