import type { Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../service/src/dashboard/draft-changes.ts';
import {
  type DashboardDraft,
  EMPTY_DRAFT,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import { createFilter, toKind } from '../../../service/src/admin/browser/editor/sql/new-filter.ts';
import { Problems } from '../../../service/src/admin/browser/editor/model/problems.ts';
import {
  findDraftParameters,
  findDraftSelects,
} from '../../../service/src/admin/browser/editor/model/sql-parameter-names.ts';

const DRAFT: DashboardDraft = { ...EMPTY_DRAFT, datasets: [] };

const kindOf = (condition: string): string => {
  const filter = createFilter('Least', [{ sql: 'SELECT 1' }, { sql: `SELECT 2 ${condition}` }]);
  return 'multiple' in filter && filter.multiple ? 'choices' : filter.kind;
};

describe('a new filter', () => {
  it('has the kind of the casts of its parameter', () => {
    expect(kindOf('WHERE n = :Least')).toBe('choice');
    expect(kindOf('WHERE n = ANY(:least)')).toBe('choices');
    expect(kindOf('WHERE day > :least::date')).toBe('date');
    expect(kindOf('WHERE day > CAST(:Least AS timestamp)')).toBe('date');
    expect(kindOf('WHERE n > :Least :: numeric')).toBe('number');
    expect(kindOf('WHERE n > cast( :Least as int4 )')).toBe('number');
    expect(kindOf('WHERE n > :LeastDay::date')).toBe('choice');
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

it('shows the problem of a trial value at each SELECT that uses the parameter', () => {
  const datasets = [
    { name: 'a', sql: 'SELECT :Region' },
    { name: 'b', sql: 'SELECT 1' },
  ];
  const select = { sql: 'SELECT :region' };
  const filters = [createFilter('s', [{ sql: ':s::date' }]), { ...createFilter('r', []), select }];
  const found = [{ path: 'parameters.region', message: 'It does not fit.' }];
  const problems = new Problems(found, { ...DRAFT, datasets, filters }, { isStrict: true });
  const places = ['datasets.0', 'datasets.1', 'filters.0', 'filters.1'];
  expect(places.filter((place) => problems.at(`${place}.parameters.region`))).toEqual([
    'datasets.0',
    'filters.1',
  ]);
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
