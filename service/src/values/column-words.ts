/** Returns the words of a column's name, in lower case and with spaces between them. */
export function toWords(column: string): string {
  return column
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase();
}
