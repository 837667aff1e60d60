import type { Database } from '../database/database.ts';
import { makeDemoRows } from './demo-rows.ts';

/** Goes up when the data change, so that a kept folder is filled anew. */
const VERSION = 1;

/** The role under which dashboards read: it sees the company's data and can change nothing. */
export const READ_ROLE = 'dashboard_reader';

const SCHEMA = `
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

const VIEWS = `
CREATE VIEW sales AS
  SELECT orders.*, orders.revenue - orders.cost AS margin, region, country, segment,
    customers.name AS customer, customer_since, products.name AS product, category
  FROM orders
  JOIN customers ON customers.id = customer_id
  JOIN products ON products.id = product_id;
CREATE INDEX ON orders (ordered_on);
GRANT USAGE ON SCHEMA public TO ${READ_ROLE};
GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${READ_ROLE};
`;

/** Fills a database with the demo company unless it is filled already. All or nothing. */
export async function ensureDemoData(database: Database): Promise<void> {
  if (await isFilled(database)) return;
  const rows = makeDemoRows();
  await database.execute(`
    BEGIN;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
    ${SCHEMA}`);
  try {
    await insert(database, 'customers', rows.customers);
    await insert(database, 'products', rows.products);
    await insert(database, 'orders', rows.orders);
    await ensureReadRole(database);
    await database.execute(`
      ${VIEWS}
      CREATE TABLE demo_version AS SELECT ${VERSION} AS version;
      COMMIT;
      ANALYZE;`);
  } catch (error) {
    await database.execute('ROLLBACK');
    throw error;
  }
}

async function isFilled(database: Database): Promise<boolean> {
  const [row] = await database.query("SELECT to_regclass('public.demo_version') AS name");
  if (!row?.name) return false;
  const [kept] = await database.query('SELECT version FROM demo_version');
  return kept?.version === VERSION;
}

async function insert(database: Database, table: string, rows: object[]): Promise<void> {
  await database.query(
    `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
    [JSON.stringify(rows)],
  );
}

async function ensureReadRole(database: Database): Promise<void> {
  const roles = await database.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [READ_ROLE]);
  if (roles.length === 0) await database.execute(`CREATE ROLE ${READ_ROLE}`);
}
