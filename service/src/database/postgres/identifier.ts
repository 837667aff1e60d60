/** Returns a name as a quoted identifier of SQL. */
export function toIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
