import type { LiveLegend } from './live-legend.ts';
import type { SortableTable } from './sortable-table.ts';

/** A tile, with the parts in which a reader may set something. */
export interface LiveTile {
  id: string;
  /** The box in which a wide table scrolls. */
  rows: HTMLElement | null;
  table: SortableTable | null;
  legend: LiveLegend | null;
}

/** Returns the reader's settings as text: the scroll positions, the order of tables, and hidden series. */
export function toStateText(tiles: readonly LiveTile[]): string {
  const entries = tiles.map(({ id, rows, table, legend }) => [
    id,
    {
      left: rows?.scrollLeft || undefined,
      order: table?.order,
      hidden: legend?.hidden.length ? legend.hidden : undefined,
    },
  ]);
  return JSON.stringify({ scroll: [scrollX, scrollY], tiles: Object.fromEntries(entries) });
}

/**
 * Applies the settings of a text. Any site may have written it, so that everything is ignored that does not fit the
 * page, and everything without a setting gets its initial state.
 */
export function applyStateText(tiles: readonly LiveTile[], text: string): void {
  const state = toFields(parse(text));
  const states = new Map(Object.entries(toFields(state.tiles)));
  for (const { id, rows, table, legend } of tiles) {
    const { left, order, hidden } = toFields(states.get(id));
    table?.restore(order);
    legend?.restore(hidden);
    if (rows && isFinite(left)) rows.scrollLeft = left;
  }
  const [left, top] = Array.isArray(state.scroll) ? (state.scroll as unknown[]) : [];
  if (isFinite(left) && isFinite(top)) scrollTo({ left, top, behavior: 'instant' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the fields of an object; none for anything else. */
function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value ? { ...value } : {};
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
