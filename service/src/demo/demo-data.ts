import { type Database, DatabaseError, type Statements } from '../database/database.ts';
import type { Content } from '../database/postgres/prepared-database.ts';
import { toIdentifier } from '../database/postgres/quoting.ts';
import { PGLITE_REVOCATION } from '../database/postgres/taken-functions.ts';
import { SettingError } from '../process/setting-error.ts';
import { makeDemoRows } from './demo-rows.ts';

/** Increment it when {@link toDemoSql} changes: existing databases are then filled again. */
const VERSION = 2;

/** The schema of the company's data, which separates it from other data of the server. */
export const DEMO_SCHEMA = 'dashboard_service_demo';

/** The role under which dashboards read. It can read the company's data, and can change nothing. */
export const READ_ROLE = 'dashboard_reader';

/** The tables and views of {@link toDemoSql}, for readers. */
const READABLE = 'customers, products, orders, sales';

const INSUFFICIENT_PRIVILEGE = '42501';

const TABLES = `
CREATE TABLE customers (
  id integer PRIMARY KEY,
  name text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  region text NOT NULL,
  segment text NOT NULL,
  customer_since date NOT NULL
);
CREATE TABLE products (
  id integer PRIMARY KEY,
  name text NOT NULL,
  category text NOT NULL,
  price numeric(10, 2) NOT NULL,
  cost numeric(10, 2) NOT NULL,
  stock integer NOT NULL,
  reorder_level integer NOT NULL
);
CREATE TABLE orders (
  id integer PRIMARY KEY,
  ordered_on date NOT NULL,
  customer_id integer NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  revenue numeric(12, 2) NOT NULL,
  cost numeric(12, 2) NOT NULL,
  carrier text NOT NULL,
  promised_on date NOT NULL,
  delivered_on date,
  returned boolean NOT NULL
);
`;

/**
 * Creates the role. Roles belong to the whole server: another of its databases may have created this one, or may be
 * creating it now. A login that can already take the role needs no right to grant it. SET ROLE checks that, because
 * other checks differ between versions of PostgreSQL.
 */
const ROLE = `
DO $$ BEGIN
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${READ_ROLE}') THEN
      CREATE ROLE ${READ_ROLE};
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  BEGIN
    SET LOCAL ROLE ${READ_ROLE};
    RESET ROLE;
  EXCEPTION WHEN insufficient_privilege THEN
    BEGIN
      GRANT ${READ_ROLE} TO CURRENT_USER;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END;
END $$;
`;

const VIEWS = `
CREATE VIEW sales AS
  SELECT orders.*, orders.revenue - orders.cost AS margin, region, country, segment,
    customers.name AS customer, customer_since, products.name AS product, category
  FROM orders
  JOIN customers ON customers.id = customer_id
  JOIN products ON products.id = product_id;
CREATE INDEX ON orders (ordered_on);
`;

const GRANTS = `GRANT USAGE ON SCHEMA ${DEMO_SCHEMA} TO ${READ_ROLE};
GRANT SELECT ON ALL TABLES IN SCHEMA ${DEMO_SCHEMA} TO ${READ_ROLE};
`;

const FILLED = `-- After the grants: authors must not see this table.
CREATE TABLE demo_version AS SELECT ${VERSION} AS version;
`;

/** The content of a new PGlite database of the demo company. Its rights change without a new version of the data. */
export const DEMO_CONTENT: Content = {
  name: `demo-${VERSION}-rights-2`,
  toSql: () => toDemoSql(ROLE, GRANTS) + PGLITE_REVOCATION,
};

/** Returns all statements that fill an empty database with the demo company. */
function toDemoSql(role: string, grants: string): string {
  const { customers, products, orders } = makeDemoRows();
  return `
    ${role}
    DROP SCHEMA IF EXISTS ${DEMO_SCHEMA} CASCADE;
    CREATE SCHEMA ${DEMO_SCHEMA};
    SET LOCAL search_path TO ${DEMO_SCHEMA};
    ${TABLES}
    ${toInsert('customers', customers)}
    ${toInsert('products', products)}
    ${toInsert('orders', orders)}
    ${VIEWS}${grants}${FILLED}
    ANALYZE customers, products, orders;`;
}

/**
 * Fills a database with the demo company in one transaction, unless it is already filled, and lets `login` read it.
 * Without a login, the readers' role reads it.
 * Throws {@link SettingError} for a login that can neither create the readers' role nor take it.
 */
export async function ensureDemoData(database: Database, login?: string): Promise<void> {
  if (login === undefined) await ensureRole(database);
  await database.exclusively(async (locked) => {
    if (!(await isFilled(locked))) {
      await locked.execute(login === undefined ? toDemoSql(ROLE, GRANTS) : toDemoSql('', ''));
    }
    const reader = login ?? READ_ROLE;
    if (!(await mayRead(locked, reader))) await locked.execute(toGrants(reader));
  });
}

/** Returns whether a role may read the data, which another login may have filled for another reader. */
async function mayRead(database: Statements, reader: string): Promise<boolean> {
  const [row] = await database.query(
    `SELECT bool_and(has_table_privilege($1::name, to_regclass(name), 'SELECT')
       AND has_schema_privilege($1::name, '${DEMO_SCHEMA}', 'USAGE')) AS may
     FROM unnest(string_to_array('${READABLE}', ', ')) AS name`,
    [reader],
  );
  return row?.may === true;
}

function toGrants(reader: string): string {
  const grantee = toIdentifier(reader);
  return `GRANT USAGE ON SCHEMA ${DEMO_SCHEMA} TO ${grantee}; GRANT SELECT ON ${READABLE} TO ${grantee};`;
}

async function ensureRole(database: Database): Promise<void> {
  try {
    await database.execute(ROLE);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    const [row] = await database.query(
      `SELECT quote_ident(current_user) AS login,
         EXISTS (SELECT FROM pg_roles WHERE rolname = '${READ_ROLE}') AS is_there`,
    );
    const creation = row?.is_there ? '' : `CREATE ROLE ${READ_ROLE}; `;
    throw new SettingError(
      `DATABASE_URL: its login may not take the role ${READ_ROLE}. An administrator can allow it: ` +
        `${creation}GRANT ${READ_ROLE} TO ${String(row?.login)};`,
    );
  }
}

async function isFilled(database: Statements): Promise<boolean> {
  const [row] = await database.query(`SELECT to_regclass('${DEMO_SCHEMA}.demo_version') AS name`);
  if (!row?.name) return false;
  const [kept] = await database.query('SELECT version FROM demo_version');
  return Number(kept?.version) >= VERSION;
}

/** Writes all rows as one literal: the script is one message to the database, and therefore one transaction. */
function toInsert(table: string, rows: object[]): string {
  const literal = JSON.stringify(rows).replaceAll("'", "''");
  return `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, '${literal}'::json);`;
}
