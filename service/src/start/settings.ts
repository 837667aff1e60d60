import { isAdminPassword } from '../secrets/admin-password.ts';
import { isApiKey } from '../secrets/api-key.ts';
import {
  isLongSecret,
  SECRET_RULE,
  SHORTEST_SECRET,
  SPACE,
  splitSecrets,
} from '../secrets/split-secrets.ts';
import { parseConnectionFiles } from '../database/allowed-files.ts';
import { parsePublicUrl } from '../process/public-url.ts';
import { trustProxies } from '../process/trusted-proxies.ts';
import { toProvider } from '../state/provider-settings.ts';
import { parseTokenLifetime, TOKEN_LIFETIME_SECONDS } from '../state/token-store.ts';
import { LOG_FORMS } from '../telemetry/open-log.ts';
import { parseLocale } from '../values/language-tag.ts';
import {
  parseConnectionHosts,
  parseDatabaseUrl,
  parseDataUrl,
  withDataAddress,
} from './database-url.ts';
import { OIDC_SETTINGS } from './oidc-settings.ts';
import {
  list,
  oneOf,
  readFrameAncestors,
  readHost,
  validText,
  wholeNumber,
} from './setting-readers.ts';
import { type OptionOf, parseOption, readOption, type Setting, type ValueOf } from './setting.ts';

const GENERATED = 'generated (*)';

/**
 * All settings of the service. The comment of a row describes the option of the library. The types, the options, the
 * check at the start, `--help` and the documentation follow from the rows.
 */
export const SETTINGS = {
  /** The port to listen on. 0 picks a free port. */
  port: {
    variable: 'SERVICE_PORT',
    read: wholeNumber(0, 65_535),
    fallback: 4600,
    meaning: 'The port. 0 picks a free port.',
  },
  /** The address to listen on; `null` for loopback. */
  host: {
    variable: 'SERVICE_HOST',
    read: readHost,
    fallback: '',
    shown: 'loopback (127.0.0.1 and ::1)',
    meaning:
      'The address to listen on, such as `0.0.0.0` in a container. All but loopback addresses need `SERVICE_URL`.',
  },
  /**
   * The address that browsers use, `http://…` or `https://…`, with the path of a proxy if there is one.
   * Default: the address that the service listens on.
   */
  url: {
    variable: 'SERVICE_URL',
    parse: parsePublicUrl,
    shown: '`http://127.0.0.1:{port}`',
    meaning: 'The address that browsers use. With `https`, cookies are sent over TLS only.',
  },
  /** A folder, `postgres://…`, or `memory:` (default), which keeps nothing. */
  database: {
    variable: 'DATABASE_URL',
    parse: parseDatabaseUrl,
    // The default of the library. `readSettings` has the folder.
    fallback: 'memory:',
    shown: 'the folder `.dashboard-service`',
    meaning:
      'A folder, `postgres://user:password@host:port/database` with one or more hosts, or `memory:`, which keeps nothing except secrets.',
  },
  /**
   * The login under which dashboards read the service's own data: `postgres://…` of the same database, or of a standby
   * of it. Its rights are the border for authors of SQL. Default: the login of `database`, with a warning.
   */
  dataUrl: {
    variable: 'SERVICE_DATA_URL',
    parse: parseDataUrl,
    shown: '`DATABASE_URL`',
    meaning:
      'The login under which dashboards read the service’s own data, as `postgres://…` of the same database or of a standby of it. Its rights are the border for authors of SQL: `make-data-login` prints the statements that make one.',
  },
  /** The largest number of connections to a PostgreSQL `database`, at least 2. Default: 8. */
  connections: {
    variable: 'SERVICE_CONNECTIONS',
    read: wholeNumber(2, 1000),
    fallback: 8,
    meaning:
      'The connections of one process to its PostgreSQL database, from 2 to 1000: five of eight for dashboards, the others for calls. Those of connection strings are not included.',
  },
  /** The demo company's key. */
  apiKey: {
    variable: 'SERVICE_API_KEY',
    read: validText(
      isApiKey,
      'must be 1 to 256 characters without control characters, "/", "\\", "?" and "#", and not ".", ".." or white space only.',
    ),
    shown: GENERATED,
    meaning: 'The demo company’s first API key.',
  },
  /** The back office's password. Default: generated on first start, and kept in the folder of the secrets. */
  adminPassword: {
    variable: 'SERVICE_ADMIN_PASSWORD',
    read: validText(isAdminPassword, 'must have 8 to 256 characters.'),
    shown: GENERATED,
    meaning: 'The password of the back office at `/admin`, 8 to 256 characters.',
  },
  /**
   * Encrypts API keys and connection strings. All processes of one database need the same one. While it changes, several
   * secrets are separated by spaces: the first one encrypts, and all of them decrypt.
   */
  secret: {
    variable: 'SERVICE_SECRET',
    read: validText((text) => splitSecrets(text, SPACE).every(isLongSecret), SECRET_RULE),
    shown: GENERATED,
    meaning: `Encrypts API keys and connection strings. At least ${SHORTEST_SECRET} characters. While it changes, several secrets are separated by spaces: the first one encrypts, and all of them decrypt.`,
  },
  /** The servers, `host` or `host:port`, that a token's connection string may name. Default: none. */
  connectionHosts: {
    variable: 'SERVICE_CONNECTION_HOSTS',
    read: list(/[\s,]+/),
    parse: parseConnectionHosts,
    fallback: '',
    shown: 'none',
    meaning:
      'The servers, `host` or `host:port`, that a connection string may name, separated by spaces.',
  },
  /**
   * The folders whose files a `duckdb:` connection string may name, each `*=folder` or, for one company, `1=folder` with
   * the company's number. The service's own folder is always refused. Default: none.
   */
  connectionFiles: {
    variable: 'SERVICE_CONNECTION_FILES',
    read: list(/;/),
    parse: parseConnectionFiles,
    fallback: '',
    shown: 'none',
    meaning:
      'The folders whose files a `duckdb:` connection string may name, separated by `;`: `*=folder`, or `1=folder` for the company with this number.',
  },
  /**
   * The addresses or networks of proxies in front of the service. The last address of `X-Forwarded-For` that is none of them is
   * the caller, for the limit of attempts to sign in. Default: none.
   */
  trustedProxies: {
    variable: 'SERVICE_TRUSTED_PROXIES',
    read: list(/[\s,]+/),
    parse: trustProxies,
    fallback: '',
    shown: 'none',
    meaning:
      'The addresses or networks (`10.0.0.0/8`) of proxies in front of the service, separated by spaces. The last address of `X-Forwarded-For` that is none of them is the caller, for the limit of attempts to sign in.',
  },
  ...OIDC_SETTINGS,
  /** The lifetime of tokens, from 1 to 7200 seconds. Default: 7200. */
  tokenLifetimeSeconds: {
    variable: 'SERVICE_TOKEN_LIFETIME',
    read: wholeNumber(1, TOKEN_LIFETIME_SECONDS),
    parse: parseTokenLifetime,
    fallback: TOKEN_LIFETIME_SECONDS,
    meaning: `The lifetime of tokens, from 1 to ${TOKEN_LIFETIME_SECONDS} seconds.`,
  },
  /** The time limit of the SELECT of one dataset, in milliseconds. Default: 10,000. */
  queryLimitMs: {
    variable: 'SERVICE_QUERY_LIMIT',
    read: wholeNumber(1, 600, 1000),
    fallback: 10,
    meaning: 'The time limit of each dataset’s SELECT, from 1 to 600 seconds.',
  },
  /**
   * The time in milliseconds for which the result of an equal query of another reader is used again. 0: never. Up to
   * twice that time, it is used while one query refreshes it. Default: 15,000.
   */
  cacheMs: {
    variable: 'SERVICE_CACHE_SECONDS',
    read: wholeNumber(0, 3600, 1000),
    fallback: 15,
    meaning:
      'How long the result of a query is used again for equal queries of other readers, from 0 (never) to 3600 seconds. Up to twice that time, it is used while one query refreshes it. The page shows the time of the query.',
  },
  /** The number of days, before today, whose statistics are kept. Default: 400. */
  keepStatisticsDays: {
    variable: 'SERVICE_KEEP_STATISTICS_DAYS',
    read: wholeNumber(1, 36_500),
    fallback: 400,
    meaning: 'The days that statistics are kept, from 1 to 36500. Older ones are removed.',
  },
  /** The number of days, before today, whose entries of the audit are kept. Default: that of the statistics. */
  keepAuditDays: {
    variable: 'SERVICE_KEEP_AUDIT_DAYS',
    read: wholeNumber(1, 36_500),
    shown: 'that of the statistics',
    meaning:
      'The days that the entries of the audit are kept, from 1 to 36500. Until then, the database refuses to remove them.',
  },
  /** The form of the log: `text`, or `json` with one object a line. Default: `text`. */
  log: {
    variable: 'SERVICE_LOG',
    read: oneOf(LOG_FORMS),
    fallback: 'text',
    meaning: 'The form of the log: `text`, or `json` with one object a line.',
  },
  /** The duration in milliseconds from which a dashboard's query has a line in the log. Default: 2000. */
  slowQueryMs: {
    variable: 'SERVICE_SLOW_QUERY_MS',
    read: wholeNumber(0, 600_000),
    fallback: 2000,
    meaning:
      'The duration in milliseconds from which a dashboard’s query has a line in the log, with its company, dashboard, dataset and connection.',
  },
  /** The port of `/metrics`. 0 picks a free port. Default: no metrics. */
  metricsPort: {
    variable: 'SERVICE_METRICS_PORT',
    read: wholeNumber(0, 65_535),
    shown: 'none',
    meaning: 'A second port, with `GET /metrics` for Prometheus and nothing else.',
  },
  /** The address to listen on for `/metrics`; `null` for loopback. There is no login. */
  metricsHost: {
    variable: 'SERVICE_METRICS_HOST',
    read: readHost,
    fallback: '',
    shown: 'loopback (127.0.0.1 and ::1)',
    meaning: 'The address of the port for metrics. There is no login.',
  },
  /** The time in milliseconds for which a start waits for a database server that cannot be reached. Default: 60,000. */
  startWaitMs: {
    variable: 'SERVICE_START_WAIT_SECONDS',
    read: wholeNumber(0, 3600, 1000),
    fallback: 60,
    meaning:
      'How long a start waits for a database server that cannot be reached, from 0 to 3600 seconds. Then it ends with a line.',
  },
  /** The time in milliseconds for which a service that closes goes on serving, while `/ready` answers 503. Default: 0. */
  drainMs: {
    variable: 'SERVICE_DRAIN_SECONDS',
    read: wholeNumber(0, 600, 1000),
    fallback: 0,
    meaning:
      'How long the service goes on serving after SIGTERM, while `/ready` answers 503, from 0 to 600 seconds. A load balancer needs the time to see that.',
  },
  /** The sites that may embed dashboards, as in the CSP directive `frame-ancestors`. Default: `*`. */
  frameAncestors: {
    variable: 'SERVICE_FRAME_ANCESTORS',
    read: readFrameAncestors,
    fallback: '*',
    meaning: 'The sites that may embed dashboards, as in the CSP directive `frame-ancestors`.',
  },
  /** BCP 47 tag of the language of pages whose dashboard names none. Default: `en`. */
  locale: {
    variable: 'SERVICE_LOCALE',
    parse: parseLocale,
    fallback: 'en',
    meaning: 'The language of dashboard pages, as a BCP 47 tag such as `de` or `pt-BR`.',
  },
} satisfies Record<string, Setting>;

type Table = typeof SETTINGS;

/** The settings as options of the library. Those without a default may be `undefined`. */
export type SettingOptions = { [Key in keyof Table]: OptionOf<Table[Key]> };

/** The settings as the service uses them. */
export type SettingValues = { [Key in keyof Table]: ValueOf<Table[Key]> };

/** Returns the options for the variables of an environment. Throws {@link SettingError}. */
export function readOptions(environment: NodeJS.ProcessEnv): SettingOptions {
  return mapRows((row) => readOption(row, environment[row.variable])) as SettingOptions;
}

/** Returns the values of options, with the defaults of the others. Throws {@link SettingError}. */
export function parseOptions(options: Partial<SettingOptions>): SettingValues {
  const values = mapRows((row, key) => parseOption(row, options[key])) as SettingValues;
  // A setting without the others stops the start.
  toProvider(values);
  return { ...values, database: withDataAddress(values.database, values.dataUrl) };
}

function mapRows(toValue: (row: Setting, key: keyof Table) => unknown): Record<string, unknown> {
  const rows = Object.entries(SETTINGS) as [keyof Table, Setting][];
  return Object.fromEntries(rows.map(([key, row]) => [key, toValue(row, key)]));
}
