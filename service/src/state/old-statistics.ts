import type { Queries } from '../database/database.ts';
import { COUNTED_KINDS } from './daily-counts.ts';
import { REMOVED_ROWS, repeatStep, toKeptSince } from './removal-steps.ts';

/**
 * The tables with old records, in the order of removal. A connection remains as long as a token or an opening refers
 * to it. PostgreSQL runs a subquery with a limit for each record; for `NOT EXISTS`, it may read a whole table.
 */
const OLD_RECORDS = [
  { table: 'openings', at: 'opened_at', condition: 'true' },
  {
    table: 'connections',
    at: 'connected_at',
    condition: `(SELECT 1 FROM tokens WHERE connection_id = old.id LIMIT 1) IS NULL
      AND (SELECT 1 FROM openings WHERE connection_id = old.id LIMIT 1) IS NULL`,
  },
];

/** Removes the records and counts from before the last `days` whole days in UTC, in small steps. */
export async function removeOldStatistics(
  state: Queries,
  days: number,
  now: number,
): Promise<void> {
  const before = toKeptSince(days, now);
  for (const records of OLD_RECORDS) {
    let after = { at: '-infinity', id: '0', found: REMOVED_ROWS };
    while (after.found === REMOVED_ROWS) {
      const [row] = await state.query(removalSql(records), [before, after.at, after.id]);
      after = { at: String(row?.at), id: String(row?.id), found: Number(row?.found) };
    }
  }
  await repeatStep(state, COUNT_REMOVAL, [before, COUNTED_KINDS]);
}

/** Removes the records and counts of deleted companies, in small steps. */
export async function removeDeletedStatistics(state: Queries): Promise<void> {
  await repeatStep(state, COMPANY_REMOVAL, []);
  await repeatStep(state, COMPANY_COUNT_REMOVAL, []);
}

/** Returns a step that removes daily counts. It skips the rows that another process removes. */
const countRemoval = (condition: string): string => `
  WITH removed AS (
    DELETE FROM daily_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM daily_counts WHERE ${condition}
      LIMIT ${REMOVED_ROWS} FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  )
  SELECT count(*)::int AS removed FROM removed`;

const COUNT_REMOVAL = countRemoval('kind = ANY ($2::text[]) AND day < $1::timestamptz::date');

const REMOVED_COMPANIES = 'SELECT id FROM companies WHERE removed_at IS NOT NULL';

const COMPANY_REMOVAL = `
  WITH old AS (
    SELECT id FROM connections WHERE company_id IN (${REMOVED_COMPANIES})
    LIMIT ${REMOVED_ROWS} FOR UPDATE SKIP LOCKED
  ), opened AS (
    DELETE FROM openings USING old WHERE connection_id = old.id
  ), issued AS (
    DELETE FROM tokens USING old WHERE connection_id = old.id
  ), removed AS (
    DELETE FROM connections USING old WHERE connections.id = old.id
  )
  SELECT count(*)::int AS removed FROM old`;

const COMPANY_COUNT_REMOVAL = countRemoval(`company_id IN (${REMOVED_COMPANIES})`);

/**
 * Looks at the next old records, and removes those that may go. So a step takes as long in a large table as in a small one.
 * Skips the rows that another process removes. The addresses of locked rows (`ctid`) do not change.
 */
function removalSql({ table, at, condition }: (typeof OLD_RECORDS)[number]): string {
  return `
    WITH old AS (
      SELECT ctid, ${at} AS at, id FROM ${table}
      WHERE ${at} < $1::timestamptz AND (${at}, id) > ($2::timestamptz, $3::bigint)
      ORDER BY ${at}, id LIMIT ${REMOVED_ROWS} FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM old WHERE ${condition}))
    )
    SELECT at::text, id::text, (SELECT count(*)::int FROM old) AS found
    FROM old ORDER BY old.at DESC, old.id DESC LIMIT 1`;
}
