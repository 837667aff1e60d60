import type { Queries } from '../database/database.ts';
import { toInstant } from './instants.ts';

/** The kinds of counted groups: a company as a whole, and its users, organizations and dashboards. */
export const COUNTED_KINDS = ['company', 'user', 'organization', 'dashboard'] as const;

/** A kind of counted groups. */
export type CountedKind = (typeof COUNTED_KINDS)[number];

/** The newest events are counted later, because their statements may still run. In milliseconds. */
const LAG_MS = 60_000;

/**
 * Adds the events since the last call to the counts of their days, an hour at a time. Several processes can count at the
 * same time. A page counts the events that are not yet in the table.
 */
export async function addDailyCounts(state: Queries, now: number): Promise<void> {
  const limit = toInstant(now - LAG_MS);
  await state.query('INSERT INTO counted_statistics DEFAULT VALUES ON CONFLICT DO NOTHING');
  await state.query(RESET, [toInstant(now)]);
  for (;;) {
    const [next] = await state.query(NEXT_HOUR, [limit]);
    if (!next) return;
    await state.query(ADDITION, [String(next.until), String(next.end)]);
  }
}

/** Counts the current day and later ones again if the clock was set back, because their new events are before the end. */
const RESET = `
  WITH back AS (
    UPDATE counted_statistics SET until = date_trunc('day', $1::timestamptz, 'UTC')
    WHERE until > $1::timestamptz RETURNING until
  )
  DELETE FROM daily_counts USING back WHERE day >= (until AT TIME ZONE 'UTC')::date`;

/** The end of the hour with the next events that are not counted; no row if there are none. */
const NEXT_HOUR = `
  SELECT until::text, least(date_trunc('hour', next_at) + interval '1 hour', $1::timestamptz)::text AS "end"
  FROM counted_statistics, LATERAL (SELECT least(
    (SELECT min(connected_at) FROM connections WHERE connected_at >= until),
    (SELECT min(opened_at) FROM openings WHERE opened_at >= until)) AS next_at) AS found
  WHERE next_at < $1::timestamptz`;

/** Another process may have counted the same events: then this one adds nothing. */
const ADDITION = `
  WITH counted AS (
    UPDATE counted_statistics SET until = $2::timestamptz WHERE until = $1::timestamptz RETURNING until
  )
  INSERT INTO daily_counts AS known
    (kind, day, company_id, name_hash, name, tokens, openings, further_loads)
  SELECT kind, day, company_id, md5(name)::uuid, name, tokens, openings, further_loads
  FROM (${countEvents('$1::timestamptz', '$2::timestamptz')}) AS events
  WHERE EXISTS (SELECT FROM counted)
  ON CONFLICT (kind, day, company_id, name_hash) DO UPDATE SET
    tokens = known.tokens + excluded.tokens, openings = known.openings + excluded.openings,
    further_loads = known.further_loads + excluded.further_loads`;

/**
 * Returns the SELECT that counts the events of a time: by day and company, and by each user, organization and
 * dashboard of these. Its columns are those of the table of daily counts.
 */
export function countEvents(from: string, until: string): string {
  const groups = 'company_id, dashboard_guid, user_name, organization';
  const isIn = (at: string): string => `${at} >= ${from} AND ${at} < ${until}`;
  return `
    SELECT CASE WHEN grouping(user_name) = 0 THEN 'user'
        WHEN grouping(organization) = 0 THEN 'organization'
        WHEN grouping(dashboard_guid) = 0 THEN 'dashboard' ELSE 'company' END AS kind,
      day, company_id, coalesce(user_name, organization, dashboard_guid::text, '') AS name,
      sum(tokens)::int AS tokens, sum(openings)::int AS openings,
      sum(further_loads)::int AS further_loads
    FROM (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, company_id, dashboard_guid,
        coalesce(user_name, '') AS user_name, coalesce(organization, '') AS organization,
        tokens, openings, further_loads
      FROM (
        SELECT connected_at AS at, ${groups}, 1 AS tokens, 0 AS openings, 0 AS further_loads
        FROM connections WHERE ${isIn('connected_at')}
        UNION ALL
        SELECT opened_at, ${groups}, 0, (is_further IS NOT TRUE)::int, (is_further IS TRUE)::int
        FROM openings JOIN connections ON connections.id = connection_id WHERE ${isIn('opened_at')}
      ) AS events
    ) AS named
    GROUP BY GROUPING SETS ((day, company_id), (day, company_id, user_name),
      (day, company_id, organization), (day, company_id, dashboard_guid))`;
}
