/** The answer to a call of GetToken with a connection string that is not allowed. */
export const REFUSED_CALL =
  'This connection string is not allowed: its server must be listed in SERVICE_CONNECTION_HOSTS.';

/** The answer to a new data connection that is not allowed. */
export const REFUSED_CONNECTION =
  'This connection string is not allowed: it must be postgres:// or mysql://, followed by user:password@host:port/database, with a server that SERVICE_CONNECTION_HOSTS lists.';
