/** Returns a name as a quoted identifier of SQL. */
export function toIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns a text as a literal of SQL, for each `standard_conforming_strings` of the server. */
export function toLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
