/** The default of SERVICE_PORT. */
export const DEFAULT_PORT = 4600;

/** The default number of connections of one process to its PostgreSQL database. */
export const CONNECTIONS = 8;

/** The default and largest lifetime of a token, in seconds. A shorter one helps to try expiry. */
export const TOKEN_LIFETIME_SECONDS = 7200;

/** The default time for which the result of a query is used again, in seconds. */
export const CACHE_SECONDS = 15;

/** The default time limit of the SELECT of one dataset, in seconds. */
export const QUERY_LIMIT_SECONDS = 10;

/** The default number of days, before today, whose statistics are kept. */
export const KEEP_STATISTICS_DAYS = 400;
