/** Leaves the readers' role in a SELECT, and runs another query as the login of the connection. */
const asLogin = (query: string): string =>
  `WITH r AS MATERIALIZED (SELECT set_config('role', 'none', true))
   SELECT count(*) AS n, max(length(query_to_xml('${query.replaceAll("'", "''")}', false, false, '')::text))
   FROM r`;

/** The datasets of an author who tries to reach more than the company's data. All must fail. */
export const BORDER_ATTACKS: Readonly<Record<string, string>> = {
  state: 'SELECT count(*) AS n FROM dashboard_service.tokens',
  hashes: asLogin('SELECT api_key_hash FROM dashboard_service.companies'),
  statistics: `WITH r AS MATERIALIZED (SELECT set_config('role', 'none', true))
    SELECT nentry AS n FROM r, ts_stat('SELECT to_tsvector(api_key_hash) FROM dashboard_service.companies')`,
  file: asLogin("SELECT pg_read_file('/etc/hostname')"),
};

/** The datasets of an author who writes. All must fail. */
export const WRITE_ATTACKS: Readonly<Record<string, string>> = {
  log: `SELECT 1 AS n FROM pg_logical_emit_message(false, 'a', repeat('x', 1000))`,
  snapshot: 'SELECT pg_export_snapshot() AS n',
  objects: 'SELECT lo_create(0) AS n',
};

/** The same for what only PGlite lacks: the rights of a login, and the end of a session. */
export const PGLITE_ATTACKS: Readonly<Record<string, string>> = {
  // The SQL leaves the role: authors must not see this table.
  left: `WITH r AS MATERIALIZED (SELECT set_config('role', 'none', true))
    SELECT count(*) AS n FROM r, ts_stat('SELECT to_tsvector(version::text) FROM demo_version')`,
  settings: `SELECT set_config('work_mem', '1GB', true) AS n`,
  locks: 'SELECT count(pg_advisory_lock(n)) AS n FROM generate_series(1, 10) AS n',
};

/** The same for what only a server has: other files, and other connections. */
export const SERVER_ATTACKS: Readonly<Record<string, string>> = {
  list: asLogin("SELECT pg_ls_dir('/')"),
  ending: asLogin(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename <> current_user`,
  ),
  // These connections have the same login, so PostgreSQL allows it.
  watching: `SELECT count(query) AS n FROM pg_stat_activity WHERE usename = current_user`,
  watchingOne: 'SELECT count(pg_stat_get_backend_activity(n)) AS n FROM generate_series(1, 9) AS n',
  terminating: `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
    WHERE usename = current_user AND pid <> pg_backend_pid()`,
  canceling: `SELECT count(pg_cancel_backend(pid)) AS n FROM pg_stat_activity
    WHERE usename = current_user AND pid <> pg_backend_pid()`,
};
