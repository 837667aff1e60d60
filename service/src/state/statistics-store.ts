import type { SqlValue } from '../database/bound-values.ts';
import type { Database, Row } from '../database/database.ts';
import { DAY_MS } from '../values/calendar.ts';
import { COUNTED_KINDS, type CountedKind, countEvents } from './daily-counts.ts';
import { toInstant } from './instants.ts';
import { isIn, toIds } from './list-page.ts';

/** The counted events: issued tokens, or loads of dashboards with them. The first load of a token is an opening. */
export type Activity = 'connections' | 'openings';

/** A range of whole days in UTC, such as `2026-11-21`. */
export interface Period {
  from: string;
  /** The last day, inclusive. */
  to: string;
  /** The company to count; `null` for all. */
  companyId: number | null;
  /** The companies that `null` means. Default: all. */
  among?: readonly number[] | null;
}

/** A company, a user, an organization or a dashboard, and the number of its events. */
export interface CountedGroup {
  /** Empty if the host sent no name. The identifier of a dashboard that was removed. */
  name: string;
  companyId: number;
  count: number;
}

/** The largest groups of a kind. */
export interface Ranking {
  groups: CountedGroup[];
  /** The number of all groups, including those that are not listed. */
  groupCount: number;
}

/** The number of events in a period. */
export interface Statistics {
  total: number;
  /** The loads after the openings; 0 for tokens. */
  furtherLoads: number;
  /** Every day of the period, including days without events. */
  days: { day: string; count: number }[];
  /** The groups of one company; for all companies, the companies. */
  rankings: Partial<Record<CountedKind, Ranking>>;
}

/** A token or a load, with the user data that the host sent. */
export interface ActivityRecord {
  /** ISO 8601 in UTC. */
  time: string;
  companyName: string;
  dashboardGuid: string;
  /** The identifier if the dashboard was removed. */
  dashboardTitle: string;
  sessionId: string;
  user: string;
  organization: string;
  customInfo: string;
  /** Whether it is a load after the opening. */
  isFurther: boolean;
}

/** The largest number of listed groups of a kind. */
export const LISTED_GROUPS = 100;

const PAGE_ROWS = 2000;

/** The tables and columns of each activity. `count` is a column of the daily counts. */
const SOURCES = {
  connections: {
    at: 'connected_at',
    id: 'connections.id',
    isFurther: 'false',
    from: 'connections',
    count: 'tokens',
  },
  openings: {
    at: 'opened_at',
    id: 'openings.id',
    isFurther: 'is_further IS TRUE',
    from: 'openings JOIN connections ON connections.id = connection_id',
    count: 'openings',
  },
} as const;

/** The groups that {@link StatisticsStore.count} ranks within a company. */
const RANKED_KINDS = COUNTED_KINDS.filter((kind) => kind !== 'company');
const ALL_COMPANIES: readonly CountedKind[] = ['company'];

/** Reads the records of tokens and loads. They serve no other purpose. */
export class StatisticsStore {
  readonly #state: Database;

  constructor(state: Database) {
    this.#state = state;
  }

  /** Counts by day, and by user, organization and dashboard of a company. For all companies, counts by company. */
  async count(activity: Activity, period: Period): Promise<Statistics> {
    const [kinds, ranked, source] =
      period.companyId === null
        ? [ALL_COMPANIES, ALL_COMPANIES, COMPANIES]
        : [COUNTED_KINDS, RANKED_KINDS, GROUPS];
    const [from, to, companies] = toBounds(period);
    const sql = countSql(activity, source);
    const rows = await this.#readCounts(sql, from, [from, to, companies, kinds]);
    const counted = rows.filter(({ kind }) => kind === 'day');
    const counts = new Map(counted.map((row) => [String(row.name), Number(row.count)]));
    const days = toDays(period).map((day) => ({ day, count: counts.get(day) ?? 0 }));
    return {
      total: days.reduce((sum, { count }) => sum + count, 0),
      furtherLoads:
        activity === 'openings'
          ? counted.reduce((sum, row) => sum + Number(row.further_loads), 0)
          : 0,
      days,
      rankings: Object.fromEntries(ranked.map((kind) => [kind, toRanking(rows, kind)])),
    };
  }

  /** Counts the openings of dashboards on the days of a period, by their identifiers. */
  async countOpenings(
    dashboards: readonly { guid: string; companyId: number }[],
    { from, to }: Pick<Period, 'from' | 'to'>,
  ): Promise<ReadonlyMap<string, number>> {
    const guids = dashboards.map(({ guid }) => guid);
    const companyIds = dashboards.map(({ companyId }) => String(companyId));
    const rows = await this.#readCounts(OPENINGS_SQL, from, [guids, companyIds, from, to]);
    return new Map(rows.map(({ guid, count }) => [String(guid), Number(count)]));
  }

  /**
   * Reads the daily counts and the events that are not yet in them. Their limit is the last value, because PostgreSQL plans
   * by the values. Reads again if the limit has moved meanwhile: events between both would count twice.
   */
  async #readCounts(sql: string, from: string, values: SqlValue[]): Promise<Row[]> {
    for (;;) {
      const [limit] = await this.#state.query(
        `SELECT until::text, greatest(until, $1::timestamptz)::text AS "from" FROM counted_statistics`,
        [from],
      );
      const rows = await this.#state.query(sql, [...values, limit ? String(limit.from) : from]);
      if (rows.every(({ until }) => until === (limit?.until ?? null))) return rows;
    }
  }

  /** Reads all tokens or loads of a period, the oldest first, one page at a time. */
  async *read(activity: Activity, period: Period): AsyncGenerator<ActivityRecord[], void> {
    const [from, to, companies] = toBounds(period);
    let after = { at: from, id: '0' };
    for (;;) {
      const rows = await this.#state.query(pageSql(activity), [after.at, to, companies, after.id]);
      if (rows.length > 0) yield rows.map(toRecord);
      if (rows.length < PAGE_ROWS) return;
      const last = rows.at(-1)!;
      after = { at: String(last.at), id: String(last.id) };
    }
  }
}

function toBounds({
  from,
  to,
  companyId,
  among = null,
}: Period): [string, string, readonly string[] | null] {
  const companies = companyId === null ? toIds(among) : toIds([companyId]);
  return [`${from}T00:00:00Z`, toInstant(Date.parse(to) + DAY_MS), companies];
}

function toDays({ from, to }: Period): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) =>
    toInstant(first + index * DAY_MS).slice(0, 10),
  );
}

const UNTIL = '(SELECT until::text FROM counted_statistics)';
/** Deleted companies have statistics until the next maintenance. */
const IS_KEPT = 'company_id NOT IN (SELECT id FROM companies WHERE removed_at IS NOT NULL)';

/**
 * Adds the events since `$5`, which are not yet counted, to the daily counts. Reads them once, and the titles of listed
 * dashboards only. `counts`: {@link GROUPS} or {@link COMPANIES}.
 */
function countSql(activity: Activity, counts: string): string {
  const { count } = SOURCES[activity];
  return `
    WITH counts AS (
      ${counts}
      UNION ALL
      SELECT kind, day, company_id, name, tokens, openings, further_loads
      FROM (${countEvents('$5::timestamptz', '$2::timestamptz')}) AS events
      WHERE kind = ANY ($4::text[]) AND ${isIn('company_id', '$3')} AND ${IS_KEPT}
    ), groups AS (
      SELECT kind, day, company_id, name, sum(${count}) AS count, sum(further_loads) AS further_loads
      FROM counts GROUP BY GROUPING SETS ((kind, day), (kind, company_id, name))
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY kind) AS group_count, row_number() OVER
        (PARTITION BY kind ORDER BY count DESC, name COLLATE "C", company_id) AS rank
      FROM groups WHERE day IS NULL AND count > 0
    )
    SELECT 'day' AS kind, day::text AS name, NULL AS company_id, count, further_loads,
      NULL AS group_count, 0 AS rank, ${UNTIL} AS until
    FROM groups WHERE kind = 'company' AND day IS NOT NULL
    UNION ALL
    SELECT kind, coalesce(
        CASE kind WHEN 'company' THEN (SELECT companies.name FROM companies WHERE id = company_id)
          WHEN 'dashboard' THEN (SELECT title FROM dashboards WHERE guid = ranked.name::uuid) END,
        name), company_id, count, NULL, group_count, rank, ${UNTIL}
    FROM ranked WHERE rank <= ${LISTED_GROUPS}
    ORDER BY kind, rank`;
}

const IS_ASKED = `day >= ($1::timestamptz AT TIME ZONE 'UTC')::date
  AND day < ($2::timestamptz AT TIME ZONE 'UTC')::date AND ${isIn('company_id', '$3')} AND ${IS_KEPT}`;

/** The daily counts of the groups of a company. */
const GROUPS = `SELECT kind, day, company_id, name, tokens, openings, further_loads FROM daily_counts
  WHERE kind = ANY ($4::text[]) AND ${IS_ASKED}`;

/** The daily counts of companies. The columns are those of an index, so PostgreSQL does not read the table. */
const COMPANIES = `SELECT 'company' AS kind, day, company_id, '' AS name, tokens, openings, further_loads FROM daily_counts
  WHERE kind = 'company' AND ${IS_ASKED}`;

const OPENINGS_SQL = `
  WITH listed AS (
    SELECT guid, company_id::int FROM unnest($1::text[], $2::text[]) AS given (guid, company_id)
  )
  SELECT guid, sum(openings)::int AS count, ${UNTIL} AS until FROM (
    SELECT guid, openings FROM listed, daily_counts AS counts
    WHERE kind = 'dashboard' AND day = ANY (ARRAY(
        SELECT day::date FROM generate_series($3::date, $4::date, interval '1 day') AS day))
      AND counts.company_id = listed.company_id AND name_hash = md5(guid)::uuid
    UNION ALL
    SELECT dashboard_guid::text, (is_further IS NOT TRUE)::int
    FROM openings JOIN connections ON connections.id = connection_id
    WHERE opened_at >= $5::timestamptz AND opened_at < $4::timestamptz + interval '1 day'
      AND dashboard_guid IN (SELECT guid::uuid FROM listed)
  ) AS counted GROUP BY guid`;

/** Keyset pagination: starts after the last row of the previous page, so that no row is read twice. */
function pageSql(activity: Activity): string {
  const { at, id, from, isFurther } = SOURCES[activity];
  return `
    SELECT ${at}::text AS at, ${id}::text AS id,
      to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
      companies.name AS company_name, dashboard_guid::text, coalesce(title, dashboard_guid::text) AS title,
      session_id, user_name, organization, custom_info, ${isFurther} AS is_further
    FROM ${from} JOIN companies ON companies.id = connections.company_id AND removed_at IS NULL
    LEFT JOIN dashboards ON guid = dashboard_guid
    WHERE (${at}, ${id}) > ($1::timestamptz, $4::bigint) AND ${at} < $2::timestamptz
      AND ${isIn('connections.company_id', '$3')}
    ORDER BY ${at}, ${id} LIMIT ${PAGE_ROWS}`;
}

function toRanking(rows: Row[], kind: string): Ranking {
  const groups = rows.filter((row) => row.kind === kind);
  return {
    groups: groups.map((row) => ({
      name: String(row.name),
      companyId: Number(row.company_id),
      count: Number(row.count),
    })),
    groupCount: Number(groups[0]?.group_count ?? 0),
  };
}

function toRecord(row: Row): ActivityRecord {
  const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    time: toText(row.time),
    companyName: toText(row.company_name),
    dashboardGuid: toText(row.dashboard_guid),
    dashboardTitle: toText(row.title),
    sessionId: toText(row.session_id),
    user: toText(row.user_name),
    organization: toText(row.organization),
    customInfo: toText(row.custom_info),
    isFurther: row.is_further === true,
  };
}
