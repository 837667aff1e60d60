/**
 * The signs with which a spreadsheet would start a formula: https://owasp.org/www-community/attacks/CSV_Injection
 * Some spreadsheets split cells at semicolons or tabs, so the places after those count, too. Spreadsheets drop control
 * characters, and quotes inside a cell.
 */
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\p{C}\p{Z}"]*)/gu;
const SPECIAL = /[",;\t\r\n]/;
/** The minus of a number does not start a formula. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Marks a file as UTF-8 for Excel, at the start of the file. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Returns one line of CSV (RFC 4180) with its line end. An apostrophe before a formula makes it plain text. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  if (NUMBER.test(text)) return text;
  const safe = text.replaceAll(FORMULA, "'");
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
