import type { BoundValues, SqlValue } from './bound-values.ts';

/** SQL with the placeholders of its engine, and their values. */
export interface BoundSql {
  sql: string;
  values: readonly SqlValue[];
  /** Converts an offset in `sql`, such as that of an error, to an offset in the SQL with `:Name`s. */
  toNamedOffset(offset: number): number;
}

/** The rules of an engine's SQL, for the code that reads SELECTs of authors or writes its own around them. */
export interface Dialect {
  /** The rule with which the editor colors and completes SQL. */
  readonly name: 'postgres' | 'mysql' | 'duckdb';
  /** The largest size of a column's name, in bytes of UTF-8. */
  readonly maxNameBytes: number;
  /**
   * The conditions of a SELECT that a filter sets, by kind. `?` is the parameter. `list` has several values. `rangeEnd`
   * is the last day of a range, with all its times.
   */
  readonly conditions: Readonly<
    Record<'choice' | 'list' | 'date' | 'rangeEnd' | 'number' | 'text', string>
  >;
  /** The type of texts in a CAST. */
  readonly textType: 'text' | 'char';
  /**
   * A SELECT of the columns that the login may read, in the order of their tables: `name` of the table, `column` and
   * `type`. Names have quotes if necessary, and the schema of other tables than those of the default schema.
   */
  readonly tables: string;
  /** Returns the names of the `:Name`s in a SELECT, in lower case, each once. */
  findNames(sql: string): string[];
  /** Replaces the `:Name`s of a SELECT by placeholders. Each value is bound as text. */
  bind(sql: string, values: BoundValues): BoundSql;
  /** Returns a name as a quoted identifier. */
  toIdentifier(name: string): string;
  /** Returns a SELECT as the source of another one, without its semicolon. */
  toSource(sql: string): string;
  /** Returns a source whose column `value` has the finite numbers of a column of a SELECT; NULL for others. */
  toNumbers(sql: string, column: string): string;
  /** Returns an expression: how many of the limits, in ascending order, are not above `value`. */
  toBin(limits: readonly number[]): string;
}
