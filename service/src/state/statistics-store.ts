import type { Database, Row } from '../database/database.ts';

/** The counted events: issued tokens, or openings of dashboards with them. */
export type Activity = 'connections' | 'openings';

/** A range of whole days in UTC, such as `2026-11-21`. */
export interface Period {
  from: string;
  /** The last day, inclusive. */
  to: string;
  /** The company to count; `null` for all. */
  companyId: number | null;
}

/** A user, an organization or a dashboard, and the number of its events. */
export interface CountedGroup {
  /** Empty if the host sent no name. The identifier of a dashboard that was removed. */
  name: string;
  companyName: string;
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
  /** Every day of the period, including days without events. */
  days: { day: string; count: number }[];
  users: Ranking;
  organizations: Ranking;
  dashboards: Ranking;
}

/** A token or an opening, with the user data that the host sent. */
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
}

/** The largest number of listed groups of a kind. */
export const LISTED_GROUPS = 100;

const PAGE_ROWS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The tables, the time column and the id column of each activity. */
const SOURCES = {
  connections: { at: 'connected_at', id: 'connections.id', from: 'connections' },
  openings: {
    at: 'opened_at',
    id: 'openings.id',
    from: 'openings JOIN connections ON connections.id = connection_id',
  },
} as const;

/** The records that one statement looks at. Other calls run between two statements. */
export const REMOVED_ROWS = 500;

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

/** Reads the records of tokens and openings, and removes old ones. They serve no other purpose. */
export class StatisticsStore {
  readonly #state: Database;

  constructor(state: Database) {
    this.#state = state;
  }

  /** Counts by day, user, organization and dashboard, in one pass over the period. */
  async count(activity: Activity, period: Period): Promise<Statistics> {
    const rows = await this.#state.query(countSql(activity), toBounds(period));
    const counts = new Map(
      rows
        .filter(({ kind }) => kind === 'day')
        .map((row) => [String(row.name), Number(row.count)] as const),
    );
    const days = toDays(period).map((day) => ({ day, count: counts.get(day) ?? 0 }));
    return {
      total: days.reduce((sum, { count }) => sum + count, 0),
      days,
      users: toRanking(rows, 'user'),
      organizations: toRanking(rows, 'organization'),
      dashboards: toRanking(rows, 'dashboard'),
    };
  }

  /** Counts the openings of each dashboard since a time, by its identifier. */
  async countOpenings(since: Date): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#state.query(
      `SELECT dashboard_guid::text AS guid, count(*)::int AS count
       FROM openings JOIN connections ON connections.id = connection_id
       WHERE opened_at >= $1::timestamptz GROUP BY dashboard_guid`,
      [since.toISOString()],
    );
    return new Map(rows.map(({ guid, count }) => [String(guid), Number(count)]));
  }

  /** Reads all tokens or openings of a period, the oldest first, one page at a time. */
  async *read(activity: Activity, period: Period): AsyncGenerator<ActivityRecord[], void> {
    const [from, to, companyId] = toBounds(period);
    let after = { at: from, id: '0' };
    for (;;) {
      const rows = await this.#state.query(pageSql(activity), [after.at, to, companyId, after.id]);
      if (rows.length > 0) yield rows.map(toRecord);
      if (rows.length < PAGE_ROWS) return;
      const last = rows.at(-1)!;
      after = { at: String(last.at), id: String(last.id) };
    }
  }

  /** Removes the records from before the last `days` whole days in UTC, in small steps. */
  async removeOld(days: number, now: number): Promise<void> {
    const today = now - (now % DAY_MS);
    const before = new Date(today - days * DAY_MS).toISOString();
    for (const records of OLD_RECORDS) {
      let after = { at: '-infinity', id: '0', found: REMOVED_ROWS };
      while (after.found === REMOVED_ROWS) {
        const [row] = await this.#state.query(removalSql(records), [before, after.at, after.id]);
        after = { at: String(row?.at), id: String(row?.id), found: Number(row?.found) };
      }
    }
  }
}

function toBounds({ from, to, companyId }: Period): [string, string, number | null] {
  return [`${from}T00:00:00Z`, new Date(Date.parse(to) + DAY_MS).toISOString(), companyId];
}

function toDays({ from, to }: Period): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Users with the same name in two companies count as two users. Days and identifiers are grouped in their stored type
 * and converted to text afterwards, which is several times faster.
 */
function countSql(activity: Activity): string {
  const { at, from } = SOURCES[activity];
  return `
    WITH activity AS (
      SELECT company_id, dashboard_guid, coalesce(user_name, '') AS user_name,
        coalesce(organization, '') AS organization, (${at} AT TIME ZONE 'UTC')::date AS day
      FROM ${from}
      WHERE ${at} >= $1::timestamptz AND ${at} < $2::timestamptz
        AND ($3::int IS NULL OR company_id = $3)
    ), counted AS (
      SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(user_name) = 0 THEN 'user'
          WHEN grouping(organization) = 0 THEN 'organization' ELSE 'dashboard' END AS kind,
        coalesce(day::text, user_name, organization, dashboard_guid::text) AS name,
        company_id, dashboard_guid, count(*) AS count
      FROM activity
      GROUP BY GROUPING SETS ((day), (company_id, user_name), (company_id, organization),
        (company_id, dashboard_guid))
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY kind) AS group_count, row_number() OVER
        (PARTITION BY kind ORDER BY count DESC, name COLLATE "C", company_id) AS rank
      FROM counted
    )
    SELECT kind, coalesce(title, ranked.name) AS name, companies.name AS company_name, count,
      group_count
    FROM ranked LEFT JOIN companies ON companies.id = ranked.company_id
    LEFT JOIN dashboards ON guid = dashboard_guid
    WHERE kind = 'day' OR rank <= ${LISTED_GROUPS}
    ORDER BY kind, rank`;
}

/** Keyset pagination: starts after the last row of the previous page, so that no row is read twice. */
function pageSql(activity: Activity): string {
  const { at, id, from } = SOURCES[activity];
  return `
    SELECT ${at}::text AS at, ${id}::text AS id,
      to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
      companies.name AS company_name, dashboard_guid::text, coalesce(title, dashboard_guid::text) AS title,
      session_id, user_name, organization, custom_info
    FROM ${from} JOIN companies ON companies.id = connections.company_id
    LEFT JOIN dashboards ON guid = dashboard_guid
    WHERE (${at}, ${id}) > ($1::timestamptz, $4::bigint) AND ${at} < $2::timestamptz
      AND ($3::int IS NULL OR connections.company_id = $3)
    ORDER BY ${at}, ${id} LIMIT ${PAGE_ROWS}`;
}

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

function toRanking(rows: Row[], kind: string): Ranking {
  const groups = rows.filter((row) => row.kind === kind);
  return {
    groups: groups.map((row) => ({
      name: String(row.name),
      companyName: String(row.company_name),
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
  };
}
