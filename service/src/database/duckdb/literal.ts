/** Returns a text as a literal of DuckDB's SQL. */
export function toLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
