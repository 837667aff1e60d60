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
  values: (string | number | null)[];
  order: string;
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
