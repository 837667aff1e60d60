/**
 * Where a spreadsheet would start a formula: https://owasp.org/www-community/attacks/CSV_Injection
 * Some spreadsheets split cells at semicolons or tabs, so the places behind those count too.
 */
const FORMULA = /(^|[;\t\r\n]"*)(?=[=+\-@\t\r\n＝＋－＠])/g;
const SPECIAL = /[",;\t\r\n]/;

/** Returns one line of CSV (RFC 4180) with its end. An apostrophe before a formula makes it plain text. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1'");
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
