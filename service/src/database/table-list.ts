import type { DataSource, ReadOptions } from './database.ts';

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
  /** The engine's name of the type, such as `numeric(10,2)`. */
  type: string;
}

/** Larger databases are shown only in part. */
const MAX_COLUMNS = 10_000;

/** Lists the tables and views of a source, by name, with their columns. Throws {@link DatabaseError}. */
export async function listTables(source: DataSource, options: ReadOptions): Promise<TableInfo[]> {
  const { rows } = await source.read(source.dialect.tables, [], {
    ...options,
    maxRows: MAX_COLUMNS,
  });
  const tables = new Map<string, TableInfo>();
  for (const { name, column, type } of rows) {
    const key = String(name);
    const table = tables.get(key) ?? { name: key, columns: [] };
    table.columns.push({ name: String(column), type: String(type) });
    tables.set(key, table);
  }
  return [...tables.values()];
}
