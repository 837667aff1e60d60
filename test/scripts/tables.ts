import { type SqlValue, toSqlValue } from '../../service/src/database/bound-values.ts';
import type { Column } from '../../service/src/values/column-type.ts';
import { toIntervalSeconds } from '../../service/src/values/interval-text.ts';
import type { DataSource, Row } from '../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../service/src/database/dialects.ts';

/** Returns rows for the values of parameters by their names in lower case. Throws for a failed query. */
export type Table = (values: Readonly<Record<string, SqlValue | undefined>>) => readonly Row[];

/** Lets a query wait before it has its rows. Rejects when the signal is aborted. */
export type Hold = (sql: string, signal: AbortSignal | undefined) => Promise<void>;

/** Returns a source of tables, without a database. `find` returns the table of an SQL text, and throws without one. */
export function toSource(find: (sql: string) => Table, hold?: Hold): DataSource {
  return {
    dialect: {
      ...OWN_DIALECT,
      bind: (sql, values) => ({
        sql,
        values: OWN_DIALECT.findNames(sql).map((name) => toSqlValue(values, name, (text) => text)),
        toNamedOffset: (offset) => offset,
      }),
    },
    read: async (sql, values, { maxRows, signal }) => {
      await hold?.(sql, signal);
      const names = OWN_DIALECT.findNames(sql);
      const table = find(sql);
      const rows = table(Object.fromEntries(names.map((name, at) => [name, values[at]])));
      return {
        columns: toColumns(rows.length > 0 ? rows : table({})),
        rows: rows.slice(0, maxRows),
      };
    },
  };
}

/** Returns the columns of a table. Its first row has a value for each of them. */
export function toColumns([first = {}]: readonly Row[]): Column[] {
  return Object.entries(first).map(([name, value]): Column => {
    const isInterval = toIntervalSeconds(String(value)) !== null;
    return isInterval ? { name, type: 'text', form: 'interval' } : { name, type: toType(value) };
  });
}

function toType(value: unknown): Column['type'] {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
  if (typeof value === 'boolean') return 'boolean';
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? 'date' : 'text';
}
