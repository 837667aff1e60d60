import type { DataSource, ReadOptions } from '../database/database.ts';

/** A table or view that the datasets of a connection may read. */
export interface TableInfo {
  /** The name in SQL, with its schema and quotes if necessary. */
  name: string;
  columns: TableColumnInfo[];
}

/** A column of a table or view. */
export interface TableColumnInfo {
  /** The name in SQL, with quotes if necessary. */
  name: string;
  /** PostgreSQL's name of the type, such as `numeric(10,2)`. */
  type: string;
}

/** Selects only the columns that the role of the datasets may read. */
const QUERY = `
  SELECT CASE WHEN pg_table_is_visible(tables.oid) THEN quote_ident(relname)
      ELSE quote_ident(nspname) || '.' || quote_ident(relname) END AS name,
    quote_ident(attname) AS column,
    format_type(atttypid, atttypmod) AS type
  FROM pg_class AS tables
  JOIN pg_namespace AS schemas ON schemas.oid = relnamespace
  JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
  WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
    AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'
    AND has_schema_privilege(schemas.oid, 'USAGE')
    AND has_column_privilege(tables.oid, attnum, 'SELECT')
  ORDER BY 1, attnum`;
/** Larger databases are shown only in part. */
const MAX_COLUMNS = 10_000;

/** Lists the tables and views of a source, by name, with their columns. Throws {@link DatabaseError}. */
export async function listTables(source: DataSource, options: ReadOptions): Promise<TableInfo[]> {
  const { rows } = await source.read(QUERY, [], { ...options, maxRows: MAX_COLUMNS });
  const tables = new Map<string, TableInfo>();
  for (const { name, column, type } of rows) {
    const key = String(name);
    const table = tables.get(key) ?? { name: key, columns: [] };
    table.columns.push({ name: String(column), type: String(type) });
    tables.set(key, table);
  }
  return [...tables.values()];
}
