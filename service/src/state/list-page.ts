import type { SqlValue } from '../database/bound-values.ts';
import type { Row, Statements } from '../database/database.ts';

/** A search in a list. */
export interface ListQuestion {
  /** A part of the names to find, in any case. Empty for all. */
  search: string;
  /** The page, from 1. After the end of the list, the first page is found. */
  page: number;
}

/** A page of a list. */
export interface ListPage<Item> {
  items: Item[];
  page: number;
  /** The number of items on all pages. */
  total: number;
}

/** The number of items on a page. */
export const PAGE_ITEMS = 50;

/** A SELECT of all items, its values, and the order of the items. */
export interface ListSql {
  sql: string;
  values: readonly SqlValue[];
  order: string;
}

/** Returns ids as a value of a statement; `null` for no limit. */
export function toIds(ids: readonly number[] | null): readonly string[] | null {
  return ids && ids.map(String);
}

/** Returns the condition that a column has one of the ids of {@link toIds} at a place of the statement. */
export function isIn(column: string, place: string): string {
  return `(${place}::int[] IS NULL OR ${column} = ANY (${place}::int[]))`;
}

/** Reads a page of a list. */
export async function readPage<Item>(
  state: Pick<Statements, 'query'>,
  list: ListSql,
  page: number,
  toItem: (row: Row) => Item,
): Promise<ListPage<Item>> {
  const rows = await state.query(
    `SELECT *, count(*) OVER () AS total FROM (${list.sql}) AS items ORDER BY ${list.order}
     LIMIT ${PAGE_ITEMS} OFFSET ${(page - 1) * PAGE_ITEMS}`,
    list.values,
  );
  if (rows.length === 0 && page > 1) return readPage(state, list, 1, toItem);
  return { items: rows.map(toItem), page, total: Number(rows[0]?.total ?? 0) };
}
