/**
 * Signs that make a formula of a cell: https://owasp.org/www-community/attacks/CSV_Injection
 * They count at the start of a text, and behind a separator: where a semicolon or a tab separates cells,
 * what follows it is a cell of its own.
 */
const FORMULA = /(^|[;\t\r\n]"*)(?=[=+\-@\t\r\n＝＋－＠])/g;
const SPECIAL = /[",;\t\r\n]/;

/** Returns one line of CSV (RFC 4180) with its end. An apostrophe makes a text of what looks like a formula. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1'");
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
