import type { DataEngine } from '../data-engine.ts';
import { DEFAULT_PORT, parseMysqlAddress } from './mysql-address.ts';
import { MYSQL } from './mysql-dialect.ts';
import { MysqlPool } from './mysql-pool.ts';

/** MariaDB and MySQL. */
export const mysqlEngine: DataEngine = (connectionString, allows) => {
  const address = parseMysqlAddress(connectionString);
  if (!address || !allows.server(address, DEFAULT_PORT)) return null;
  return {
    dialect: MYSQL,
    key: `mysql ${JSON.stringify(address)}`,
    open: (limits) => new MysqlPool(address, limits),
  };
};
