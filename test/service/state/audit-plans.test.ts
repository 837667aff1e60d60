import { expect, it } from 'vitest';
import type { Queries, Row } from '../../../service/src/database/database.ts';
import { AuditStore } from '../../../service/src/state/audit-store.ts';
import { useDatabases } from '../../support/use-databases.ts';

const DAYS = 200;
const ENTRIES_A_DAY = 100;
const NOW = Date.UTC(2026, 10, 21, 12);
/** A day in the middle of the table. */
const DAY = { from: '2026-08-01', to: '2026-08-01' };
const ALL = { person: '', companyId: null, action: null, among: null };

const { state } = await useDatabases();
await state.execute(`
    INSERT INTO audit_entries (at, person, company_id, action, object)
    SELECT timestamptz '2026-11-21Z' - n * interval '1 day' / ${ENTRIES_A_DAY},
      'Person ' || n % 10, 1 + n % 20, 'publish', 'Sales'
    FROM generate_series(1, ${DAYS * ENTRIES_A_DAY}) AS n;
    ANALYZE audit_entries;`);

let plans: string[] = [];
/** Runs a statement, and keeps its plan with the number of rows of each step. */
const explain: Queries['query'] = async (sql, values): Promise<Row[]> => {
  const options = 'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF';
  const lines = await state.query(`EXPLAIN (${options}) ${sql}`, values);
  plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  return [];
};
const storeOn = (queries: Queries): AuditStore =>
  new AuditStore(
    queries,
    () => NOW,
    () => {},
  );
const audit = storeOn(state);
const explained = storeOn({ query: explain });

/** Returns the number of rows of the table that a plan reads, also those that it drops. */
function countRead(plan: string): number {
  const steps = plan.split(/^(?= *->)/m).filter((step) => step.includes(' on audit_entries'));
  const counts = steps.map((step) => {
    const [, rows, loops] = /rows=([\d.]+) loops=(\d+)/.exec(step) ?? [];
    const [, dropped = 0] = /Rows Removed by Filter: (\d+)/.exec(step) ?? [];
    return (Number(rows ?? 0) + Number(dropped)) * Number(loops ?? 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Expects that a plan reads the table by an index, and at most so many rows. */
async function expectFew(work: () => Promise<unknown>, most: number): Promise<void> {
  plans = [];
  await work();
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/Seq Scan on (audit_entries|companies)/);
  expect(countRead(plans[0]!)).toBeLessThanOrEqual(most);
}

const BEFORE = { at: new Date('2026-08-01T12:00:00Z'), id: '1' };

it.each<[string, () => Promise<unknown>]>([
  ['a page', () => explained.find({ ...ALL, ...DAY }, null)],
  ['a later page', () => explained.find({ ...ALL, ...DAY }, BEFORE)],
  ['a page of a person', () => explained.find({ ...ALL, ...DAY, person: 'Person 3' }, null)],
  ['a page of a company', () => explained.find({ ...ALL, ...DAY, companyId: 3 }, null)],
  ['a page of some companies', () => explained.find({ ...ALL, ...DAY, among: [3, 4] }, null)],
  ['a page without an entry', () => explained.find({ ...ALL, ...DAY, person: 'Nobody' }, null)],
  ['a download', () => explained.read({ ...ALL, ...DAY }).next()],
])('reads no entry outside the range of time for %s', (_, work) => expectFew(work, ENTRIES_A_DAY));

it.each([
  ['all entries', null, 10],
  // The companies 3 and 4 have one person each.
  ['some companies', [3, 4], 2],
])('reads an entry for each name of %s', async (_, among, count) => {
  await expectFew(() => explained.people(among), 2 * count + 1);
  expect(await audit.people(among)).toHaveLength(count);
});

it('finds all entries of a day in UTC once, in the order of time, also after a clock was set back', async () => {
  const found: string[] = [];
  let before: { at: Date; id: string } | null = null;
  for (;;) {
    const { records, hasMore } = await audit.find({ ...ALL, ...DAY }, before);
    found.push(...records.map(({ at }) => at.toISOString()));
    if (!hasMore) break;
    before = records.at(-1)!;
  }
  expect(found).toHaveLength(ENTRIES_A_DAY);
  // The ids of later times are smaller.
  expect(found).toEqual(found.toSorted().toReversed());
  expect([found[0]!.slice(0, 10), found.at(-1)!]).toEqual([DAY.from, '2026-08-01T00:00:00.000Z']);
});
