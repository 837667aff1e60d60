import {
  type DashboardDefinition,
  type DataTile,
  hasData,
  toDatasets,
} from '../dashboard/definition.ts';
import { toFilterKey } from '../dashboard/filter-value.ts';
import type { FilteredDatasets } from '../dashboard/run-filtered.ts';
import { findOpen, type SetFilter } from '../dashboard/run-filters.ts';
import { findNames } from '../database/dialects.ts';

/** Tiles that are loaded together, because they show the same dataset. */
export interface TilePart {
  /** The name of the dataset. */
  dataset: string;
  /** The ids of the tiles. */
  tiles: string[];
  /** The parameters of the open filters that the tiles depend on. */
  uses: string[];
}

type Content = Pick<DashboardDefinition, 'datasets' | 'tiles' | 'filters'>;

/** Returns the parts of a dashboard. Every tile with data belongs to one of them. */
export function findTileParts(content: Content, set: readonly SetFilter[]): TilePart[] {
  const open = findOpen(set).map(({ filter }) => filter);
  const names = new Set(content.tiles.filter(hasData).map(({ dataset }) => dataset));
  return [...names].map((dataset) => {
    const { datasets, tiles } = toPartContent(content, dataset);
    const all = Object.values(datasets).flatMap(({ sql }) => findNames(sql));
    const used = new Set(all);
    const uses = open.filter((filter) => used.has(toFilterKey(filter)));
    return {
      dataset,
      tiles: tiles.map(({ id }) => id),
      uses: uses.map(({ parameter }) => parameter),
    };
  });
}

/** Returns the tiles that show a dataset, and all datasets that they need. */
export function toPartContent(
  { datasets, tiles, filters }: Content,
  name: string,
): FilteredDatasets & { tiles: DataTile[] } {
  const own = tiles.filter(hasData).filter(({ dataset }) => dataset === name);
  const needed = new Set(own.flatMap(toDatasets));
  const entries = Object.entries(datasets).filter(([each]) => needed.has(each));
  return { datasets: Object.fromEntries(entries), tiles: own, filters };
}
