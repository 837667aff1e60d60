/** An environment variable of the service, for its help and its documentation. Code is in backticks. */
export interface SettingRow {
  name: string;
  /** The value without the variable. */
  fallback: string;
  meaning: string;
}

const GENERATED = 'generated (*)';

/** All environment variables of the service. */
export const SETTING_TABLE: readonly SettingRow[] = [
  { name: 'SERVICE_PORT', fallback: '4600', meaning: 'The port. 0 picks a free port.' },
  {
    name: 'SERVICE_HOST',
    fallback: 'loopback (127.0.0.1 and ::1)',
    meaning:
      'The address to listen on, such as `0.0.0.0` in a container. All but loopback addresses need `SERVICE_URL`.',
  },
  {
    name: 'SERVICE_URL',
    fallback: '`http://127.0.0.1:{port}`',
    meaning: 'The address that browsers use. With `https`, cookies are sent over TLS only.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'the folder `.dashboard-service`',
    meaning:
      'A folder, `postgres://user:password@host:port/database` (`?sslmode=require` or `verify-full`), or `memory:`, which keeps nothing except secrets.',
  },
  {
    name: 'SERVICE_DATA_URL',
    fallback: '`DATABASE_URL`',
    meaning:
      'The login under which dashboards read the service’s own data, as `postgres://…` of the same database. Its rights are the border for authors of SQL: `make-data-login` prints the statements that make one.',
  },
  {
    name: 'SERVICE_CONNECTIONS',
    fallback: '8',
    meaning:
      'The connections of one process to its PostgreSQL database, from 2 to 1000: five of eight for dashboards, the others for calls. Those of connection strings are not included.',
  },
  { name: 'SERVICE_API_KEY', fallback: GENERATED, meaning: 'The demo company’s API key.' },
  {
    name: 'SERVICE_ADMIN_PASSWORD',
    fallback: GENERATED,
    meaning: 'The password of the back office at `/admin`, 8 to 256 characters.',
  },
  {
    name: 'SERVICE_SECRET',
    fallback: GENERATED,
    meaning: 'Encrypts API keys and connection strings. At least 16 characters.',
  },
  {
    name: 'SERVICE_CONNECTION_HOSTS',
    fallback: 'none',
    meaning:
      'The servers, `host` or `host:port`, that a connection string may name, separated by spaces.',
  },
  {
    name: 'SERVICE_CONNECTION_FILES',
    fallback: 'none',
    meaning:
      'The folders whose files a `duckdb:` connection string may name, separated by `;`: `*=folder`, or `1=folder` for the company with this number.',
  },
  {
    name: 'SERVICE_TOKEN_LIFETIME',
    fallback: '7200',
    meaning: 'The lifetime of tokens, from 1 to 7200 seconds.',
  },
  {
    name: 'SERVICE_QUERY_LIMIT',
    fallback: '10',
    meaning: 'The time limit of each dataset’s SELECT, from 1 to 600 seconds.',
  },
  {
    name: 'SERVICE_CACHE_SECONDS',
    fallback: '15',
    meaning:
      'How long the result of a query is used again for equal queries of other readers, from 0 (never) to 3600 seconds. The page shows the time of the query.',
  },
  {
    name: 'SERVICE_KEEP_STATISTICS_DAYS',
    fallback: '400',
    meaning: 'The days that statistics are kept, from 1 to 36500. Older ones are removed.',
  },
  {
    name: 'SERVICE_FRAME_ANCESTORS',
    fallback: '`*`',
    meaning: 'The sites that may embed dashboards, as in the CSP directive `frame-ancestors`.',
  },
  {
    name: 'SERVICE_LOCALE',
    fallback: '`en`',
    meaning: 'The language of dashboard pages, as a BCP 47 tag such as `de` or `pt-BR`.',
  },
];
