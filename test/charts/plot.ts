import type { Tile } from '../../service/src/dashboard/definition.ts';
import type { FailedDataset } from '../../service/src/dashboard/dataset-failure.ts';
import type { DatasetRows } from '../../service/src/dashboard/run-dashboard.ts';
import type { SetFilter } from '../../service/src/dashboard/run-filters.ts';
import { suggestFormat } from '../../service/src/values/find-grain.ts';
import type { CategoryFormat } from '../../service/src/values/value-style.ts';
import { type DataRecord, toRowSet } from '../support/vega-files.ts';

type Cell = DataRecord[string];

/**
 * The files of a plot. `svg`: the picture that readers can save. `html`: the tile in the page, with its legend, its
 * notes, and the table for screen readers. `csv`: its rows.
 */
export type View = 'svg' | 'html' | 'csv';

/** The rows of a tile, and what its author, the reader and the filters set. */
export interface Plot {
  /** The values of each column. The first column has the categories, and the others have numbers. */
  rows: Record<string, readonly Cell[]>;
  kind: Tile['kind'];
  /** The fields of the tile that differ from {@link toTile}'s. */
  tile?: Record<string, unknown>;
  /** The failure of the dataset, or the facts about rows that the service did not read. Default: it read all. */
  result?: Partial<DatasetRows> | FailedDataset;
  /** The labels of hidden series. */
  hidden?: readonly string[];
  filters?: readonly SetFilter[];
  /** Default: `en`. */
  locale?: string;
  /** Default: `EUR`. */
  currency?: string;
  isDark?: true;
  /** Default: `svg` for the kinds that have a picture, `html` for others. */
  views?: readonly View[];
}

/** Plots by title. The title of a plot is the name of its files. */
export type Plots = Record<string, Plot>;

/** Returns what the editor suggests for the values of a category. */
function suggestGrain(name: string, values: readonly Cell[]): CategoryFormat | undefined {
  const { columns } = toRowSet(values.map((value) => ({ [name]: value ?? null })));
  const distinct = [...new Set(values.map(String))].toSorted();
  const format = suggestFormat(columns[0]?.type ?? 'text', distinct, name);
  return format === 'text' ? undefined : format;
}

/** Returns the tile of a plot. Its columns follow from the rows, each with its name as the label. */
export function toTile({ kind, rows, tile }: Plot): Tile {
  const [first = '', ...rest] = Object.keys(rows);
  const format = 'decimal';
  const toSeries = (column: string) => ({ column, label: column });
  const toColumn = (column: string) => ({ ...toSeries(column), format });
  const series = rest.filter((column) => column !== tile?.splitBy).map(toSeries);
  const fields: Partial<Record<Tile['kind'], object>> = {
    number: { value: first, format, note: '', span: 3 },
    table: { columns: [first, ...rest].map(toColumn) },
    scatter: { category: first, x: toColumn(rest[0]!), y: toColumn(rest.at(-1)!) },
    histogram: { value: first, format },
    heatmap: { category: first, splitBy: rest[0], value: rest[1], format },
    pie: { category: first, value: rest[0], format },
    donut: { category: first, value: rest[0], format },
  };
  const own = fields[kind] ?? { category: first, series, format };
  const box = { id: 'tile', title: 'Tile', span: 6, dataset: 'rows', kind };
  const grain = 'category' in own && { categoryFormat: suggestGrain(first, rows[first]!) };
  return { ...box, ...own, ...grain, ...tile } as unknown as Tile;
}
