/** The port of a server, such as `listen(4000)`, `port: 4000` and `process.env.PORT || 4000`. */
const PORT =
  /(?:\blisten\(\s*|\bport['")\]]*\s*(?::|=(?!=)|\|\||\?\?)\s*(?:[^\n]{0,40}?(?:\|\||\?\?)\s*)?)['"]?(\d{2,5})\b/i;

/** Returns the port that the source of a server names; 3000 if it names none. */
export function readPort(source: string): number {
  const [, port] = PORT.exec(source) ?? [];
  return Number(port ?? 3000);
}
