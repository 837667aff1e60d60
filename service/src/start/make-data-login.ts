import { toIdentifier } from '../database/postgres/quoting.ts';
import { SET_CONFIG, toRevocation } from '../database/postgres/taken-functions.ts';
import { createRandomText } from '../secrets/base64url.ts';
import { parsePostgresUrl, withLogin } from './postgres-url.ts';

/** The name of the login that {@link toDataLogin} makes. */
const DATA_LOGIN = 'dashboard_data';
const FUNCTIONS = `-- The rest is for a superuser, in the database itself. It takes functions away from all logins of this database but that
-- of DATABASE_URL: those that write, end the queries of others, or run a text as SQL.`;
const NO_SET_CONFIG = `-- Without set_config, these logins cannot run pg_dump, vacuumdb, or applications that call it, such as PostgREST.`;

/** The options of {@link toDataLogin}. */
export interface DataLoginOptions {
  /** Default: `dashboard_data`. */
  name?: string;
  /** Whether the statements also take `set_config` away. Default: `false`. */
  withoutSetConfig?: boolean;
}

/**
 * Returns the statements that make a login for SERVICE_DATA_URL in the database of `databaseUrl`, and its address, with
 * a random password. The service itself grants SELECT on its data.
 */
export function toDataLogin(
  databaseUrl: string,
  { name = DATA_LOGIN, withoutSetConfig = false }: DataLoginOptions = {},
): { address: string; statements: string[] } {
  const text = databaseUrl.trim();
  const { user: owner, ...address } = parsePostgresUrl(text, 'DATABASE_URL');
  const password = createRandomText(24);
  const login = toIdentifier(name);
  const database = toIdentifier(address.database);
  return {
    address: withLogin(text, name, password),
    statements: [
      `CREATE ROLE ${login} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${password}';`,
      `ALTER ROLE ${login} SET default_transaction_read_only = on;`,
      `GRANT CONNECT ON DATABASE ${database} TO ${login};`,
      FUNCTIONS,
      ...(withoutSetConfig ? [NO_SET_CONFIG] : []),
      toRevocation({ more: withoutSetConfig ? [SET_CONFIG] : [], except: owner }),
    ],
  };
}
