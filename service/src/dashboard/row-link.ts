import type { Row } from '../database/database.ts';

/** An address of https with a fixed host. `{column}` in its path, query or fragment is the value of a row. */
const TEMPLATE = /^https:\/\/[^\s/?#@{}\\]+([/?#][^\s\\]*)?$/i;
const COLUMN = /\{([^{}]+)\}/g;

/** Returns whether a text is the template of a link. */
export function isLinkTemplate(text: string): boolean {
  return TEMPLATE.test(text) && URL.canParse(text.replaceAll(COLUMN, 'x'));
}

/** Returns the columns that a template names. */
export function toLinkColumns(template: string): string[] {
  return Array.from(template.matchAll(COLUMN), ([, column]) => column!);
}

/** Returns the link of a row; `null` if a value is missing, or the template is not one of https. */
export function toLink(template: string, row: Row): string | null {
  const isMissing = toLinkColumns(template).some((column) => (row[column] ?? null) === null);
  if (isMissing || !isLinkTemplate(template)) return null;
  return template.replaceAll(COLUMN, (_, column: string) => {
    const value = row[column] as string | number | boolean | object;
    const text = typeof value === 'object' ? JSON.stringify(value) : `${value}`;
    return encodeURIComponent(text.toWellFormed());
  });
}
