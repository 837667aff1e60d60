/** The answer to each connection string. */
export const REFUSED_CALL =
  'Data connections are switched off in the live demo, because a browser cannot connect to a database server.';

export const REFUSED_CONNECTION = `${REFUSED_CALL} Start the service with “npm start” to try them.`;
