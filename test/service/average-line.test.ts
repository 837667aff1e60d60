import { beforeAll, expect, it } from 'vitest';
import { testDashboard, tileOf } from '../support/test-dashboard.ts';
import { useService } from './tested-service.ts';

const line = {
  kind: 'line',
  category: 'd',
  series: [{ column: 'n', label: 'N' }],
  format: 'integer',
  references: [
    { kind: 'average', label: 'Mean', column: 'n' },
    { kind: 'value', label: 'Limit', value: 7 },
  ],
} as const;
const row = `'2026-01-01'::date + i AS d, i AS n`;
const dashboard = testDashboard(
  1,
  {
    few: `SELECT ${row} FROM generate_series(1, 3) AS i`,
    many: `SELECT ${row} FROM generate_series(1, 1001) AS i; -- all`,
    // The database has no average of a column whose name is not unique.
    twice: `SELECT ${row}, i AS n FROM generate_series(1, 1001) AS i`,
    empty: `SELECT '2026-01-01'::date + i AS d, NULL::int AS n FROM generate_series(1, 1001) AS i`,
  },
  ['few', 'many', 'twice', 'empty'].map((id) => Object.assign({ id, dataset: id }, line)),
);
const tested = useService({ dashboards: [dashboard], maxRows: 10 });
let page: string;

beforeAll(async () => {
  page = await tested.pageOf(dashboard);
});

/** Returns the entries of the reference lines in the legend of a tile. */
const linesOf = (id: string): (string | undefined)[] =>
  [...tileOf(page, id).matchAll(/<span class="name" title="([^"]*)"/g)].map(([, text]) => text);
const REASON = 'Mean: There are too many rows to compute this.';

it('is at the average of all rows, also of those that are not read', () => {
  expect(linesOf('few')).toEqual(['Mean: 2', 'Limit: 7']);
  expect(tileOf(page, 'many')).toContain('Only the first 10 rows are shown.');
  expect(linesOf('many')).toEqual(['Mean: 501', 'Limit: 7']);
  expect(tileOf(page, 'many')).not.toContain(REASON);
});

it('is missing if the database cannot compute it, and the tile says why', () => {
  expect(linesOf('twice')).toEqual(['Limit: 7']);
  expect(tileOf(page, 'twice')).toContain(REASON);
});

it('is missing without a reason if there are no numbers', () => {
  expect(linesOf('empty')).toEqual(['Limit: 7']);
  expect(tileOf(page, 'empty')).not.toContain(REASON);
});
