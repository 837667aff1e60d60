import type { ChartContent } from '../../tiles/tile-data.ts';
import type { ChosenValues } from './form-values.ts';
import type { LiveChart } from './live-chart.ts';
import type { LiveLegend } from './live-legend.ts';
import type { MarkCells } from './mark-cells.ts';
import type { SortableTable } from './sortable-table.ts';

/** A tile, with the parts in which a reader may set something. */
export interface LiveTile {
  id: string;
  element: HTMLElement;
  /** The content of its chart. */
  content: ChartContent | null;
  /** The box in which a wide or long table scrolls. */
  rows: HTMLElement | null;
  table: SortableTable | null;
  charts: LiveChart[];
  legend: LiveLegend | null;
  /** The cells that set filters. */
  cells: MarkCells | null;
}

/** Everything that a reader may set. */
export interface ReaderSettings {
  readonly tiles: LiveTile[];
  /** The ids of the tiles that have not come yet, or whose data could not be reached. */
  readonly late: Set<string>;
  /** The settings of late tiles, by id. */
  kept: Map<string, unknown>;
  /** Resolves when the page shows these of its tiles, or after some time. */
  untilShown: (ids: readonly string[]) => Promise<void>;
  /** Default: the page has no filters. */
  filters?: {
    /** The choices as a query; `undefined` if there are none. */
    readonly chosen: string | undefined;
    /** The choices by the names of their filters. */
    readonly values: ChosenValues;
    /** Applies choices of anybody. Resolves when the tiles show them. */
    restore(chosen: unknown): Promise<void>;
  };
}

/** Returns the reader's settings as text: filters, the scroll positions, the order of tables, and hidden series. */
export function toStateText({ tiles, kept, filters }: ReaderSettings): string {
  const entries = tiles.map((tile): [string, unknown] => [tile.id, toTileState(tile)]);
  return JSON.stringify({
    scroll: [scrollX, scrollY],
    filters: filters?.chosen,
    tiles: Object.fromEntries([...entries, ...kept]),
  });
}

/** Returns what the reader has set in a tile. */
export function toTileState({ rows, table, legend }: LiveTile): object {
  return {
    left: rows?.scrollLeft || undefined,
    top: rows?.scrollTop || undefined,
    order: table?.order,
    hidden: legend?.hidden.length ? legend.hidden : undefined,
  };
}

/** Applies the state of a tile. Ignores everything that does not fit. */
export function applyTileState({ rows, table, legend }: LiveTile, state: unknown): void {
  const { left, top, order, hidden } = toFields(state);
  table?.restore(order);
  legend?.restore(hidden);
  if (rows && isFinite(left)) rows.scrollLeft = left;
  if (rows && isFinite(top)) rows.scrollTop = top;
}

/**
 * Applies the settings of a text. Any site may have written it, so that everything is ignored that does not fit the
 * page, and everything without a setting gets its initial state. Resolves when the page shows them.
 */
export async function applyStateText(settings: ReaderSettings, text: string): Promise<void> {
  const { tiles, late, filters } = settings;
  const state = toFields(parse(text));
  // The tiles get their settings after their rows.
  if (filters) await filters.restore(state.filters);
  const states = new Map(Object.entries(toFields(state.tiles)));
  settings.kept = new Map([...states].filter(([id]) => late.has(id)));
  for (const tile of tiles) applyTileState(tile, states.get(tile.id));
  await settings.untilShown([...states.keys()]);
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
