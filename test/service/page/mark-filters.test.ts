import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../service/src/dashboard/definition.ts';
import { findChoice, isChosenValue } from '../../../service/src/tiles/mark-choice.ts';
import { findMarkFilters } from '../../../service/src/page/mark-filters.ts';
import { toDays } from '../../../service/src/values/calendar.ts';

const start: Filter = { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'END' };
const end: Filter = { kind: 'date', parameter: 'End', label: 'To' };
const region: Filter = { kind: 'text', parameter: 'Region', label: 'Region', column: 'Area' };

const find = (...filters: [Filter, isLocked?: boolean][]) =>
  findMarkFilters(
    filters.map(([filter, isLocked = false]) => ({ filter, isLocked, values: [], choices: [] })),
  );

describe('the filters that clicks set', () => {
  it('have the column of the filter, or its parameter as the name', () => {
    expect(find([region], [end])).toEqual([
      { column: 'area', parameter: 'Region', isDate: false },
      { column: 'end', parameter: 'End', isDate: true },
    ]);
  });

  it('join the dates of a range', () => {
    expect(find([end], [start])).toEqual([
      { column: 'start', parameter: 'Start', isDate: true, end: 'End' },
    ]);
  });

  it('are open, with both ends of a range', () => {
    expect(find([region, true], [start, true], [end])).toEqual([]);
    expect(find([start], [end, true])).toEqual([]);
  });
});

it('belong to columns in any case', () => {
  const values = { get: () => ['North'], offer: (_: string, text: string) => text };
  const mark = { column: 'AREA', value: 'North' };
  expect(findChoice(mark, find([region]), values)).toEqual([['Region', 'North']]);
  expect(isChosenValue(mark, find([region]), values)).toBe(true);
});

it('leaves out a filter whose list cannot be read', () => {
  const set = { filter: region, isLocked: false, values: [], choices: [] };
  expect(findMarkFilters([{ ...set, failed: { failure: 'failed', reason: 'No list.' } }])).toEqual(
    [],
  );
});

describe('the days of a mark', () => {
  it.each([
    ['2026-10-31', 'date', '2026-10-31', '2026-10-31'],
    ['2026-10-31 13:00:00+00', 'hour', '2026-10-31', '2026-10-31'],
    ['2026-10-31 13:00:00+00', 'instant', '2026-10-31', '2026-10-31'],
    ['2026-10-26', 'week', '2026-10-26', '2026-11-01'],
    ['2024-02-01', 'month', '2024-02-01', '2024-02-29'],
    ['2026-12-01', 'month', '2026-12-01', '2026-12-31'],
    ['2026-10-01', 'quarter', '2026-10-01', '2026-12-31'],
    ['2026', 'year', '2026-01-01', '2026-12-31'],
  ] as const)('%s of the format %s', (text, format, first, last) => {
    expect(toDays(text, format)).toEqual([first, last]);
  });

  it.each(['infinity', 'North', ''])('are unknown for “%s”', (text) => {
    expect(toDays(text, 'month')).toBeNull();
    expect(toDays(text, 'date')).toBeNull();
  });
});
