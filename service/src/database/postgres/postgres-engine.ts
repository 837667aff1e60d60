import type { DataEngine } from '../data-engine.ts';
import { DEFAULT_PORT, parsePostgresAddress } from './postgres-address.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { PostgresPool } from './postgres-pool.ts';

/** PostgreSQL, and engines that speak its protocol. */
export const postgresEngine: DataEngine = (connectionString, allows) => {
  const address = parsePostgresAddress(connectionString);
  if (!address?.servers.every((server) => allows.server(server, DEFAULT_PORT))) return null;
  return {
    dialect: POSTGRES,
    key: JSON.stringify(address),
    open: ({ connections, limitMs }) =>
      new PostgresPool({ address, size: connections, readLimitMs: limitMs }),
  };
};
