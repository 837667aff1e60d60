import pg from 'pg';
import { countEvents } from '../../service/src/state/daily-counts.ts';
import { STATE_SCHEMA } from '../../service/src/state/state-schema.ts';

/** The number of rows of the large tables. */
export interface LargeTables {
  /** The companies, with the identifiers from 2 on. */
  companies: number;
  /** A multiple of `companies`. */
  dashboards: number;
  users: number;
  /** The tokens that were issued. Each of them was opened once. */
  connections: number;
  /** The time of the last row. The first one is 400 days older. */
  until: string;
  /** The end of the daily counts. */
  countedUntil: string;
}

/** Fills the tables of a service with 400 days of statistics, in the even order of their time. It needs a superuser. */
export async function fillLargeTables(address: string, size: LargeTables): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    for (const statement of toStatements(size)) await client.query(statement);
  } finally {
    await client.end();
  }
}

function toStatements(size: LargeTables): string[] {
  const { companies, dashboards, users, connections, until, countedUntil } = size;
  const at = `timestamptz '${until}' - (${connections} - n) * interval '400 days' / ${connections}`;
  return [
    `SET search_path TO ${STATE_SCHEMA}`,
    `SET work_mem TO '512MB'`,
    // The rows refer to each other as they should. The checks would take most of the time.
    'SET session_replication_role TO replica',
    `INSERT INTO companies (id, name, api_key_hash)
      SELECT 2 + n, 'Company ' || n, n::text FROM generate_series(0, ${companies - 1}) AS n`,
    `INSERT INTO dashboards (guid, company_id, title, definition)
      SELECT md5(n::text)::uuid, 2 + n % ${companies}, 'Dashboard ' || n, '{}'
      FROM generate_series(0, ${dashboards - 1}) AS n`,
    `INSERT INTO connections
        (company_id, dashboard_guid, session_id, user_name, organization, connected_at)
      SELECT 2 + n % ${companies}, md5((n % ${dashboards})::text)::uuid, 'session ' || n,
        'user ' || n / ${companies} % ${users}, 'organization ' || n / ${companies} % 7, ${at}
      FROM generate_series(1, ${connections}) AS n`,
    'INSERT INTO openings (connection_id, opened_at) SELECT id, connected_at FROM connections',
    'ANALYZE connections, openings',
    `INSERT INTO daily_counts
        (kind, day, company_id, name, tokens, openings, further_loads, name_hash)
      SELECT *, md5(name)::uuid
      FROM (${countEvents(`'-infinity'`, `timestamptz '${countedUntil}'`)}) AS events`,
    `INSERT INTO counted_statistics (until) VALUES ('${countedUntil}')
      ON CONFLICT (is_only) DO UPDATE SET until = excluded.until`,
    // Index-only scans need to know which pages are visible to all.
    'VACUUM ANALYZE',
  ];
}
