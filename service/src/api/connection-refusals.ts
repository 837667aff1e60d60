/** The answer to a call of GetToken with a connection string that is not allowed. */
export const REFUSED_CALL =
  'This connection string is not allowed: its server must be listed in SERVICE_CONNECTION_HOSTS, or its file must lie in a folder of SERVICE_CONNECTION_FILES.';

/** The answer to a new data connection that is not allowed. */
export const REFUSED_CONNECTION =
  'This connection string is not allowed: it must be postgres:// or mysql:// with user:password@host:port/database and a server that SERVICE_CONNECTION_HOSTS lists, or duckdb: with the path of a file or folder in a folder of SERVICE_CONNECTION_FILES.';
