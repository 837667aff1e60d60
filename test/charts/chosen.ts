import type { Filter } from '../../service/src/dashboard/definition.ts';
import type { SetFilter } from '../../service/src/dashboard/run-filters.ts';
import type { Plots, View } from './plot.ts';

const area = {
  kind: 'choice',
  parameter: 'Area',
  label: 'Area',
  column: 'Region',
  multiple: true,
  list: [{ value: 'North' }, { value: 'S', label: 'South' }],
} as const;
const channel = { ...area, parameter: 'Channel', column: 'channel', list: [{ value: 'web' }] };
const start = { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End', column: 'month' };
const end = { kind: 'date', parameter: 'End', label: 'To' };

/** Returns a filter with its values. */
function set(filter: object, values: string[], isLocked = false): SetFilter {
  const { list = [] } = filter as { list?: { value: string; label?: string }[] };
  const choices = list.map(({ value, label = value }) => ({ value, label }));
  return { filter: filter as Filter, values, isLocked, choices };
}
const north = [set(area, ['North'])];
const february = [set(start, ['2026-02-01']), set(end, ['2026-02-28'])];
const web = [set(channel, ['web'])];

const region = ['North', 'South', 'East'];
const month = ['2026-01-01', '2026-02-01', '2026-03-01'];
const regions = { region, n: [1, 2, 3] };
const months = { month, n: [1, 2, 3] };
const split = { month, channel: ['web', 'store', 'web'], n: [1, 2, 3] };
const splitBy = 'channel';
const columns = [
  { column: 'region', label: 'Region', format: 'text' },
  { column: 'month', label: 'Month', format: 'month' },
];
const views: readonly View[] = ['svg', 'html'];
const html: readonly View[] = ['html'];

/** The marks that filters choose: outlined, next to others with less color. */
export const CHOSEN: Plots = {
  'bar of a value': { kind: 'bar', rows: regions, filters: north, views },
  'part of a value': { kind: 'donut', rows: regions, filters: north },
  'point of a value': { kind: 'scatter', rows: { ...regions, m: [5, 6, 7] }, filters: north },
  'bars of a label': {
    kind: 'bar',
    rows: regions,
    filters: [set(area, ['North', 'S'])],
    views: html,
  },
  'bar without a mark of the choice': { kind: 'bar', rows: months, filters: north },
  'value that no bar has': { kind: 'bar', rows: regions, filters: [set(area, ['Other'])] },
  'point of a period': { kind: 'line', rows: months, filters: february },
  // A second click on it unsets the filter.
  'point that the filter has left': {
    kind: 'line',
    rows: { month: [month[1]!], n: [2] },
    tile: { categoryFormat: 'month' },
    filters: february,
  },
  'slice of a period': { kind: 'pie', rows: months, filters: february },
  'bars of a series': { kind: 'bar', rows: split, tile: { splitBy }, filters: web, views },
  'line of a series': { kind: 'line', rows: split, tile: { splitBy }, filters: web },
  'bar of two filters': {
    kind: 'bar',
    rows: split,
    tile: { splitBy },
    filters: [...web, set(start, ['2026-01-01']), set(end, ['2026-01-31'])],
  },
  'locked filter': {
    kind: 'line',
    rows: split,
    tile: { splitBy },
    filters: [set(channel, ['web'], true)],
  },
  'cells of a series': { kind: 'heatmap', rows: split, filters: web },
  'cell of two filters': { kind: 'heatmap', rows: split, filters: [...web, ...february] },
  'cells of values': {
    kind: 'table',
    rows: { region, month },
    tile: { columns },
    filters: [set(area, ['North', 'S']), ...february],
  },
};
