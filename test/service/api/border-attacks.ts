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

/** The same for what only a server has: other files, and other connections. */
export const SERVER_ATTACKS: Readonly<Record<string, string>> = {
  list: asLogin("SELECT pg_ls_dir('/')"),
  ending: asLogin(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename <> current_user`,
  ),
};
