import { SettingError } from '../process/setting-error.ts';
import { toCommandLine } from '../process/service-command.ts';
import { STATE_SCHEMA } from '../state/state-schema.ts';
import { type Database, DatabaseError, isRefused, type Row } from '../database/database.ts';
import { SERVER_ROLES, toRoleList } from '../database/postgres/postgres-probes.ts';

/** The SQLSTATE of a database that the login may not use. */
const NO_RIGHT = '42501';

/** The rights of a login, and of all roles that it may take, whether it inherits from them or not. */
const RIGHTS = `
  WITH roles AS (
    SELECT oid, rolname, rolsuper FROM pg_roles WHERE pg_has_role($1::name, oid, 'MEMBER')
  ), tables AS (
    SELECT c.oid, relowner, nspowner FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = '${STATE_SCHEMA}' AND relkind IN ('r', 'p', 'v', 'm')
  )
  SELECT (SELECT bool_or(rolsuper) FROM roles) AS is_superuser,
    EXISTS (SELECT FROM tables JOIN roles ON roles.oid IN (relowner, nspowner)) AS is_owner,
    EXISTS (
      SELECT FROM tables, roles WHERE has_any_column_privilege(roles.oid, tables.oid, 'SELECT')
    ) AS reads_state,
    (SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM roles
      WHERE rolname IN (${toRoleList(SERVER_ROLES)})) AS server_roles`;

/** Throws {@link SettingError} if the server refuses the login of SERVICE_DATA_URL. */
export async function assertAccepted(data: Database): Promise<void> {
  try {
    await data.query('SELECT 1');
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { code, message, details } = error;
    if (!isRefused(error) && code !== NO_RIGHT) {
      throw new DatabaseError(code, message, { ...details, setting: 'SERVICE_DATA_URL' });
    }
    throw toLoginError('is refused by the server');
  }
}

/** The number that a server shares only with its standbys, and the name of the database. */
const IDENTITY = `
  SELECT system_identifier::text AS server, current_database() AS database FROM pg_control_system()`;

/**
 * Checks that SERVICE_DATA_URL leads to the database of DATABASE_URL, or to a standby of it.
 * Throws {@link SettingError} if it does not.
 */
export async function assertSameDatabase(state: Database, data: Database): Promise<void> {
  const [own, other] = await Promise.all([findIdentity(state), findIdentity(data)]);
  if (own.server === other.server && own.database === other.database) return;
  throw new SettingError(
    'SERVICE_DATA_URL must name the database of DATABASE_URL, or a standby of it, with another login.',
  );
}

async function findIdentity(database: Database): Promise<Row> {
  try {
    const [identity = {}] = await database.query(IDENTITY);
    return identity;
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NO_RIGHT)) throw error;
    throw new SettingError(
      'SERVICE_DATA_URL: both logins need the right to execute pg_control_system(), which compares their databases.',
    );
  }
}

/**
 * Checks the rights of the login of SERVICE_DATA_URL. They are the border for authors, whose SQL can use all of them.
 * A standby may not have the newest tables yet, so the primary is asked.
 * Throws {@link SettingError} for a login that reaches more than data.
 */
export async function checkDataLogin(state: Database, data: Database): Promise<void> {
  const [user] = await data.query('SELECT current_user AS login');
  const [rights = {}] = await state.query(RIGHTS, [String(user?.login)]);
  if (rights.is_superuser) throw toLoginError('is a superuser, or may become one');
  if (rights.is_owner) throw toLoginError('is a member of the owner of the service’s tables');
  if (rights.reads_state) throw toLoginError('can read the tables of the service’s state');
  const roles = rights.server_roles as string | null;
  if (roles) throw toLoginError(`is a member of ${roles}`);
}

function toLoginError(fault: string): SettingError {
  return new SettingError(
    `SERVICE_DATA_URL: its login ${fault}. Make another one: ${toCommandLine('make-data-login')}`,
  );
}

/** Returns whether the login of a database is a superuser. */
export async function isSuperuser(database: Database): Promise<boolean> {
  const [row] = await database.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
  return row?.rolsuper === true;
}
