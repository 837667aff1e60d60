import type { ReadOptions } from './database.ts';

/** The characters that `encodeURIComponent` leaves, and that could end a comment or a literal. */
const REST = /[!'()*]/g;

/**
 * Adds a line to the SQL of a dashboard's query that names its company, its dashboard and its dataset, so that the views
 * of the database do. The queries of the editor have none: authors read the texts of their errors.
 */
export function withComment(sql: string, { owner, dataset }: ReadOptions): string {
  if (!owner?.dashboardGuid || dataset === undefined) return sql;
  const { companyId, dashboardGuid } = owner;
  return `${sql}\n/* company=${companyId} dashboard=${encode(dashboardGuid)} dataset=${encode(dataset)} */`;
}

function encode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    REST,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
